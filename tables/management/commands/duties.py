"""`manage.py duties`: the matrix of roles and actions, out of the code, as docs/duties.md prints it."""

from django.core.management.base import BaseCommand

from tables.duties import Role
from tables.selectors.duties import every_duty

INTRODUCTION = """# Who may do what

Made by `python manage.py duties > docs/duties.md` out of the code; a test compares the two and tries every cell.

Every change in Bote is one action of this list, whoever asks for it: a page, a terminal, a script or a schedule. Anyone
without a mark is refused before anything happens. Beyond this matrix, the actions themselves hold people apart who must
not act alone (WAC 230-15-430): whoever recorded a hit does not verify it, whoever staged a policy does not approve it,
nobody verifies their own pass of a count, and who counted in a month does not sign its bank reconciliation. The auditor
asks for exports and changes nothing but their own credentials; surveillance reads and comments; an administrator sets
up, and has no part in counting, paying, closing or correcting. Reading is decided by the pages' own roles, within one's
own cardroom only.
"""


class Command(BaseCommand):
    help = "Print who may do what, as Markdown."

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write(_matrix(), ending="")


def _matrix() -> str:
    columns = [*map(str, Role), "terminal", "job"]
    parts = [INTRODUCTION.rstrip()]
    for room, actions in every_duty().items():
        parts += ["", f"## {room}", "", _row("action", columns), _row("---", [":-:"] * len(columns))]
        parts += [_row(name, ["●" if who in allowed else "" for who in columns]) for name, allowed in actions.items()]
    return "\n".join(parts) + "\n"


def _row(first: str, cells: list[str]) -> str:
    return f"| {first} | {' | '.join(cells)} |"
