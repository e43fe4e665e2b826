"""Drafting, approving, opening; policies."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from jackpot import rules
from jackpot.models import Approval, PolicyVersion, Progressive
from jackpot.selectors import policy_on
from jackpot.services import policies, progressives
from tables import clock
from tables.refusals import Invalid, NotAllowed, NotThere, Refused
from tests.jackpot.conftest import DAY, NOON, balances

TOMORROW = DAY + timedelta(days=1)
ALL = tuple(Approval.Kind)


def test_opening_seeds_posts_and_puts_the_table_on(house):
    gran = house.open(seed=60_000)
    assert (gran.state, gran.first_day, gran.seed) == ("open", DAY, 60_000)
    assert balances(gran) == {"primary": 60_000, "seed": -60_000, "cage": 60_000, "house": -60_000}
    [posting] = gran.postings.all()
    assert (posting.number, posting.before, posting.after, posting.at) == (1, 0, 60_000, NOON)
    assert (posting.reason, posting.tables) == ("seeded and opened", [house.table.code])
    assert [(row.table, row.from_day, row.to_day) for row in gran.fund.fund_tables.all()] == [(house.table, DAY, None)]
    assert policy_on(gran, DAY).approved_by == house.general


@pytest.mark.parametrize("seed", [0, 49_999])
def test_a_seed_under_500_dollars_is_refused(house, seed):
    drafted = house.draft()
    with pytest.raises(Refused, match=r"at least \$500.00"):
        progressives.open_progressive(progressive=drafted, tables=[house.table], seed=seed, by=house.general)
    drafted.refresh_from_db()
    assert (drafted.state, balances(drafted), drafted.policies.get().approved_by) == ("draft", {}, None)


@pytest.mark.parametrize(
    ("policy", "kinds", "lacking"),
    [
        (rules.Policy(), (), ["accounting process", "house rules for backups and shortages"]),
        (rules.Policy(), (Approval.Kind.HOUSE_RULES,), ["accounting process"]),
        (rules.Policy(backups=False), (), ["accounting process"]),
        (
            rules.Policy(backups=False, fee_bps=100, fee_max_bps=500),
            (Approval.Kind.ACCOUNTING,),
            ["fee"],
        ),
        (
            rules.Policy(backups=False, shortage="backup"),
            (Approval.Kind.ACCOUNTING,),
            ["house rules for backups and shortages"],
        ),
    ],
)
def test_what_the_wsgc_has_not_approved_cannot_be_opened(house, policy, kinds, lacking):
    drafted = house.draft(policy, kinds=kinds)
    with pytest.raises(Refused, match="approval is not recorded") as refusal:
        progressives.open_progressive(progressive=drafted, tables=[house.table], seed=50_000, by=house.general)
    assert refusal.value.errors == {"approvals": lacking}
    assert balances(drafted) == {}
    assert Progressive.objects.get().state == "draft"


def test_the_one_who_drafted_does_not_open(house):
    drafted = progressives.draft_progressive(
        cardroom=house.cardroom, code="gran-b", name="Gran B", policy=rules.Policy(backups=False), by=house.general
    )
    progressives.record_approval(
        progressive=drafted, kind="accounting process", reference="A-1", approved_on=DAY, by=house.general
    )
    with pytest.raises(NotAllowed, match="approved by someone else"):
        progressives.open_progressive(progressive=drafted, tables=[house.table], seed=50_000, by=house.general)
    assert balances(drafted) == {}


def test_a_code_is_taken_once(house, gran):
    with pytest.raises(Invalid, match="is taken"):
        house.draft(code="gran-a")
    assert Progressive.objects.count() == 1


def test_a_floor_manager_does_not_open(house):
    with pytest.raises(NotAllowed, match="may not open progressive"):
        progressives.open_progressive(progressive=house.draft(), tables=[house.table], seed=50_000, by=house.manager)


def test_a_policy_holds_from_its_day_on_once_someone_else_approved_it(house, gran):
    staged = policies.stage_policy(
        progressive=gran, policy=rules.Policy(backups=False), effective_from=TOMORROW, by=house.accountant
    )
    assert policy_on(gran, TOMORROW).number == 1
    with pytest.raises(NotAllowed, match="approved by someone else"):
        policies.approve_policy(policy=staged, by=house.accountant)
    policies.approve_policy(policy=staged, by=house.general)
    assert (policy_on(gran, DAY).number, policy_on(gran, TOMORROW).number) == (1, 2)
    assert policy_on(gran, TOMORROW).elections == rules.Policy(backups=False)


def test_a_policy_is_never_retroactive(house, gran):
    with pytest.raises(Refused, match="has begun"):
        policies.stage_policy(progressive=gran, policy=rules.Policy(), effective_from=DAY, by=house.accountant)
    staged = policies.stage_policy(
        progressive=gran, policy=rules.Policy(backups=False), effective_from=TOMORROW, by=house.accountant
    )
    with clock.at(NOON + timedelta(days=1)), pytest.raises(Refused, match="has begun"):
        policies.approve_policy(policy=staged, by=house.general)
    assert list(PolicyVersion.objects.values_list("number", "approved_by")) == [(1, house.general.pk), (2, None)]


def test_a_maximum_is_never_below_what_is_posted(house, gran):
    with pytest.raises(Refused, match="never below the amount posted"):
        policies.stage_policy(
            progressive=gran, policy=rules.Policy(maximum=49_999), effective_from=TOMORROW, by=house.accountant
        )
    at_posted = policies.stage_policy(
        progressive=gran, policy=rules.Policy(maximum=50_000), effective_from=TOMORROW, by=house.accountant
    )
    house.stand(gran, primary=1)
    with pytest.raises(Refused, match="never below the amount posted"):
        policies.approve_policy(policy=at_posted, by=house.general)
    assert PolicyVersion.objects.get(number=2).approved_by is None


def test_the_metered_accrual_needs_its_approval(house):
    drafted = house.draft(accrual="metered")
    with pytest.raises(Refused, match="third-party system"):
        progressives.open_progressive(progressive=drafted, tables=[house.table], seed=50_000, by=house.general)


def test_the_database_refuses_a_policy_for_a_closed_day(house, gran):
    staged = policies.stage_policy(
        progressive=gran, policy=rules.Policy(fee_max_bps=100), effective_from=TOMORROW, by=house.accountant
    )
    for day in (DAY, TOMORROW):
        house.play(gran, day, 1)
    with (
        pytest.raises(IntegrityError, match="a gaming day that is not closed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(
            "UPDATE jackpot_policyversion SET approved_by_id = %s, approved_at = staged_at WHERE id = %s",
            [house.general.pk, staged.pk],
        )
    assert PolicyVersion.objects.get(number=2).approved_by is None


def test_people_of_another_cardroom_see_nothing(house, gran):
    from tables.models import Cardroom
    from tests.jackpot.conftest import House

    elsewhere = House(Cardroom.objects.create(code="x", name="X", licensee="X", licence_number="X"))
    with pytest.raises(NotThere):
        policies.stage_policy(progressive=gran, policy=rules.Policy(), effective_from=TOMORROW, by=elsewhere.accountant)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE jackpot_progressive SET state = 'retired'",
        "UPDATE jackpot_progressive SET state = 'draft'",
        "UPDATE jackpot_progressive SET seed = 1",
        "UPDATE jackpot_policyversion SET fee_max_bps = 5000",
        "UPDATE jackpot_policyversion SET approved_at = NULL, approved_by_id = NULL",
        "UPDATE jackpot_policyversion SET effective_from = '2026-01-01'",
        "UPDATE jackpot_approval SET reference = 'x'",
        "DELETE FROM jackpot_approval",
        "UPDATE jackpot_posting SET after = 1",
        "DELETE FROM jackpot_posting",
        "DELETE FROM jackpot_threshold",
    ],
)
def test_the_database_refuses(gran, statement):
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
