"""Several cardrooms in one installation: nobody of one sees or changes anything of another, tried at every door.

Everything of the other cardroom is called Zanzibar. Every address and every service is walked; one without an example
(tests/addresses.py, `ARGUMENTS` below) fails.
"""

import inspect
import json
import re
from datetime import UTC, date, datetime
from importlib import import_module
from typing import get_args

import pytest
from django.db.models import Model
from django.test import Client

from accounting.models import Case, Count, Deposit, Entry, Export, Fund
from accounting.models.bank import BankReconciliation, ReconciliationLine, StatementBalance, StopGame
from accounting.models.retention import LegalHold
from accounting.retention import RecordClass
from accounting.services.scheduled_exports import Period
from jackpot import rules
from jackpot.models import Correction, Payout, PolicyVersion, Progressive, Removal
from tables import clock
from tables.duties import DUTIES, Role
from tables.games.limits import Kind
from tables.models import AccessEvent, BarredPatron, Cardroom, DropBox, Employee, PersonalToken, Table, Terminal
from tables.refusals import NotThere
from tables.selectors.addresses import every_address
from tables.selectors.duties import every_duty
from tables.selectors.limits import jurisdiction_limits, rules_for
from tests.addresses import admin_urls, calls, examples, pages, url_of
from tests.everything import dump
from tests.houses import NAME, NOW, SEED, houses, signed_in  # noqa: F401 - a fixture

pytestmark = pytest.mark.one_database
every_duty()  # imports every service
NAMES = list(dict.fromkeys(address.name for address in every_address()))
TURNED_AWAY = {403, 404, 405}
LEFT_OVER = {"api/"}  # whatever is no call: told so, the same for everyone


@pytest.fixture(scope="module")
def intruders(houses, django_db_blocker):
    """Someone of our cardroom for every role, one without any, and one who belongs to no cardroom at all."""
    ours, _ = houses
    with django_db_blocker.unblock():
        people = {str(role): signed_in(person) for role, person in ours.people.items()}
        homeless = Employee.objects.create(username="nobody", name="Nobody", employee_number="0")
        homeless.groups.set(ours.general.groups.all())
        return people | {"no role": signed_in(ours.floor.guard), "no cardroom": signed_in(homeless)}


@pytest.fixture(scope="module")
def terminal(houses):
    return Client(raise_request_exception=False, headers={"authorization": f"Bearer {houses[0].device_token}"})


@pytest.fixture(scope="module")
def before(houses, intruders, django_db_blocker):
    with django_db_blocker.unblock():
        return everything()


@pytest.fixture(autouse=True)
def _at_noon(settings):
    settings.CALLS_PER_MINUTE = {"terminal": 0, "person": 0, "stranger": 0}
    with clock.at(NOW):
        yield


def everything():
    """All that is kept; only a browser's session may remember what it was told, and the trail that it was refused."""
    others = AccessEvent.objects.exclude(kind=AccessEvent.Kind.ACTION_REFUSED).order_by("pk")
    return dump("django_session", "tables_accessevent"), list(others.values_list())


def names_the_others(answer, url):
    """Whether the answer tells of Zanzibar; what the caller has typed into the address may come back."""
    content = b"".join(answer) if answer.streaming else answer.content
    said = (content + repr(dict(answer.items())).encode()).decode(errors="replace")
    for typed in re.split("[/?&=]", url):
        said = said.replace(typed, "") if NAME.lower() in typed else said
    return NAME.lower() in said.lower() or f"{SEED / 100:,.2f}" in said or f"{SEED / 100:.2f}" in said


def post(client, name, url, body):
    if name.startswith("api-"):
        headers = {"Idempotency-Key": "tenancy-test"}
        return client.post(url, json.dumps(body), content_type="application/json", headers=headers)
    return client.post(url, body)


def test_every_address_has_an_example(houses):
    assert set(NAMES) == set(examples(houses[1])) | LEFT_OVER


