"""Every address of Bote, with an example for each: what stands in it, and what is sent to it.

The addresses come from the resolver, the examples from here. Tests that walk all addresses fail for one without an
example, so a new page or call needs its line below.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.urls import get_resolver, reverse

from tables.selectors.addresses import walk
from tests.houses import MONTH

CARDS = {"spot-1": ["7h", "Jh", "Qh", "Kh", "Ah"]}
HAND = {"report": "winners", "dealt_at": "2026-12-01T19:59:00Z", "winners": [{"spot": 1, "cards": "7h Jh Qh Kh Ah"}]}
# What django-allauth calls the pages of one's own sign-in.
SIGNING_IN = ["account_login", "account_logout", "account_change_password", "account_reauthenticate"]
SIGNING_IN += ["mfa_authenticate", "mfa_reauthenticate", "mfa_index", "mfa_activate_totp", "mfa_deactivate_totp"]
SIGNING_IN += ["mfa_view_recovery_codes", "mfa_generate_recovery_codes"]
REASON = {"reason": "For the test."}


@dataclass(frozen=True)
class Example:
    """One address: its parts, a query that asks for the same cardroom, and bodies that would be taken from its people.

    `whose` says what the parts name: records of the cardroom, nothing at all, or what is public anyway.
    """

    parts: dict = field(default_factory=dict)
    bodies: tuple = ()
    query: str = ""
    whose: str = "nothing"


def of(*bodies, **parts):
    return Example(parts, bodies, whose="record")


def plain(*bodies, query=""):
    return Example(bodies=bodies, query=query)


def public(**parts):
    return Example(parts, whose="public")


def pages(house):
    """The pages, by name."""
    box, count, code = house.box.pk, house.count.number, house.gran.code
    crew = {"security": house.floor.guard.pk, "gambling": house.floor.ann.pk, "surveillance": house.floor.watcher.pk}
    sheet = {"key": "0123456789", "by": house.floor.ann.pk, "credential": "2468", "nil": "on"}
    move = {"source": "drop", "target": "players", "amount": "1.00", "reason": ""}
    correction = {"explanation": "For the test.", "form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "0"}
    correction |= {f"form-0-{name}": value for name, value in move.items()}
    goes = {"pot": "primary", "amount": "1.00", "kind": "another progressive", "to_progressive": house.gran.pk}
    disposition = {"form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "0", "form-0-description": "For the test."}
    disposition |= {f"form-0-{name}": value for name, value in goes.items()}
    opener = {"table": house.table.pk, "amount": "200", "noticed_at": "2026-12-01T11:00", "what_happened": "Wrong."}
    fund, day, month = f"fund={code}", house.days[-1], f"{MONTH:%Y-%m}"
    return {
        "today": plain(),
        "board": public(code=code),
        "board-state": public(code=code),
        "posting-card": public(code=code),
        "days": plain(),
        "day": Example({"on": day}),
        "close": of(on=day, code=code),
        "close-now": of({}, on=day, code=code),
        "payouts": plain(query="state=all"),
        "report-hit": plain({"table": house.table.code, "key": "12345678", **CARDS}, query=f"table={house.table.code}"),
        "payout": of(
            {"do": "verify"},
            {"do": "pay", "paid_from": "cage", "method": "check"},
            {"do": "approve"},
            {"do": "void", **REASON},
            number=house.slip.number,
        ),
        "tax-identity": of(
            {"do": "record", "number": "900-12-3456"}, {"do": "show", **REASON}, number=house.slip.number
        ),
        "print-slip": of({}, {"as": "page"}, number=house.slip.number),
        "progressives": plain(),
        "draft-progressive": plain(),
        "open-progressive": of(
            {"do": "approval", "kind": "accounting", "reference": "R", "approved_on": "2026-11-01"},
            {"do": "open", "tables": [house.table.pk], "seed": "500"},
            code=house.drafted.code,
        ),
        "progressive": of(code=code),
        "policies": of(code=code),
        "stage-policy": of({"effective_from": "2026-12-20"}, code=code),
        "approve-policy": of({}, code=code, number=house.policy.number),
        "odds": plain(),
        "hit": of(code=code, number=house.hit_event.number),
        "counts": plain(),
        "count-history": plain(),
        "place-box": of({"table": house.table.pk}, pk=box),
        "pull-box": of(crew, pk=box),
        "receive-box": of({}, pk=box),
        "empty-box": of({"witness": house.floor.bob.pk}, pk=box),
        "begin-count": of({}, pk=box),
        "count": of(number=count),
        "count-sheet": of(number=count),
        "finish-pass": of(sheet, {**sheet, "letter": "V"}, number=count),
        "recount": of(REASON, number=count),
        "sign-count": of({"by": house.floor.ann.pk, "credential": "2468"}, number=count),
        "ledger": plain(query=f"{fund}&document=deposit/{house.deposit.number}"),
        "entry": of(number=house.entry.number),
        "removal": of(
            {"do": "announce", "last_day": f"{day}", "notice": "Ends."},
            {"do": "approve"},
            {"do": "plan", "approval_reference": "R-1", **disposition},
            code=code,
        ),
        "corrections": plain(),
        "correction": of(pk=house.correction.pk),
        "approve-correction": of({}, pk=house.correction.pk),
        "decline-correction": of({"why": "For the test."}, pk=house.correction.pk),
        "propose-correction": of(correction, number=house.entry.number),
        "correct-count": of({"total": "1.00", "explanation": "For the test."}, number=count),
        "deposits": plain(query=fund),
        "deposit": of(REASON, number=house.deposit.number),
        "funding": plain(query=fund),
        "reconciliations": plain(query=fund),
        "reconciliation": of({"do": "prepare"}, {"do": "sign"}, code=code, month=month),
        "cases": plain({"do": "opener", **opener}, query="show=all"),
        "case": of(
            {"do": "comment", "text": "Seen."},
            {"do": "explain", "text": "So."},
            {"do": "tell", "text": "R-1"},
            {"do": "resolve", "text": "Done."},
            {"do": "assign", "owner": f"{house.accountant.pk}/accountant"},
            number=house.case.number,
        ),
        "exports": plain(),
        "export": of({"do": "cancel"}, {"do": "retry"}, number=house.export.number),
        "download": of(number=house.export.number),
        "jobs": plain(),
        "setup": plain(),
        "setup-cardroom": plain(),
        "limits": plain(),
        "count-rules": plain(),
        "retention": plain({"do": "lift", "hold": house.hold.pk, **REASON}),
        "people": plain(),
        "person": of({"roles": ["floor manager"]}, {"do": "let go"}, {"do": "reset"}, pk=house.manager.pk),
        "tables": plain(),
        "table": of(
            {"do": "limit", "amount": "100"},
            {"do": "box", "number": "9", "kind": "banked"},
            {"do": "terminal", "name": "T9", "profile": "table"},
            {"do": "revoke", "terminal": house.device.pk},
            code=house.table.code,
        ),
        "order-table": of({"ante_minimum": "5"}, code=house.table.code, game="spanish-poker"),
        "login": plain(),
        "logout": plain(),
        "account": plain(),
        "change-password": plain(),
        "choose-pin": plain(),
        "access": plain(query=f"person={house.manager.pk}"),
        **dict.fromkeys(SIGNING_IN, plain()),
        "set_language": plain(),
    }


def calls(house):
    """The calls of the API, by name. A body that names another record of the house is in it too."""
    table, code, slip = {"table": house.table.code}, {"code": house.gran.code}, {"number": house.slip.number}
    count, export = {"count": house.count.pk}, {"export": house.export.pk}
    people = {"security": "Sam", "gambling": "Ann", "surveillance": "Wanda"}
    step = {"event": "placed", "number": house.box.number, "kind": house.box.kind}
    paid = {"amount": "1.00", "from_day": f"{house.days[0]}", "to_day": f"{house.days[0]}", "receipt": "R-9"}
    return {
        "api-enrolments": plain(),
        "api-terminals": plain(),
        "api-invitations": plain({**table, "name": "T9"}),
        "api-revoke-terminal": of({}, terminal=house.device.pk),
        "api-tokens": plain(),
        "api-revoke-token": of({}, token=house.token.pk),
        "api-boxes": of(step, {**step, "event": "pulled", **people}, {**step, "event": "received"}, **table),
        "api-limits": of(**table),
        "api-wagers": of({"made": 5, "won": 1}, **table),
        "api-counts": plain({"box": house.box.number, "kind": house.box.kind}, query=f"table={house.table.code}"),
        "api-count": of(**count),
        "api-count-passes": of({"quantities": {"$1": 1}}, **count),
        "api-verify-count": of({"quantities": {"$1": 1}}, **count),
        "api-sign-count": of({"credential": "2468"}, **count),
        "api-entries": plain(query=f"fund={house.gran.code}"),
        "api-deposits": plain({"fund": house.gran.fund.code, **paid}, query=f"fund={house.gran.code}"),
        "api-void-deposit": of(REASON, number=house.deposit.number),
        "api-exports": plain(),
        "api-export": of(**export),
        "api-export-file": of(**export),
        "api-progressives": plain(),
        "api-progressive": of(**code),
        "api-policies": of({"effective_from": "2026-12-20"}, **code),
        "api-approve-policy": of({}, **code, number=house.policy.number),
        "api-close-day": of({}, **code, day=house.days[-1]),
        "api-hands": of(HAND, **table),
        "api-hand-batches": of({"hands": [{"key": "12345678", "hand": HAND}]}, **table),
        "api-days": plain(),
        "api-day": Example({"day": house.days[-1]}),
        "api-payouts": plain(query=f"progressive={house.gran.code}"),
        "api-verify-payout": of({}, **slip),
        "api-pay-payout": of({"paid_from": "cage", "method": "check"}, **slip),
        "api-void-payout": of(REASON, **slip),
        "health": public(),
        "ready": public(),
        "metrics": public(),
        "schema": public(),
        "api-docs": public(),
    }


def examples(house):
    return pages(house) | calls(house)


def url_of(name: str, example: Example) -> str:
    return reverse(name, kwargs=example.parts) + (f"?{example.query}" if example.query else "")


def admin_urls(record_of) -> Iterator[str]:
    """Every address of /admin/, those of one record with a record of `record_of(model)`, if there is one."""
    fixed = {"url": "books/", "app_label": "accounting"}
    for name, pattern, _view in walk(get_resolver()):
        if not name.startswith("admin:"):
            continue
        kind = next((m for m in admin.site._registry if name.startswith(f"admin:{_label(m)}_")), None)
        record = record_of(kind) if kind else None
        about = {"object_id": record.pk, "id": record.pk} if record else {"object_id": 1, "id": 1}
        about["content_type_id"] = ContentType.objects.get_for_model(kind).pk if kind else 1
        yield "/" + _filled(pattern, fixed | about)


def _label(model) -> str:
    return f"{model._meta.app_label}_{model._meta.model_name}"


def _filled(pattern: str, values: dict) -> str:
    for name, value in values.items():
        for form in (f"<path:{name}>", f"<int:{name}>", f"<{name}>"):
            pattern = pattern.replace(form, str(value))
    return pattern
