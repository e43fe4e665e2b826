"""What the database itself refuses in the books (accounting/guards.py)."""

from django.db import migrations

from accounting.ledger.guards import guard_migration


class Migration(migrations.Migration):
    dependencies = [("accounting", "0001_initial")]

    operations = [guard_migration("accounting")]
