"""The navigation: one line per page, with the roles that see it. A new page adds its line here."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables import second_factor
from tables.duties import Role
from tables.models import Employee

MANAGERS = {Role.FLOOR_MANAGER, Role.GENERAL_MANAGER}
COUNT_ROOM = {Role.FLOOR_MANAGER, Role.COUNT_TEAM, Role.VERIFIER}
REVIEW = {Role.ACCOUNTANT, Role.GENERAL_MANAGER, Role.AUDITOR}


@dataclass(frozen=True)
class Item:
    name: str  # of the URL
    label: str | Promise
    roles: frozenset[str]
    also: tuple[str, ...] = ()  # where else one is then


def _item(name: str, label: str | Promise, roles: set[Role], *also: str) -> Item:
    return Item(name, label, frozenset(roles), also)


NAVIGATION = [
    _item("today", _("Today"), set(Role)),
    _item("counts", _("Count room"), COUNT_ROOM | REVIEW | {Role.SURVEILLANCE}),
    _item("days", _("Days"), MANAGERS | REVIEW),
    _item("payouts", _("Hits and payouts"), REVIEW | {Role.FLOOR_MANAGER, Role.VERIFIER, Role.SURVEILLANCE}, "/hits/"),
    _item("progressives", _("Progressives"), REVIEW | {Role.FLOOR_MANAGER, Role.VERIFIER, Role.SURVEILLANCE}),
    _item("ledger", _("Ledger"), REVIEW | {Role.FLOOR_MANAGER, Role.SURVEILLANCE}, "/corrections/"),
    _item("deposits", _("Bank"), REVIEW, "/funding/", "/reconciliations/"),
    _item("cases", _("Exceptions"), COUNT_ROOM | REVIEW | {Role.SURVEILLANCE}),
    _item("exports", _("Exports"), REVIEW),
    _item("jobs", _("Jobs"), REVIEW),
    _item("odds", _("Odds"), REVIEW | {Role.FLOOR_MANAGER}),
    _item("access", _("Access"), {Role.SURVEILLANCE}),
    _item("setup", _("Set-up"), REVIEW | {Role.FLOOR_MANAGER, Role.ADMINISTRATOR}, "/tables/"),
]


@dataclass(frozen=True)
class Link:
    url: str
    label: str | Promise
    current: bool


def navigation(request: HttpRequest) -> dict[str, list[Link]]:
    """For every template: the links of the roles that the person has."""
    person = getattr(request, "user", None)  # a request with a foreign host is refused before anyone is looked up
    if not isinstance(person, Employee) or second_factor.is_missing(person):
        return {"navigation": []}
    mine = person.role_names()
    return {
        "navigation": [
            Link(url, item.label, current=any(_is_current(request.path, each) for each in (url, *item.also)))
            for item in NAVIGATION
            if mine & item.roles
            for url in [reverse(item.name)]
        ]
    }


def _is_current(path: str, url: str) -> bool:
    return path == url if url == "/" else path.startswith(url)
