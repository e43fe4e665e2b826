"""Every balance and every close once more, from the source facts: what was counted, dealt, decided and paid.

The facts are taken in the order in which they were recorded. Cards are ranked again, shares split again, days closed
again by the rules; no amount is read from the ledger. What then stands in each account is compared with the ledger, and
each slip and close with what it says. One cent of difference is an alarm.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from datetime import date
from functools import partial

from accounting.gaming_days import gaming_day
from accounting.ledger.accounts import AccountName
from accounting.models import Count, CountLine, CountState, Deposit
from jackpot import rules
from jackpot.models import Close, Correction, Disposition, HitEvent, Payout, PayoutState, Progressive, Removal
from jackpot.selectors import policy_on
from jackpot.services.corrections import moves_of
from jackpot.winners import WinningSpot, split_between, winners_of
from tables.money import dollars

Fact = tuple[int, Callable[[], None]]  # the number of its entry, and what it does
POTS = ("primary", "backup1", "backup2", "unallocated")


class Rebuild:
    """One progressive's accounts, worked out from nothing but its facts."""

    def __init__(self, progressive: Progressive) -> None:
        self.progressive = progressive
        self.accounts: Counter[str] = Counter()
        self.drops: Counter[date] = Counter()
        self.slips: dict[int, int] = {}  # cents, by the slip's id
        self.closed_through: date | None = None
        self.differences: list[str] = []

    def run(self) -> list[str]:
        """Work through the facts and say where the ledger differs, one sentence each."""
        for _, happen in sorted(self._facts(), key=lambda fact: fact[0]):
            happen()
        for account in self.progressive.fund.accounts.order_by("pk"):
            self._compare(f"account {account.name}", account.balance, self.accounts[account.name])
        return self.differences

    def _compare(self, what: str, recorded: int, rebuilt: int) -> None:
        if recorded != rebuilt:
            figures = f"{dollars(recorded)}, and {dollars(rebuilt)} from the facts"
            self.differences.append(f"{self.progressive.code}: {what} is {figures}.")

    def _move(self, source: str, target: str, cents: int) -> None:
        self.accounts[source] -= cents
        self.accounts[target] += cents

    def _from_custody(self, target: str, cents: int) -> None:
        from_cage = min(cents, self.accounts["cage"])
        self._move("cage", target, from_cage)
        self._move("bank", target, cents - from_cage)

    # The facts, each with its place in the order of recording.

    def _facts(self) -> Iterator[Fact]:
        progressive = self.progressive
        opened = progressive.postings.order_by("number").select_related("entry").first()
        if opened:
            yield opened.entry.number, self._open
        for hit in progressive.hits.prefetch_related("payouts__entry"):
            yield min(slip.entry.number for slip in hit.payouts.all()), partial(self._hit, hit)
        for slip in progressive.payouts.filter(final_entry__isnull=False).select_related("final_entry"):
            if slip.final_entry:
                yield slip.final_entry.number, partial(self._end, slip)
        counts = Count.objects.filter(fund=progressive.fund, state=CountState.LOCKED).select_related("entry")
        for count in counts:
            if count.entry:
                yield count.entry.number, partial(self._count, count)
        for close in progressive.closes.select_related("entry", "policy"):
            yield close.entry.number, partial(self._close, close)
        for correction in progressive.corrections.filter(entry__isnull=False).select_related("entry"):
            if correction.entry:
                yield correction.entry.number, partial(self._correct, correction)
        yield from self._deposits()
        yield from self._removals()

    def _deposits(self) -> Iterator[Fact]:
        for deposit in Deposit.objects.filter(fund=self.progressive.fund).select_related("entry"):
            cents = deposit.amount
            yield deposit.entry.number, partial(self._move, "cage", "bank", cents)
            if deposit.voided_at:
                voiding = deposit.entry.corrected_by.get()
                yield voiding.number, partial(self._move, "bank", "cage", cents)

    def _removals(self) -> Iterator[Fact]:
        removed = Removal.objects.filter(state=Removal.State.COMPLETED).select_related("entry")
        for removal in removed.filter(progressive=self.progressive):
            if removal.entry:
                yield removal.entry.number, partial(self._remove, removal)
        for given in Disposition.objects.filter(to_progressive=self.progressive, removal__in=removed):
            if given.removal.entry:
                yield given.removal.entry.number, partial(self._receive, given)

    # What each fact does to the accounts.

    def _open(self) -> None:
        seed = self.progressive.seed or 0
        self._move("seed", "primary", seed)
        self._move("house", "cage", seed)

    def _hit(self, hit: HitEvent) -> None:
        posted = self.accounts["primary"]
        self._compare(f"{hit}: posted amount", hit.posted, posted)
        winners = winners_of(self.progressive, [WinningSpot(**spot) for spot in hit.spots])
        shares = split_between(posted, winners)
        slips = {slip.spot: slip for slip in hit.payouts.all()}
        for winner in winners:
            slip = slips[winner.spot.spot]
            self.slips[slip.pk] = cents = winner.amount(shares)
            self._compare(str(slip), slip.amount, cents)
            source, target = ("tray_advance", "players") if winner.from_tray else ("primary", "pending")
            self._move(source, target, cents)
        if shares.remaining != posted or shares.won_whole:
            self._settle(hit, won_whole=shares.won_whole)

    def _settle(self, hit: HitEvent, *, won_whole: bool) -> None:
        policy = policy_on(self.progressive, gaming_day(self.progressive.cardroom, hit.recorded_at))
        after = rules.after_hit(self._balances(), won_whole, policy.elections)
        self._move("house", "cage", after.seeded)
        self._stand(after.balances)

    def _end(self, slip: Payout) -> None:
        cents = self.slips[slip.pk]
        if slip.state == PayoutState.PAID:
            self._move("pending", "players", cents)
            self._move(slip.paid_from, "winners", cents)
        elif slip.source == Payout.Source.JACKPOT:
            self._move("pending", "primary", cents)
        elif self.closed_through and slip.gaming_day <= self.closed_through:
            self._move("players", "drop", cents)
            self._move("house", "cage", cents)
            if slip.voided_at:
                self.drops[gaming_day(self.progressive.cardroom, slip.voided_at)] += cents
        else:
            self._move("players", "tray_advance", cents)

    def _count(self, count: Count) -> None:
        cents = sum(line.quantity * line.denomination.value for line in _agreed_lines(count))
        self._compare(str(count), count.total or 0, cents)
        self._move("players", "drop", cents)
        self._move("boxes", "cage", cents)
        self.drops[count.gaming_day] += cents

    def _close(self, close: Close) -> None:
        drop, tray = self.drops[close.gaming_day], self._tray_of(close)
        self._compare(f"{close}: drop", close.drop, drop)
        self._compare(f"{close}: tray payouts", close.tray, tray)
        before = self._balances()
        day = rules.close(before, drop=drop, tray=tray, policy=close.policy.elections)
        for name, cents in asdict(before).items():
            self._compare(f"{close}: {name} before", close.before[name], cents)
        for recorded, step in zip(close.steps, day.steps, strict=True):
            self._compare(f"{close}: {step.name}", recorded["amount"], step.amount)
        self._stand(day.balances)
        self.accounts["drop"] -= drop
        self.accounts["tray_advance"] += tray
        self.accounts["fee"] += day.fee
        self._from_custody("house", drop - day.added + day.shortage_from_backups)
        self.closed_through = close.gaming_day

    def _tray_of(self, close: Close) -> int:
        """Approved when the day was closed: a void that came later does not change what the close was."""
        slips = self.progressive.payouts.filter(source=Payout.Source.TRAY, gaming_day=close.gaming_day)
        return sum(
            self.slips[slip.pk]
            for slip in slips.select_related("final_entry")
            if slip.final_entry is None or slip.final_entry.number > close.entry.number
        )

    def _correct(self, correction: Correction) -> None:
        primary = self.accounts["primary"]
        for move in moves_of(correction):
            self._move(move.source, move.target, move.amount)
            if correction.approved_at and AccountName.DROP in (move.source, move.target):
                day = gaming_day(self.progressive.cardroom, correction.approved_at)
                self.drops[day] += move.amount if move.target == AccountName.DROP else -move.amount
        if self.accounts["primary"] < primary and correction.approved_at:
            day = gaming_day(self.progressive.cardroom, correction.approved_at)
            self._stand(rules.cap_check(self._balances(), policy_on(self.progressive, day).elections).balances)

    def _remove(self, removal: Removal) -> None:
        for each in removal.dispositions.all():
            from_cage = min(each.amount, self.accounts["cage"])
            self.accounts[each.pot] -= each.amount
            self.accounts["cage"] -= from_cage
            self.accounts["bank"] -= each.amount - from_cage
            if not each.to_progressive_id:
                self.accounts["players"] += each.amount
                self.accounts["winners"] += each.amount
        for name in ("seed", "carryover"):
            self._move("players", name, -self.accounts[name])

    def _receive(self, given: Disposition) -> None:
        """What another progressive's removal brought."""
        self.accounts["primary"] += given.amount
        self.accounts["cage"] += given.amount

    def _balances(self) -> rules.Balances:
        pots = {name: self.accounts[name] for name in POTS}
        return rules.Balances(**pots, seed_owed=-self.accounts["seed"], carryover=-self.accounts["carryover"])

    def _stand(self, balances: rules.Balances) -> None:
        for name in POTS:
            self.accounts[name] = getattr(balances, name)
        self.accounts["seed"] = -balances.seed_owed
        self.accounts["carryover"] = -balances.carryover


def _agreed_lines(count: Count) -> Iterable[CountLine]:
    """Pass A of the attempt that all signed."""
    return count.passes.get(attempt=count.attempt, letter="A").lines.select_related("denomination")
