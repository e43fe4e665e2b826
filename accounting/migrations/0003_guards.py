"""What the database itself refuses in the books and in the counts (accounting/guards.py)."""

from django.db import migrations

from accounting.ledger.guards import guard_migration


class Migration(migrations.Migration):
    dependencies = [
        ("accounting", "0002_counts"),
        ("accounting", "0002_bank"),
        ("accounting", "0002_book_time"),
        ("accounting", "0002_exports"),
        ("accounting", "0002_reminders"),
        ("tables", "0005_terminals"),
        ("tables", "0006_access"),
    ]

    operations = [guard_migration("accounting")]
