"""`manage.py addresses`: every page and call and who may use it, out of the code, for docs/pages-by-role.md."""

from django.core.management.base import BaseCommand

from tables.duties import Role
from tables.selectors.addresses import ANYONE, SIGNING_IN, Address, every_address

INTRODUCTION = """# Who may open what

Made by `python manage.py addresses > docs/pages-by-role.md` out of the code; a test compares the two and tries every
cell.

A mark means that the page opens or the call is taken, always within one's own cardroom: what another cardroom has is
not there for anyone. What can be done on a page is decided again by the action ([Who may do what](duties.md)).
People of the cage are kept from counts, days, ledger and exports, whatever their role: what was signed stands in all of
them (WAC 230-15-620). Tax identity numbers in full are downloaded by who asked for them. `/admin/` is the
installation's: it opens for its administrators alone, and only people and cardrooms can be changed there. Signing in
and out and one's own credentials (`/login/`, `/logout/`, `/account/`) are everybody's.
"""


class Command(BaseCommand):
    help = "Print who may open which page and make which call, as Markdown."

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write(_matrix(every_address()), ending="")


def _matrix(addresses: list[Address]) -> str:
    columns = [*map(str, Role), "terminal", ANYONE]
    parts = [INTRODUCTION.rstrip()]
    for title, wanted in (("Pages", True), ("Calls", False)):
        parts += ["", f"## {title}", "", _row("address", columns), _row("---", [":-:"] * len(columns))]
        parts += [
            _row(_address(each), ["●" if each.who & {who, ANYONE} else "" for who in columns])
            for each in addresses
            if each.pattern.startswith("api/") is not wanted and not each.pattern.startswith(SIGNING_IN)
        ]
    return "\n".join(parts) + "\n"


def _address(address: Address) -> str:
    method = "" if address.method == "page" else f"{address.method} "
    return f"{method}`/{address.pattern}`"


def _row(first: str, cells: list[str]) -> str:
    return f"| {first} | {' | '.join(cells)} |"
