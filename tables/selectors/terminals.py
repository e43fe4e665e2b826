"""Whose token a call carries.

As text, because every call of every terminal and board asks it first, and the ORM takes longer to put the question
together than the database to answer it.
"""

from django.db import connection

from tables.models import Cardroom, Table, Terminal

ROOM = [field.attname for field in Cardroom._meta.concrete_fields]
TABLE = [field.attname for field in Table._meta.concrete_fields]
OPENED_BY = f"""
    SELECT terminal.*,
        {", ".join(f"t.{name} AS t_{name}" for name in TABLE)},
        {", ".join(f"room.{name} AS room_{name}" for name in ROOM)}
    FROM tables_terminal terminal
    JOIN tables_table t ON t.id = terminal.table_id
    JOIN tables_cardroom room ON room.id = t.cardroom_id
    WHERE terminal.token_digest = %s AND terminal.revoked_at IS NULL
"""  # noqa: S608 - the columns are our models' own


def terminal_opened_by(token_digest: str) -> Terminal | None:
    """The terminal of a token, with its table and cardroom; None if it is unknown or revoked."""
    for terminal in Terminal.objects.raw(OPENED_BY, [token_digest]):
        columns = vars(terminal)
        terminal.table = Table.from_db(connection.alias, TABLE, [columns.pop(f"t_{name}") for name in TABLE])
        terminal.table.cardroom = Cardroom.from_db(
            connection.alias, ROOM, [columns.pop(f"room_{name}") for name in ROOM]
        )
        return terminal
    return None
