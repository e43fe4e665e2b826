"""The matrix of duties: printed as it is, tried cell by cell, and without a service that nobody listed."""

import ast
import inspect
from importlib import import_module
from io import StringIO
from pkgutil import walk_packages

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command

from tables.duties import DUTIES, Job, Role, roles_of
from tables.models import Cardroom, Table, Terminal
from tables.refusals import NotAllowed
from tables.selectors.duties import ROOMS, every_duty
from tests.conftest import ROOT
from tests.floor import hire

every_duty()  # imports every service
ACTORS = [*map(str, Role), "terminal", "job"]

# Steps that services share: they write inside the transaction of a service, which has asked who it is.
WITHOUT_ACTOR = {
    "accounting.services.cases.open_case",
    "jackpot.services.policies.approve_version",
    "jackpot.services.policies.new_version",
    "jackpot.services.pots.check_caps",
    "jackpot.services.pots.post_cap_excess",
    "tables.services.access.record_access",
    "tables.services.access.record_change",
}

# Without anyone to name: a code or a credential is the proof, it reads only, or a service that has asked calls it.
STEPS = {
    "accounting.services.exports.signing_key",
    "accounting.services.gaming_days.mark_closed",
    "accounting.services.jobs.job_run",
    "accounting.services.retention.offer_for_purge",
    "accounting.services.scheduled_exports.due_packages",
    "accounting.services.scheduled_exports.settled_periods",
    "jackpot.services.corrections.moves_of",
    "jackpot.services.corrections.reversal_of",
    "jackpot.services.hands.progressive_of",
    "jackpot.services.policies.require_approvals",
    "jackpot.services.pots.balances_of",
    "jackpot.services.pots.lock_progressive",
    "jackpot.services.pots.locked_progressives",
    "jackpot.services.pots.out_of_custody",
    "jackpot.services.pots.post_to_primary",
    "jackpot.services.pots.record_posting",
    "jackpot.services.pots.require_state",
    "jackpot.services.tax.in_full",
    "tables.services.identity.confirm_identity",
    "tables.services.identity.person_at_tablet",
    "tables.services.people.require_independent",
    "tables.services.terminals.caller_of",
    "tables.services.terminals.enrol_terminal",
    "tables.services.terminals.note_seen",
    "tables.services.terminals.revoke_tokens_of",
}

# What each of these roles may do at all, in words: the separation that the Commission asks for.
OWN_CREDENTIALS = {"choose_pin", "make_personal_token", "revoke_personal_token"}
ONLY = {
    Role.AUDITOR: OWN_CREDENTIALS | {"preview_close", "request_export", "cancel_export", "retry_export"},
    Role.SURVEILLANCE: OWN_CREDENTIALS | {"comment_case", "preview_hit"},
    Role.ADMINISTRATOR: OWN_CREDENTIALS
    | {
        "set_count_rules",
        "add_denomination",
        "retire_denomination",
        "record_limit",
        "register_table",
        "change_cardroom",
    }
    | {"hire_employee", "give_roles", "let_go", "reset_second_factor"},
}


def service(action):
    module, name = action.rsplit(".", 1)
    return getattr(import_module(module), name)


def gets_in(action, actor):
    try:
        service(action)(by=actor)
    except NotAllowed:
        return False
    except TypeError as missing:
        if "required keyword-only argument" not in str(missing):
            raise
    return True


@pytest.fixture
def actors(db):
    """Somebody for every column."""
    cardroom = Cardroom.objects.create(
        code="tri-city", name="Tri-City Cardroom", licensee="Tri-City Cardroom LLC", licence_number="67-00001"
    )
    table = Table.objects.create(cardroom=cardroom, code="sp-1", number=1, name="Spanish Poker 1")
    people = {str(role): hire(cardroom, str(role), "gambling", role) for role in Role}
    return {**people, "terminal": Terminal.objects.create(table=table, name="T1"), "job": Job("test")}


@pytest.mark.parametrize("action", sorted(DUTIES))
def test_every_cell(actors, action):
    """Who is not listed is refused at the door; who is gets past it, to where the service asks for its arguments."""
    assert {name: gets_in(action, actor) for name, actor in actors.items()} == {
        name: name in DUTIES[action] for name in ACTORS
    }


@pytest.mark.parametrize("nobody", [AnonymousUser(), None, object()])
def test_who_is_no_employee_terminal_or_job_acts_in_no_role(nobody):
    """Not even in a terminal's, by being nothing else."""
    assert roles_of(nobody) == frozenset()


@pytest.mark.parametrize("role", ONLY)
def test_those_who_must_not_act(role):
    assert {action.rsplit(".", 1)[1] for action, allowed in DUTIES.items() if role in allowed} == ONLY[role]


def test_the_page_of_the_docs_is_the_matrix():
    printed = StringIO()
    call_command("duties", stdout=printed)

    assert (ROOT / "docs/duties.md").read_text() == printed.getvalue()


def test_every_service_has_its_line():
    """A function of a service is in the matrix or, for a reason, in a list above; or it does not land."""
    without = set()
    for room in ROOMS:
        services = import_module(f"{room}.services")
        for module in walk_packages(services.__path__, f"{services.__name__}."):
            tree = ast.parse(inspect.getsource(import_module(module.name)))
            without |= {
                f"{module.name}.{node.name}"
                for node in tree.body
                if isinstance(node, ast.FunctionDef)
                and not node.name.startswith("_")
                and f"{module.name}.{node.name}" not in DUTIES
            }
    assert without == WITHOUT_ACTOR | STEPS
