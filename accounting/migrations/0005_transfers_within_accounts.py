"""The guard that no transfer goes beyond zero where an account may not, for databases that were migrated before it."""

from django.db import migrations

from accounting.ledger.guards import put_in_lacking


class Migration(migrations.Migration):
    dependencies = [("accounting", "0004_more_guards")]

    operations = [
        migrations.RunPython(
            lambda _apps, editor: put_in_lacking(editor.connection, "accounting"),
            migrations.RunPython.noop,
        )
    ]
