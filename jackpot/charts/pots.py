"""The progressive over time: the posted amount as a line, the backups as a band below it, marks where money moved.

Amounts hold until they change, so every line runs in steps. What falls on the same pixel is drawn once.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from jackpot.charts.scales import Scale, Tick, money_ticks
from jackpot.selectors.history import Moment
from tables.money import dollars
from tables.templatetags.bote import money

WIDTH, HEIGHT = 960, 490
LEFT, RIGHT, TOP = 84, 944, 28
LINE_FOOT, BAND_TOP, BAND_FOOT = 350, 378, 456
LEVELS = (500_000, 2_000_000)
MOST_OF_A_YEAR = 400
LABELS = 8  # marks with words beside them; all others say theirs on hover and focus
LABEL_WIDTH = 136
MINUS = "\N{MINUS SIGN}"


# A local moment, and whether its year has to be said.
Spelling = Callable[[datetime, bool], str]
# A kind of entry in the language of the page.
Naming = Callable[[str], str]


def _spelled(moment: datetime, with_year: bool) -> str:  # noqa: FBT001 - the shape of a Spelling
    return f"{moment:%-d %b %Y}" if with_year else f"{moment:%-d %b}"


@dataclass(frozen=True)
class Mark:
    """Something that happened to the jackpot."""

    x: float
    y: float
    kind: str
    css: str
    said: str
    number: int
    label: str = ""
    anchor: str = "middle"


@dataclass(frozen=True)
class PotChart:
    """Everything the template draws."""

    line: str
    backup1: str
    backup2: str
    marks: tuple[Mark, ...]
    amounts: tuple[Tick, ...]
    band_amounts: tuple[Tick, ...]
    dates: tuple[Tick, ...]
    caps: tuple[Tick, ...]
    changes: tuple[Tick, ...]
    now: Tick
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    line_foot: int = LINE_FOOT
    band_top: int = BAND_TOP
    band_foot: int = BAND_FOOT


def pot_chart(
    moments: Sequence[Moment],
    *,
    first: datetime,
    last: datetime,
    zone: tzinfo,
    spell: Spelling = _spelled,
    name: Naming = str,
    policies: Iterable[tuple[datetime, str]] = (),
) -> PotChart | None:
    """The picture from `first` to `last`; None as long as nothing has happened."""
    if not moments:
        return None
    x = Scale(first.timestamp(), last.timestamp(), LEFT, RIGHT)
    highest = max(*LEVELS, *(moment.primary for moment in moments))
    y = Scale(0, highest * 1.08, LINE_FOOT, TOP)
    deepest = max(500_000, *(moment.backup1 + moment.backup2 for moment in moments))
    band = Scale(0, deepest * 1.05, BAND_FOOT, BAND_TOP)
    end = x(last.timestamp())
    caps = tuple(Tick(y(level), _short(level)) for level in LEVELS)
    return PotChart(
        line=_steps(moments, x, y, end, lambda moment: moment.primary),
        backup1=_area(moments, x, band, end, lambda moment: moment.backup1),
        backup2=_area(moments, x, band, end, lambda moment: moment.backup1 + moment.backup2),
        marks=tuple(_marks(moments, x, y, name)),
        amounts=tuple(dict.fromkeys([*money_ticks(y, highest), *caps])),
        band_amounts=(Tick(band(0), "$0"), Tick(band(deepest), _short(deepest))),
        dates=tuple(_dates(first, last, x, zone, spell)),
        caps=caps,
        changes=tuple(Tick(x(at.timestamp()), said) for at, said in policies if first <= at <= last),
        now=Tick(y(moments[-1].primary), dollars(moments[-1].primary)),
    )


def _steps(moments: Sequence[Moment], x: Scale, y: Scale, end: float, amount: Callable[[Moment], int]) -> str:
    """An SVG path that holds each amount until the next, and goes on to the end."""
    path = [f"M{x(moments[0].at.timestamp())} {y(amount(moments[0]))}"]
    at = x(moments[0].at.timestamp())
    for moment in moments[1:]:
        right = x(moment.at.timestamp())
        path.append(f"V{y(amount(moment))}" if right == at else f"H{right}V{y(amount(moment))}")
        at = right
    return f"{''.join(path)}H{end}"


def _area(moments: Sequence[Moment], x: Scale, band: Scale, end: float, amount: Callable[[Moment], int]) -> str:
    foot, start = band(0), x(moments[0].at.timestamp())
    return f"{_steps(moments, x, band, end, amount)}V{foot}H{start}Z"


def _marks(moments: Sequence[Moment], x: Scale, y: Scale, name: Naming) -> list[Mark]:
    """A mark for everything but a day's close; the largest that have room beside them get words."""
    marked = [moment for moment in moments if moment.marked]
    labelled: dict[int, float] = {}
    for moment in sorted(marked, key=lambda moment: abs(moment.change), reverse=True):
        place = x(moment.at.timestamp())
        if len(labelled) < LABELS and all(abs(place - other) > LABEL_WIDTH for other in labelled.values()):
            labelled[moment.number] = place
    return [_mark(moment, x, y, name(moment.kind), labelled=moment.number in labelled) for moment in marked]


def _mark(moment: Moment, x: Scale, y: Scale, kind: str, *, labelled: bool) -> Mark:
    place = x(moment.at.timestamp())
    # A hit hangs where the line fell from, so that its drop can be seen.
    height = y(max(moment.primary, moment.primary - moment.change))
    sign = "+" if moment.change > 0 else ""
    changed = f" {sign}{money(moment.change)}." if moment.change else ""
    return Mark(
        x=place,
        y=height,
        kind=moment.kind,
        css=moment.kind.replace(" ", "-"),
        said=f"{moment.at:%Y-%m-%d}, {kind}: {moment.explanation}.{changed} → {money(moment.primary)}",
        number=moment.number,
        label=f"{kind} {_short(moment.change)}" if labelled else "",
        anchor="start" if place < LEFT + LABEL_WIDTH / 2 else "end" if place > RIGHT - LABEL_WIDTH / 2 else "middle",
    )


def _short(cents: int) -> str:
    """Whole dollars with a true minus."""
    return f"{MINUS if cents < 0 else ''}${abs(cents) // 100:,}"


def _dates(first: datetime, last: datetime, x: Scale, zone: tzinfo, spell: Spelling) -> list[Tick]:
    """Seven dates over the whole range, at local midnights."""
    days = max(1, (last - first).days)
    step = timedelta(days=max(1, days // 6))
    start = first.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    ticks = []
    while start.astimezone(UTC) <= last:
        ticks.append(Tick(x(start.timestamp()), spell(start, days > MOST_OF_A_YEAR)))
        start += step
    return ticks
