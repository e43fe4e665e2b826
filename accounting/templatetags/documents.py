"""From an entry to the document it comes from: `{{ entry.document|document_url }}`.

A document is written `<what>/<rest>`, and its page is the URL named `<what>` with the rest as arguments. So an app that
posts with a new kind of document only has to name its page so; what has no page yet gives no link.
"""

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

register = template.Library()


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


NAMES = {"payout": "slip"}
