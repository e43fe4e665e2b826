"""The audit trail of access, and the table in which failed tries and used codes are counted."""

import django.db.models.deletion
from django.conf import settings
from django.core.management import call_command
from django.db import migrations, models


def make_attempts(apps, schema_editor):
    """Not a model: Django's database cache (CACHES) reads and writes it on its own."""
    call_command("createcachetable", database=schema_editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0005_terminals"),
    ]

    operations = [
        migrations.CreateModel(
            name="AccessEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("signed in", "Signed In"),
                            ("sign-in refused", "Refused"),
                            ("locked out", "Locked Out"),
                            ("signed out", "Signed Out"),
                            ("signature refused", "Signature Refused"),
                            ("second factor set up", "Factor Set Up"),
                            ("second factor removed", "Factor Removed"),
                            ("second factor reset", "Factor Reset"),
                            ("recovery codes made", "Recovery Codes"),
                            ("password changed", "Password Changed"),
                            ("PIN chosen", "Pin Chosen"),
                            ("hired", "Hired"),
                            ("rights changed", "Rights Changed"),
                            ("let go", "Let Go"),
                        ],
                        max_length=24,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("name_given", models.CharField(blank=True, max_length=150, verbose_name="name typed at the sign-in")),
                ("address", models.GenericIPAddressField(null=True)),
                ("detail", models.CharField(blank=True, max_length=300)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "cardroom",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.cardroom"
                    ),
                ),
                (
                    "employee",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="access_events",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "indexes": [
                    models.Index(fields=["cardroom", "at"], name="access_by_cardroom"),
                    models.Index(fields=["employee", "kind", "at"], name="access_by_employee"),
                ],
            },
        ),
        migrations.RunPython(make_attempts, migrations.RunPython.noop),
    ]
