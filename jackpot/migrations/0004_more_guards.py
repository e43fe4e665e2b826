"""Guards that were written after the first ones, for databases that were migrated before."""

from django.db import migrations

from accounting.ledger.guards import put_in_lacking


class Migration(migrations.Migration):
    dependencies = [("jackpot", "0003_guards")]

    operations = [
        migrations.RunPython(
            lambda _apps, editor: put_in_lacking(editor.connection, "jackpot"),
            migrations.RunPython.noop,
        )
    ]