@pytest.mark.parametrize("name", [name for name in NAMES if name not in LEFT_OVER])
def test_an_address_of_another_cardroom(db, houses, intruders, terminal, before, name):
    """Whoever asks for a record of theirs is told that there is none; lists have none of theirs in them."""
    example = examples(houses[1])[name]
    url = url_of(name, example)
    callers = {**intruders, "terminal": terminal} if name.startswith("api-") else intruders
    if example.whose == "public":
        callers = {"no role": intruders["no role"]}
    for who, client in callers.items():
        answers = [client.get(url), *(post(client, name, url, body) for body in example.bodies)]
        if example.whose == "record":
            assert {answer.status_code for answer in answers} <= TURNED_AWAY, (who, url)
        assert all(answer.status_code != 500 for answer in answers), (who, url)
        if example.whose != "public":
            assert not any(names_the_others(answer, url) for answer in answers), (who, url)
    assert everything() == before


@pytest.mark.parametrize("name", [name for name in NAMES if name not in LEFT_OVER])
def test_the_examples_are_of_something(db, houses, name):
    """The same address answers its own people: otherwise the refusals above would say nothing."""
    theirs = houses[1]
    example = examples(theirs)[name]
    if example.whose != "record":
        return
    url = url_of(name, example)
    answers = [theirs.client_of(role).get(url).status_code for role in Role]
    if set(answers) <= TURNED_AWAY:
        device = Client(headers={"authorization": f"Bearer {theirs.device_token}"}, raise_request_exception=False)
        owner = Client(headers={"authorization": f"Bearer {theirs.token_text}"}, raise_request_exception=False)
        callers = [*(theirs.client_of(role) for role in Role), device, owner]
        answers = [post(client, name, url, body).status_code for client in callers for body in example.bodies]
    assert not set(answers) <= TURNED_AWAY
    assert 500 not in answers


# Forms that name a second record beside the one in the address.
NAMING_ANOTHER = [
    "place-box",
    "pull-box",
    "empty-box",
    "sign-count",
    "finish-pass",
    "open-progressive",
    "table",
    "report-hit",
    "retention",
    "removal",
    "cases",
    "case",
]


@pytest.mark.parametrize("name", NAMING_ANOTHER)
def test_our_own_address_with_one_of_theirs_in_the_form(db, houses, intruders, before, name):
    ours, theirs = houses
    url = url_of(name, pages(ours)[name])
    body = pages(theirs)[name].bodies[-1]
    for who in map(str, Role):
        answer = intruders[who].post(url, body)
        assert answer.status_code in {403, 404, 409, 422}, (who, answer.status_code)
        assert not names_the_others(answer, url), who
    assert everything() == before


def test_a_terminal_speaks_for_its_own_table_only(db, houses, terminal, before):
    """Also within its cardroom: another table's address is no address for it."""
    other = houses[0].ending.fund.fund_tables.get().table
    for name, example in calls(houses[0]).items():
        if "table" in example.parts:
            url = url_of(name, example).replace(houses[0].table.code, other.code)
            answers = [terminal.get(url), *(post(terminal, name, url, body) for body in example.bodies)]
            assert {answer.status_code for answer in answers} <= {404, 405}, url
    assert everything() == before


def test_a_rule_that_one_cardroom_records_binds_no_other(db, houses):
    """Both are in one jurisdiction, and each has recorded what its own council resolved."""
    for house in houses:
        in_force = jurisdiction_limits(house.cardroom, NOW, "spanish-poker")
        assert in_force[Kind.WAGER].source == f"{house.name} resolution"
        recorded = rules_for(house.cardroom).exclude(author_employee=None)
        assert [rule.source for rule in recorded] == [f"{house.name} resolution"]


def test_the_back_door(db, houses, intruders):
    """/admin/ shows all cardrooms, so nobody of one of them enters, not even with all of Django's permissions."""
    ours, theirs = houses
    Employee.objects.filter(pk=ours.administrator.pk).update(is_staff=True, is_superuser=True)
    before = everything()
    newest = {type(record): record for record in vars(theirs).values() if isinstance(record, Model)}
    for url in set(admin_urls(newest.get)) - {"/admin/logout/"}:
        for who in ("administrator", "general manager"):
            client = intruders[who]
            answers = [client.get(url), client.post(url, {"name": "Ours now"})]
            assert {answer.status_code for answer in answers} <= {302, 200, 403, 404}, (who, url)
            assert all("login" in answer["Location"] for answer in answers if answer.status_code == 302), (who, url)
            assert not any(names_the_others(answer, url) for answer in answers), (who, url)
    assert everything() == before


