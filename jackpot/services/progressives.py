"""Opening a progressive: drafted by one person with its first policy, opened and seeded by another."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction

from accounting.ledger.accounts import Kind
from accounting.ledger.books import Move, open_books, open_fund
from accounting.models import Fund
from accounting.selectors.gaming_days import current_day
from accounting.services.funds import put_table_on_fund
from jackpot import rules
from jackpot.models import Approval, PolicyVersion, Progressive, ProgressiveState
from jackpot.services.policies import approve_version, new_version
from jackpot.services.pots import lock_progressive, post_to_primary
from tables import clock
from tables.duties import Job, Role, allowed, require_same_cardroom
from tables.models import Cardroom, Employee, Table
from tables.refusals import Invalid, Refused


@allowed(Role.GENERAL_MANAGER, Role.ACCOUNTANT)
@transaction.atomic
def draft_progressive(
    *,
    cardroom: Cardroom,
    code: str,
    name: str,
    policy: rules.Policy,
    by: Employee,
    accrual: str = PolicyVersion.Accrual.COUNTED,
) -> Progressive:
    """Write down a new progressive and its first policy. Nothing is seeded or posted yet."""
    require_same_cardroom(by, cardroom)
    if Fund.objects.filter(code=code).exists():
        raise Invalid(f"The code {code} is taken. Choose another.", errors={"code": ["This code is taken."]})
    fund = open_fund(cardroom=cardroom, code=code, name=name)
    progressive = Progressive.objects.create(cardroom=cardroom, code=code, name=name, fund=fund)
    new_version(progressive, policy, accrual=accrual, effective_from=None, by=by)
    return progressive


@allowed(Role.GENERAL_MANAGER, Role.ACCOUNTANT)
@transaction.atomic
def record_approval(
    *, progressive: Progressive, kind: str, reference: str, approved_on: date, by: Employee, made_up: bool = False
) -> Approval:
    """Record what the WSGC approved: its reference and its date."""
    require_same_cardroom(by, progressive.cardroom)
    if kind not in Approval.Kind.values:
        raise Invalid(f"{kind} is no kind of approval. Use one of: {', '.join(Approval.Kind.values)}.")
    if not reference.strip():
        raise Invalid("Give the reference of the approval.", errors={"reference": ["Give the reference."]})
    return Approval.objects.create(
        progressive=progressive,
        kind=kind,
        reference=reference.strip(),
        approved_on=approved_on,
        made_up=made_up,
        recorded_by=by,
        recorded_at=clock.now(),
    )


@allowed(Role.GENERAL_MANAGER)
@transaction.atomic
def open_progressive(*, progressive: Progressive, tables: Sequence[Table], seed: int, by: Employee) -> Progressive:
    """Approve the first policy, put the tables on, seed the jackpot and post it: from now on it is played for."""
    progressive = lock_progressive(progressive, by, ProgressiveState.DRAFT)
    policy = progressive.policies.get(number=1)
    if seed < policy.seed_minimum:
        raise Refused(
            f"The jackpot is seeded with at least ${policy.seed_minimum / 100:,.2f}. Put more in.",
            errors={"seed": ["This is under the minimum."]},
        )
    if policy.maximum is not None and policy.maximum < seed:
        raise Refused("The maximum of the first policy is below the seed. Draft it with a higher one.")
    if not tables:
        raise Refused("Name at least one table on which the progressive is played.")
    today = current_day(progressive.cardroom)
    approve_version(policy, today, by=by)
    progressive.state = ProgressiveState.OPEN
    progressive.first_day = today
    progressive.seed = seed
    progressive.save(update_fields=["state", "first_day", "seed"])
    for table in tables:
        put_table_on_fund(fund=progressive.fund, table=table, from_day=today, by=Job("open progressive"))
    post_to_primary(
        progressive,
        open_books(progressive.fund),
        kind=Kind.SEED,
        gaming_day=today,
        by=by,
        explanation=f"{progressive} is seeded and opened",
        document=f"progressive/{progressive.code}",
        moves=[Move("seed", "primary", seed), Move("house", "cage", seed)],
        posting="seeded and opened",
    )
    return progressive
