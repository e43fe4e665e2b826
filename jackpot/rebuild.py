"""Every balance, slip, posting and close once more, from the source facts: what was counted, dealt, decided and paid.

The facts are taken in the order in which they were recorded. Cards are ranked again, shares split again, days closed
again by the rules; no amount is read from the ledger. What then stands in each account is compared with the ledger, and
each slip, posting and close with what it says. One cent of difference is an alarm.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import date, datetime, timedelta
from functools import cached_property, partial
from itertools import zip_longest
from operator import attrgetter

from django.db.models import F, Sum

from accounting.gaming_days import gaming_day
from accounting.ledger.accounts import AccountName
from accounting.models import Count, CountPass, CountState, Deposit
from jackpot import rules
from jackpot.models import Close, Correction, Disposition, HitEvent, Payout, PayoutState, Progressive, Removal
from jackpot.services.corrections import moves_of
from jackpot.winners import WinningSpot, share_in_words, split_between, winners_of
from tables.money import dollars
from tables.refusals import Refused

Fact = tuple[int, Callable[[], None]]  # the number of its entry, and what it does
POTS = ("primary", "backup1", "backup2", "unallocated")
# What a fact can raise that was changed behind our back: cards that are none, a slip that is gone.
UNUSABLE = (Refused, ValueError, KeyError, TypeError)


class Rebuild:
    """One progressive's accounts, worked out from nothing but its facts."""

    def __init__(self, progressive: Progressive) -> None:
        self.progressive = progressive
        self.accounts: Counter[str] = Counter()
        self.drops: Counter[date] = Counter()
        self.slips: dict[int, int] = {}  # cents, by the slip's id
        self.postings: list[tuple[int, int]] = []  # before and after
        self.closed_through: date | None = None
        self.differences: list[str] = []

    def run(self) -> list[str]:
        """Work through the facts and say where the records differ, one sentence each."""
        for number, happen in sorted(self._facts(), key=lambda fact: fact[0]):
            try:
                happen()
            except UNUSABLE as problem:
                self._differ(f"entry {number} cannot be worked out again: {problem}")
                return self.differences
        for account in self.progressive.fund.accounts.order_by("pk"):
            self._compare(f"account {account.name}", account.balance, self.accounts[account.name])
        self._compare_postings()
        return self.differences

    def _differ(self, sentence: str) -> None:
        self.differences.append(f"{self.progressive.code}: {sentence}")

    def _compare(self, what: str, recorded: int, rebuilt: int) -> None:
        if recorded != rebuilt:
            self._differ(f"{what} is {dollars(recorded)}, and {dollars(rebuilt)} from the facts.")

    def _compare_postings(self) -> None:
        recorded = self.progressive.postings.order_by("number").values_list("before", "after")
        for number, (said, rebuilt) in enumerate(zip_longest(recorded, self.postings), start=1):
            if said != rebuilt:
                self._differ(f"posting {number} says {said}, and {rebuilt} cents from the facts.")
                return

    # The facts, each with its place in the order of recording.

    def _facts(self) -> Iterator[Fact]:
        progressive = self.progressive
        opened = progressive.postings.order_by("number").select_related("entry").first()
        if opened:
            yield opened.entry.number, self._open
        for hit in progressive.hits.select_related("progressive").prefetch_related("payouts__entry"):
            yield min(slip.entry.number for slip in hit.payouts.all()), partial(self._hit, hit)
        for slip in progressive.payouts.filter(final_entry__isnull=False).select_related("final_entry"):
            if slip.final_entry:
                yield slip.final_entry.number, partial(self._end, slip)
        counts = Count.objects.filter(fund=progressive.fund, state=CountState.LOCKED).select_related("entry")
        for count in counts:
            if count.entry:
                yield count.entry.number, partial(self._count, count)
        for close in progressive.closes.select_related("entry", "policy", "progressive"):
            yield close.entry.number, partial(self._close, close)
        posted = progressive.corrections.filter(entry__isnull=False).select_related("entry", "corrects")
        for correction in posted:
            if correction.entry:
                yield correction.entry.number, partial(self._correct, correction)
        yield from self._deposits()
        yield from self._removals()

    def _deposits(self) -> Iterator[Fact]:
        for deposit in Deposit.objects.filter(fund=self.progressive.fund).select_related("entry"):
            yield deposit.entry.number, partial(self._move, "cage", "bank", deposit.amount)
            if deposit.voided_at:
                voiding = deposit.entry.corrected_by.get()
                yield voiding.number, partial(self._move, "bank", "cage", deposit.amount)

    def _removals(self) -> Iterator[Fact]:
        completed = Removal.objects.filter(state=Removal.State.COMPLETED).select_related("entry")
        for removal in completed.filter(progressive=self.progressive):
            if removal.entry:
                yield removal.entry.number, partial(self._remove, removal)
        for removal in completed.filter(dispositions__to_progressive=self.progressive).distinct():
            if removal.entry:
                yield removal.entry.number, partial(self._receive, removal)

    # What is asked of all facts at once, so that years of them take a few statements.

    @cached_property
    def _counted(self) -> dict[int, dict[str, tuple[int, int]]]:
        """Of each count, by letter: the total of the pass and the cents of its lines, in the attempt all signed."""
        agreed = CountPass.objects.filter(count__fund=self.progressive.fund, attempt=F("count__attempt"))
        cents = Sum(F("lines__quantity") * F("lines__denomination__value"), default=0)  # a nil count has no lines
        found: dict[int, dict[str, tuple[int, int]]] = defaultdict(dict)
        rows = agreed.order_by("letter").values_list("count", "letter", "total").annotate(cents=cents)
        for count, letter, total, of_lines in rows:
            found[count][letter] = (total, of_lines)
        return found

    @cached_property
    def _tray_slips(self) -> list[Payout]:
        slips = self.progressive.payouts.filter(source=Payout.Source.TRAY)
        return list(slips.select_related("final_entry"))

    @cached_property
    def _policies(self) -> list[tuple[date, rules.Policy]]:
        approved = self.progressive.policies.filter(approved_by__isnull=False, effective_from__isnull=False)
        in_order = sorted(approved, key=attrgetter("effective_from", "number"))
        return [(version.effective_from, version.elections) for version in in_order if version.effective_from]

    def _policy_at(self, moment: datetime) -> rules.Policy:
        return self._policy_on(self._day_of(moment))

    def _policy_on(self, day: date) -> rules.Policy:
        return [elections for from_day, elections in self._policies if from_day <= day][-1]

    def _day_of(self, moment: datetime) -> date:
        return gaming_day(self.progressive.cardroom, moment)

    # What each fact does to the accounts.

    def _move(self, source: str, target: str, cents: int) -> None:
        self.accounts[source] -= cents
        self.accounts[target] += cents

    def _from_custody(self, target: str, cents: int) -> None:
        from_cage = min(cents, self.accounts["cage"])
        self._move("cage", target, from_cage)
        self._move("bank", target, cents - from_cage)

    def _post(self) -> None:
        """What is posted at the tables follows the primary."""
        before = self.postings[-1][1] if self.postings else 0
        if before != self.accounts["primary"]:
            self.postings.append((before, self.accounts["primary"]))

    def _seed(self, cents: int) -> None:
        self._move("seed", "primary", cents)
        self._move("house", "cage", cents)
        self._post()

    def _open(self) -> None:
        self._seed(self.progressive.seed or 0)

    def _hit(self, hit: HitEvent) -> None:
        posted = self.accounts["primary"]
        self._compare(f"{hit}: posted amount", hit.posted, posted)
        winners = winners_of(self.progressive, [WinningSpot(**spot) for spot in hit.spots])
        shares = split_between(posted, winners)
        slips = {slip.spot: slip for slip in hit.payouts.all()}
        if len(slips) != len(winners):
            self._differ(f"{hit} has {len(slips)} slips, and {len(winners)} from the facts.")
        pot = posted
        for winner in winners:
            slip = slips[winner.spot.spot]
            self.slips[slip.pk] = cents = winner.amount(shares)
            self._compare(str(slip), slip.amount, cents)
            self._compare(f"{slip}: pot before", slip.pot_before, pot)
            pot -= 0 if winner.from_tray else cents
            self._compare(f"{slip}: pot after", slip.pot_after, pot)
            share = share_in_words(winner, winners)
            if (slip.category, slip.cards, slip.share) != (winner.category, winner.cards, share):
                said = f"{slip.category} with {slip.cards}, {slip.share}"
                self._differ(f"{slip} says {said}; the facts say {winner.category}, {share}.")
            source, target = ("tray_advance", "players") if winner.from_tray else ("primary", "pending")
            self._move(source, target, cents)
        self._post()
        if any(not winner.from_tray for winner in winners):
            self._settle(hit, won_whole=shares.won_whole)

    def _settle(self, hit: HitEvent, *, won_whole: bool) -> None:
        after = rules.after_hit(self._balances(), won_whole, self._policy_at(hit.recorded_at))
        self._move("backup1", "primary", after.promoted)
        self._move("backup2", "backup1", after.moved_up)
        self._post()
        self._move("backup1", "primary", after.returned_from_backup1)
        self._move("backup2", "primary", after.returned_from_backup2)
        self._post()
        self._seed(after.seeded)

    def _end(self, slip: Payout) -> None:
        """A slip that was paid or voided."""
        cents = self.slips[slip.pk]
        if slip.state == PayoutState.PAID:
            self._move("pending", "players", cents)
            self._move(slip.paid_from, "winners", cents)
        elif slip.source == Payout.Source.JACKPOT:
            self._move("pending", "primary", cents)
            self._post()
        elif self._is_closed(slip.gaming_day) and slip.voided_at:
            self._move("players", "drop", cents)
            self._move("house", "cage", cents)
            self.drops[self._open_day(slip.voided_at)] += cents
        else:
            self._move("players", "tray_advance", cents)

    def _is_closed(self, day: date) -> bool:
        return self.closed_through is not None and day <= self.closed_through

    def _open_day(self, moment: datetime) -> date:
        """The gaming day of the moment; the first open one, if the clock had been set back into a closed one."""
        day = self._day_of(moment)
        return self.closed_through + timedelta(days=1) if self.closed_through and self._is_closed(day) else day

    def _count(self, count: Count) -> None:
        passes = self._counted[count.pk]
        for letter, (said, of_lines) in passes.items():
            name = CountPass.Letter(letter).label
            self._compare(f"{count}, {name}", said, of_lines)
            self._compare(f"{count}, beside {name}", count.total or 0, of_lines)
        _, cents = passes[CountPass.Letter.A]
        self._move("players", "drop", cents)
        self._move("boxes", "cage", cents)
        self.drops[count.gaming_day] += cents

    def _close(self, close: Close) -> None:
        drop, tray = self.drops[close.gaming_day], self._tray_of(close)
        self._compare(f"{close}: drop", close.drop, drop)
        self._compare(f"{close}: tray payouts", close.tray, tray)
        if close.policy.elections != self._policy_on(close.gaming_day):
            self._differ(f"{close} went by {close.policy}, which was not in force.")
        before = self._balances()
        day = rules.close(before, drop=drop, tray=tray, policy=close.policy.elections)
        for when, recorded, balances in (("before", close.before, before), ("after", close.after, day.balances)):
            for name, cents in asdict(balances).items():
                self._compare(f"{close}: {name} {when}", recorded[name], cents)
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
        return sum(
            self.slips[slip.pk]
            for slip in self._tray_slips
            if slip.gaming_day == close.gaming_day
            and (slip.final_entry is None or slip.final_entry.number > close.entry.number)
        )

    def _correct(self, correction: Correction) -> None:
        if not correction.approved_at:
            raise ValueError("a correction was posted that nobody approved")
        day = correction.corrects.gaming_day
        day = self._open_day(correction.approved_at) if self._is_closed(day) else day
        primary = self.accounts["primary"]
        for move in moves_of(correction):
            self._move(move.source, move.target, move.amount)
            if AccountName.DROP in (move.source, move.target):
                self.drops[day] += move.amount if move.target == AccountName.DROP else -move.amount
        self._post()
        if self.accounts["primary"] < primary:
            self._stand(rules.cap_check(self._balances(), self._policy_at(correction.approved_at)).balances)

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
        self._post()

    def _receive(self, removal: Removal) -> None:
        """What another progressive's removal brought."""
        for given in Disposition.objects.filter(removal=removal, to_progressive=self.progressive):
            self.accounts["primary"] += given.amount
            self.accounts["cage"] += given.amount
        self._post()

    def _balances(self) -> rules.Balances:
        pots = {name: self.accounts[name] for name in POTS}
        return rules.Balances(**pots, seed_owed=-self.accounts["seed"], carryover=-self.accounts["carryover"])

    def _stand(self, balances: rules.Balances) -> None:
        for name in POTS:
            self.accounts[name] = getattr(balances, name)
        self.accounts["seed"] = -balances.seed_owed
        self.accounts["carryover"] = -balances.carryover
        self._post()
