"""The roles of a cardroom, as Django groups (`tables.duties.Role`)."""

from django.db import migrations

from tables.duties import Role


def make_roles(apps, schema_editor):
    group = apps.get_model("auth", "Group")
    for role in Role:
        group.objects.get_or_create(name=str(role))


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]

    operations = [migrations.RunPython(make_roles, migrations.RunPython.noop)]
