"""The book knows when its last entry was recorded, so that a clock set back does not run back along the chain."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounting", "0001_initial")]

    operations = [migrations.AddField("book", "recorded_at", models.DateTimeField(null=True))]
