"""Two more kinds of rows in the audit trail of access: actions that were refused, and changes of the set-up."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0006_access"),
    ]

    operations = [
        # Only what Django knows of it: the column stays as it is.
        migrations.AlterField(
            model_name="accessevent",
            name="kind",
            field=models.CharField(
                choices=[
                    ("signed in", "Signed In"),
                    ("sign-in refused", "Refused"),
                    ("locked out", "Locked Out"),
                    ("signed out", "Signed Out"),
                    ("signature refused", "Signature Refused"),
                    ("action refused", "Action Refused"),
                    ("second factor set up", "Factor Set Up"),
                    ("second factor removed", "Factor Removed"),
                    ("second factor reset", "Factor Reset"),
                    ("recovery codes made", "Recovery Codes"),
                    ("password changed", "Password Changed"),
                    ("PIN chosen", "Pin Chosen"),
                    ("hired", "Hired"),
                    ("rights changed", "Rights Changed"),
                    ("let go", "Let Go"),
                    ("set-up changed", "Setup Changed"),
                ],
                max_length=24,
            ),
        ),
    ]
