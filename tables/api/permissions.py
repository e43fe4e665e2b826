"""Who may come to an endpoint at all. What they may do there, the services decide by role."""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from tables import second_factor
from tables.models import Terminal
from tables.refusals import NotAllowed, NotThere


class MayCall(BasePermission):
    """A terminal: what its profile lists, for its own table. A person: one of the roles that the endpoint names."""

    def has_permission(self, request: Request, view: Any) -> bool:
        caller: Any = request.user
        if isinstance(caller, Terminal):
            if view.endpoint is None or not caller.may_call(view.endpoint):
                raise NotAllowed(f"The profile of {caller} does not list this call. Ask the floor manager.")
            if view.kwargs.get("table", caller.table.code) != caller.table.code:
                raise NotThere("This terminal reports for another table.")
            return True
        if not caller.is_authenticated:
            return False
        if caller.cardroom_id is None:
            raise NotAllowed("You belong to no cardroom. Ask to be added to one.")
        if second_factor.is_missing(caller):  # a session is led to it by SecondFactorFirst; a token comes this way
            raise NotAllowed("Set up your second factor first: open /account/ in a browser.")
        roles = view.readers if request.method in ("GET", "HEAD", "OPTIONS") else view.writers
        if not caller.role_names() & roles:
            raise NotAllowed(f"{caller} may not call this: ask a {' or '.join(sorted(roles)) or 'table terminal'}.")
        return True