# A record for every kind that a service takes.
RECORDS = {
    Cardroom: lambda house: house.cardroom,
    Fund: lambda house: house.gran.fund,
    StatementBalance: lambda house: house.statement,
    Deposit: lambda house: house.deposit,
    Case: lambda house: house.case,
    Employee: lambda house: house.manager,
    DropBox: lambda house: house.box,
    Count: lambda house: house.count,
    Export: lambda house: house.export,
    StopGame: lambda house: house.stop,
    Table: lambda house: house.table,
    BankReconciliation: lambda house: house.reconciliation,
    LegalHold: lambda house: house.hold,
    Progressive: lambda house: house.gran,
    Correction: lambda house: house.correction,
    Entry: lambda house: house.entry,
    Payout: lambda house: house.slip,
    PolicyVersion: lambda house: house.policy,
    Removal: lambda house: house.removal,
    BarredPatron: lambda house: house.barred,
    PersonalToken: lambda house: house.token,
    Terminal: lambda house: house.device,
}
# What else services ask for. They are refused before they look at it.
PLAIN = {
    str: "text",
    int: 1,
    bool: False,
    date: NOW.date(),
    datetime: datetime(2026, 12, 1, 19, tzinfo=UTC),
    Role: Role.ACCOUNTANT,
    RecordClass: RecordClass.JOB_RUNS,
    ReconciliationLine.Kind: ReconciliationLine.Kind.OTHER,
    rules.Policy: rules.Policy(),
    Period: None,
}
# These concern only whoever asks, and take no record of anybody.
OF_ONESELF = {"tables.services.identity.choose_pin", "tables.services.terminals.make_personal_token"}


def arguments(action, ours, theirs, foreign):
    """Arguments for a service: those named in `foreign` of their house, other records of ours."""
    given = {}
    for name, parameter in inspect.signature(service(action)).parameters.items():
        kind = next((one for one in (*get_args(parameter.annotation), parameter.annotation) if one in RECORDS), None)
        if name == "by":
            continue
        if kind:
            given[name] = RECORDS[kind](theirs if name in foreign else ours)
        elif name == "tables":
            given[name] = [theirs.table] if name in foreign else [ours.table]
        elif parameter.default is inspect.Parameter.empty:
            given[name] = PLAIN.get(parameter.annotation, [])
    return given


def records_of(action):
    """The names of a service's arguments that are records."""
    parameters = inspect.signature(service(action)).parameters.items()
    return [
        name
        for name, parameter in parameters
        if name == "tables"
        or (name != "by" and {parameter.annotation, *get_args(parameter.annotation)} & RECORDS.keys())
    ]


def service(action):
    module, name = action.rsplit(".", 1)
    return getattr(import_module(module), name)


def actors(action, house):
    """Everyone of the house who may do this at all; jobs act for every cardroom."""
    people = [house.people[role] for role in Role if role in DUTIES[action]]
    return [*people, *([house.device] if "terminal" in DUTIES[action] else [])]


def test_every_service_takes_records_that_are_known_here():
    """A service that takes no record cannot be told apart by cardroom: then it is named above."""
    assert {action for action in DUTIES if not records_of(action)} == OF_ONESELF


@pytest.mark.parametrize("action", sorted(DUTIES))
def test_a_service_with_records_of_another_cardroom(db, houses, before, action):
    """All of them theirs, or only one: it is as if there were none."""
    ours, theirs = houses
    names = records_of(action)
    for by in actors(action, ours):
        for foreign in [names, *([name] for name in names if len(names) > 1)]:
            if foreign:
                with pytest.raises(NotThere, match=r"^There is no such record in your cardroom\.$"):
                    service(action)(by=by, **arguments(action, ours, theirs, foreign))
    assert everything() == before
