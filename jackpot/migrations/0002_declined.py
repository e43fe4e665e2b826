from django.conf import settings
from django.db import migrations, models
from django.db.models import Q, deletion


class Migration(migrations.Migration):
    dependencies = [("jackpot", "0001_initial"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AddField(
            "correction",
            "declined_by",
            models.ForeignKey(null=True, on_delete=deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField("correction", "declined_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "correction",
            "why_declined",
            models.CharField(blank=True, max_length=400, default=""),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            "correction",
            models.CheckConstraint(
                name="correction_declined_with_reason",
                condition=Q(declined_by__isnull=True, declined_at__isnull=True, why_declined="")
                | Q(declined_by__isnull=False, declined_at__isnull=False, approved_by__isnull=True)
                & ~Q(why_declined=""),
            ),
        ),
    ]
