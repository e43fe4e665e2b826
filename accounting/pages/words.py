"""Words of the books that come out of the records and are shown in the reader's language, listed to be translated."""

from django.utils.translation import gettext_noop

DENOMINATIONS = [gettext_noop("chip"), gettext_noop("bill"), gettext_noop("coin")]
TIERS = [
    gettext_noop("under $5 million"),
    gettext_noop("$5 to $15 million"),
    gettext_noop("above $15 million, or a new cardroom"),
]
RECORD_CLASSES = [
    gettext_noop("books"),
    gettext_noop("counts"),
    gettext_noop("bank records"),
    gettext_noop("cases"),
    gettext_noop("Bank Secrecy Act records"),
    gettext_noop("sealed hand and deck"),
    gettext_noop("job runs"),
    gettext_noop("answers to terminals"),
    gettext_noop("drafts"),
    gettext_noop("house rule"),
]
