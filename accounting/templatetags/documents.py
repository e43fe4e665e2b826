"""From an entry to the document it comes from: `{{ entry.document|document_url }}`.

A document is written `<what>/<rest>`, and its page is the URL named `<what>` with the rest as arguments. So an app that
posts with a new kind of document only has to name its page so; what has no page yet gives no link.
"""

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.ledger.accounts import AccountName

register = template.Library()

# The accounts of a fund as people call them.
ACCOUNTS: dict[str, str | Promise] = {
    AccountName.PRIMARY: gettext_lazy("primary"),
    AccountName.BACKUP1: gettext_lazy("backup 1"),
    AccountName.BACKUP2: gettext_lazy("backup 2"),
    AccountName.UNALLOCATED: gettext_lazy("held"),
    AccountName.PENDING: gettext_lazy("locked for winners"),
    AccountName.DROP: gettext_lazy("drop"),
    AccountName.SEED: gettext_lazy("seed"),
    AccountName.CARRYOVER: gettext_lazy("carryover"),
    AccountName.TRAY_ADVANCE: gettext_lazy("tray advance"),
    AccountName.FEE: gettext_lazy("fee"),
    AccountName.PLAYERS: gettext_lazy("players"),
    AccountName.BOXES: gettext_lazy("boxes"),
    AccountName.CAGE: gettext_lazy("cage"),
    AccountName.BANK: gettext_lazy("bank"),
    AccountName.HOUSE: gettext_lazy("house"),
    AccountName.WINNERS: gettext_lazy("winners"),
}


@register.filter
def document_url(document: str) -> str:
    """Where a person finds the source document; empty if it has no page."""
    what, *rest = document.split("/")
    try:
        return reverse(what, args=rest)
    except NoReverseMatch:
        return ""


@register.filter
def document_name(document: str) -> str:
    """`payout/000212` as people say it: slip 000212."""
    what, _slash, rest = document.partition("/")
    return f"{_(NAMES.get(what, what))} {rest.replace('/', ', ')}"


@register.filter
def account_name(name: str) -> str:
    """`tray_advance` as people say it: tray advance."""
    return str(ACCOUNTS.get(name, name))


NAMES = {"payout": "slip"}
