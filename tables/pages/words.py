"""Words that come out of the records and are shown in the reader's language, listed so that they are translated."""

from django.utils.translation import gettext_noop

ROLES = [
    gettext_noop("floor manager"),
    gettext_noop("count team"),
    gettext_noop("verifier"),
    gettext_noop("accountant"),
    gettext_noop("general manager"),
    gettext_noop("surveillance"),
    gettext_noop("auditor"),
    gettext_noop("administrator"),
]
COUNTS = [
    gettext_noop("waits for pass A"),
    gettext_noop("waits for pass B"),
    gettext_noop("waits for a recount"),
    gettext_noop("waits for the verifier"),
    gettext_noop("waits for signatures"),
    gettext_noop("locked"),
    gettext_noop("pass A"),
    gettext_noop("pass B"),
    gettext_noop("coins"),
]
REFUSALS = [
    gettext_noop("Not possible now"),
    gettext_noop("Check what was entered"),
    gettext_noop("Not allowed"),
    gettext_noop("Not found"),
]
HANDS = [
    gettext_noop("cincos"),
    gettext_noop("royal flush"),
    gettext_noop("straight flush"),
    gettext_noop("quads"),
    gettext_noop("flush"),
]
SLIPS = [
    gettext_noop("verified"),
    gettext_noop("paid"),
    gettext_noop("recorded"),
    gettext_noop("approved"),
    gettext_noop("voided"),
]
EXCEPTIONS = [gettext_noop("open"), gettext_noop("explained"), gettext_noop("resolved")]
ACCESS = [
    gettext_noop("signed in"),
    gettext_noop("sign-in refused"),
    gettext_noop("locked out"),
    gettext_noop("signed out"),
    gettext_noop("signature refused"),
    gettext_noop("action refused"),
    gettext_noop("second factor set up"),
    gettext_noop("second factor removed"),
    gettext_noop("second factor reset"),
    gettext_noop("recovery codes made"),
    gettext_noop("password changed"),
    gettext_noop("PIN chosen"),
    gettext_noop("hired"),
    gettext_noop("rights changed"),
    gettext_noop("let go"),
    gettext_noop("set-up changed"),
]
