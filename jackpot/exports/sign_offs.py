"""Who signed for what: every signature, approval and verification in one list, in the words of the data sets."""

from collections.abc import Iterator

from accounting.exports.columns import moment, text
from accounting.exports.datasets import DataSet, Row, register
from accounting.exports.scope import Scope
from jackpot.exports.figures import records

# Where it is found, what it is, the document it is on, and the columns of who and when.
SIGNED = (
    ("count_signatures", "count signed", "count/{count}", "by", "at"),
    ("policies", "policy approved", "policy/{progressive}/{number}", "approved_by", "approved_at"),
    ("slips", "slip verified or approved", "payout/{number:06d}", "verified_by", "verified_at"),
    ("slips", "slip paid", "payout/{number:06d}", "paid_by", "paid_at"),
    ("slips", "slip voided", "payout/{number:06d}", "voided_by", "voided_at"),
    ("slip_checks", "check made", "payout/{slip:06d}: {check}", "made_by", "made_at"),
    ("corrections", "correction approved", "correction/{id}", "approved_by", "approved_at"),
    ("deposits", "deposit voided", "deposit/{number}", "voided_by", "voided_at"),
    ("bank_reconciliations", "reconciliation signed", "reconciliation/{fund}/{month}", "signed_by", "signed_at"),
    ("stops", "stop lifted", "stop/{fund}/{raised_at:%Y-%m-%dT%H:%MZ}", "lifted_by", "lifted_at"),
    ("removal_approvals", "removal approved", "removal/{progressive}", "by", "at"),
)


@register
class SignOffs(DataSet):
    name = "sign_offs"
    title = "Sign-offs"
    description = "Every signature, verification and approval, with the person who gave it."
    columns = (text("what"), text("document"), text("by"), moment("at"))

    def rows(self, scope: Scope) -> Iterator[Row]:
        for data_set, what, document, by, at in SIGNED:
            for row in records(data_set, scope):
                if row[at]:
                    yield (what, document.format(**row), row[by], row[at])
