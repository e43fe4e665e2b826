"""Orders of tables, wager limits with those that are known today, and barred patrons."""

from dataclasses import asdict

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tables import clock
from tables.games.known_limits import KNOWN


def record_known(apps, editor):
    model = apps.get_model("tables", "WagerLimit")
    rows = (model(**asdict(limit), recorded_at=clock.now(), author_job="migration") for limit in KNOWN)
    model.objects.bulk_create(rows)


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0003_boxes"),
    ]

    operations = [
        migrations.CreateModel(
            name="BarredPatron",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("patron", models.CharField(max_length=120)),
                (
                    "why",
                    models.CharField(
                        choices=[("an owner", "an owner"), ("an operator", "an operator"), ("a shill", "a shill")],
                        max_length=30,
                    ),
                ),
                ("barred_at", models.DateTimeField()),
                ("lifted_at", models.DateTimeField(null=True)),
                (
                    "barred_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "cardroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="barred_patrons", to="tables.cardroom"
                    ),
                ),
                (
                    "lifted_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["cardroom_id", "patron"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("lifted_at__isnull", True)),
                        fields=("cardroom", "patron"),
                        name="patron_barred_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("why__in", ["an owner", "an operator", "a shill"])),
                        name="barred_for_a_known_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("lifted_at__isnull", True), ("lifted_by__isnull", True)),
                            models.Q(("lifted_at__isnull", False), ("lifted_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="bar_is_lifted_by_someone",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableLimit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("all bets of one person in one hand", "all bets of one person in one hand"),
                            ("one wager", "one wager"),
                        ],
                        max_length=60,
                    ),
                ),
                ("amount", models.PositiveBigIntegerField(help_text="cents")),
                ("effective_at", models.DateTimeField()),
                ("announced_at", models.DateTimeField()),
                (
                    "announced_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="limits", to="tables.table"
                    ),
                ),
            ],
            options={
                "ordering": ["table_id", "number"],
                "indexes": [models.Index(fields=["table", "effective_at", "number"], name="posted_by_moment")],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "number"), name="posted_number_once_per_table"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["all bets of one person in one hand", "one wager"])),
                        name="posted_kind_is_known",
                    ),
                    models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="posted_amount_above_zero"),
                    models.CheckConstraint(
                        condition=models.Q(("effective_at__gte", models.F("announced_at"))),
                        name="posted_is_not_backdated",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableOrder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "game",
                    models.SlugField(
                        choices=[
                            ("spanish-poker", "spanish-poker"),
                            ("top-5-poker", "top-5-poker"),
                            ("draw-poker", "draw-poker"),
                            ("low-ball", "low-ball"),
                            ("escaleriado", "escaleriado"),
                            ("largo", "largo"),
                        ]
                    ),
                ),
                ("elections", models.JSONField()),
                ("progressive", models.BooleanField()),
                ("effective_at", models.DateTimeField()),
                ("ordered_at", models.DateTimeField()),
                (
                    "ordered_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="orders", to="tables.table"
                    ),
                ),
            ],
            options={
                "ordering": ["table_id", "number"],
                "indexes": [models.Index(fields=["table", "effective_at", "number"], name="orders_by_moment")],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "number"), name="order_number_once_per_table"),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "game__in",
                                ["spanish-poker", "top-5-poker", "draw-poker", "low-ball", "escaleriado", "largo"],
                            )
                        ),
                        name="order_game_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("effective_at__gte", models.F("ordered_at"))), name="order_is_not_backdated"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("progressive", False), ("game", "spanish-poker"), _connector="OR"),
                        name="progressive_is_of_spanish_poker",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="WagerLimit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("author_job", models.CharField(blank=True, max_length=60)),
                ("jurisdiction", models.SlugField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("one wager", "one wager"),
                            ("all bets of one person in one hand", "all bets of one person in one hand"),
                            ("smallest ante", "smallest ante"),
                            ("largest ante", "largest ante"),
                            ("largest raise", "largest raise"),
                            ("value of a point", "value of a point"),
                            ("ante as a part of the largest wager", "ante as a part of the largest wager"),
                            ("bets with one hand", "bets with one hand"),
                            ("bets over an amount with one hand", "bets over an amount with one hand"),
                            ("tables of one licensee", "tables of one licensee"),
                            (
                                "minutes of notice before a table limit changes",
                                "minutes of notice before a table limit changes",
                            ),
                            ("one hand per player", "one hand per player"),
                            (
                                "no bets by owners, operators or employees on duty",
                                "no bets by owners, operators or employees on duty",
                            ),
                            ("no bets by shills", "no bets by shills"),
                            ("table stakes", "table stakes"),
                        ],
                        max_length=60,
                    ),
                ),
                ("game", models.SlugField(blank=True, help_text="empty: every game")),
                ("amount", models.PositiveBigIntegerField(blank=True, help_text="cents", null=True)),
                ("count", models.PositiveIntegerField(blank=True, null=True)),
                ("source", models.CharField(max_length=120)),
                ("effective", models.DateField()),
                ("recorded_at", models.DateTimeField()),
                (
                    "author_employee",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "author_terminal",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.terminal"
                    ),
                ),
            ],
            options={
                "ordering": ["jurisdiction", "kind", "effective", "id"],
                "abstract": False,
                "indexes": [models.Index(fields=["jurisdiction", "effective"], name="limits_by_jurisdiction")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("author_employee__isnull", False),
                                ("author_job", ""),
                                ("author_terminal__isnull", True),
                            ),
                            models.Q(
                                ("author_employee__isnull", True),
                                ("author_job", ""),
                                ("author_terminal__isnull", False),
                            ),
                            models.Q(
                                ("author_employee__isnull", True),
                                ("author_terminal__isnull", True),
                                models.Q(("author_job", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="wagerlimit_has_one_author",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "one wager",
                                    "all bets of one person in one hand",
                                    "smallest ante",
                                    "largest ante",
                                    "largest raise",
                                    "value of a point",
                                    "ante as a part of the largest wager",
                                    "bets with one hand",
                                    "bets over an amount with one hand",
                                    "tables of one licensee",
                                    "minutes of notice before a table limit changes",
                                    "one hand per player",
                                    "no bets by owners, operators or employees on duty",
                                    "no bets by shills",
                                    "table stakes",
                                ],
                            )
                        ),
                        name="limit_kind_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "game__in",
                                ["", "spanish-poker", "top-5-poker", "draw-poker", "low-ball", "escaleriado", "largo"],
                            )
                        ),
                        name="limit_game_is_known",
                    ),
                    models.CheckConstraint(condition=models.Q(("source", ""), _negated=True), name="limit_has_source"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("amount__isnull", False),
                                (
                                    "kind__in",
                                    [
                                        "one wager",
                                        "all bets of one person in one hand",
                                        "smallest ante",
                                        "largest ante",
                                        "largest raise",
                                        "value of a point",
                                        "bets over an amount with one hand",
                                    ],
                                ),
                            ),
                            models.Q(
                                models.Q(
                                    (
                                        "kind__in",
                                        [
                                            "one wager",
                                            "all bets of one person in one hand",
                                            "smallest ante",
                                            "largest ante",
                                            "largest raise",
                                            "value of a point",
                                            "bets over an amount with one hand",
                                        ],
                                    ),
                                    _negated=True,
                                ),
                                ("amount__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="limit_has_amount_if_needed",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("count__isnull", False),
                                (
                                    "kind__in",
                                    [
                                        "ante as a part of the largest wager",
                                        "bets with one hand",
                                        "bets over an amount with one hand",
                                        "tables of one licensee",
                                        "minutes of notice before a table limit changes",
                                    ],
                                ),
                            ),
                            models.Q(
                                models.Q(
                                    (
                                        "kind__in",
                                        [
                                            "ante as a part of the largest wager",
                                            "bets with one hand",
                                            "bets over an amount with one hand",
                                            "tables of one licensee",
                                            "minutes of notice before a table limit changes",
                                        ],
                                    ),
                                    _negated=True,
                                ),
                                ("count__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="limit_has_count_if_needed",
                    ),
                ],
            },
        ),
        migrations.RunPython(record_known, migrations.RunPython.noop),
    ]
