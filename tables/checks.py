"""What `manage.py check --deploy` asks of a deployment beyond Django's own list."""

from typing import Any

from django.conf import settings
from django.core import checks


@checks.register(checks.Tags.security, deploy=True)
def second_factor_is_on(**_named: Any) -> list[checks.CheckMessage]:
    """A password alone does not protect money."""
    if settings.SECOND_FACTOR:
        return []
    hint = "Leave SECOND_FACTOR unset. Off is for demonstrations: general managers sign in with a password alone."
    return [checks.Warning("SECOND_FACTOR is off.", hint=hint, id="bote.W001")]
