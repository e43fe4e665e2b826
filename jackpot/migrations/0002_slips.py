"""Every printed copy of a slip is counted."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("jackpot", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SlipPrint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("printed_at", models.DateTimeField()),
                (
                    "payout",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="prints", to="jackpot.payout"
                    ),
                ),
                (
                    "printed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["payout_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("payout", "number"), name="slip_print_number_once"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="slip_print_from_one"),
                ],
            },
        ),
    ]
