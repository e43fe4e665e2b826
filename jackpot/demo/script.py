"""What happens on which day of the demo, beside the usual: as data, by how many days ago it was.

A history longer than the script plays it again; a shorter one has its last days.
"""

from dataclasses import dataclass

from jackpot.demo.hands import CINCOS, ROYALS

LENGTH = 90


@dataclass(frozen=True)
class Jackpot:
    """A hand with at least one winner of the jackpot, at a table, at a local hour (27 is three in the night)."""

    table: int
    hour: float
    hands: tuple[str, ...]
    void: str = ""  # why its slips were voided, if they were
    reported_after: float = 0  # hours: the terminal was offline


JACKPOTS: dict[int, tuple[Jackpot, ...]] = {
    86: (Jackpot(1, 21.5, (ROYALS["h"],)),),
    # No backup has begun: the house seeds the jackpot again.
    82: (Jackpot(5, 22.0, (CINCOS["5"],)),),
    78: (Jackpot(4, 23.0, (ROYALS["d"],), void="The deck was short of one card; all wagers were returned."),),
    71: (Jackpot(2, 25.2, (CINCOS["7"],)),),
    60: (Jackpot(4, 20.4, (ROYALS["s"], ROYALS["h"])),),
    49: (Jackpot(3, 22.1, (CINCOS["2"], ROYALS["h"])),),
    40: (Jackpot(5, 19.3, (ROYALS["c"],)),),
    33: (Jackpot(5, 26.6, (CINCOS["K"],)),),
    26: (Jackpot(1, 18.2, (ROYALS["s"], "2c 3c 4c 5c 6c", "2d 4d 5d 6d Jd")),),
    17: (Jackpot(2, 21.0, (CINCOS["3"], ROYALS["c"], ROYALS["d"])),),
    # Table 4 was offline when its royal was dealt; table 5's came in first, so the amount had changed.
    9: (Jackpot(4, 21.0, (ROYALS["c"],), reported_after=0.7), Jackpot(5, 21.4, (ROYALS["s"],))),
    4: (Jackpot(3, 23.7, (ROYALS["h"],)),),
}
# Hardly anybody came, and those who did held quads: the tray paid more than the boxes took.
SHORT_DAYS = {77: "gran-a", 52: "gran-b", 30: "gran-a", 20: "gran-b", 6: "gran-b"}
CLOSED_TABLES = {45: 5, 11: 3}
RECOUNTS = {80: 1, 58: 3, 21: 4, 8: 2}
# Dollars that a box held more or less than its terminal reported.
VARIANCES = {66: (2, -38), 35: (5, 44), 14: (1, -26), 2: (3, -38)}
EMERGENCY_BOXES = {54: 2, 12: 4}
VOIDED_TRAY_SLIPS = (63, 24)
# Cents by which a count turned out wrong after its day was closed.
CORRECTIONS = {50: (1, 2_000), 27: (5, -1_500)}
MALFUNCTIONS = {57: 2}
DEPOSITS_FORGOTTEN = range(36, 48)
NEW_POLICIES = (44,)


def day_of_script(days_ago: int) -> int:
    """The day of the script that is played so many days ago: 1 to LENGTH."""
    return (days_ago - 1) % LENGTH + 1
