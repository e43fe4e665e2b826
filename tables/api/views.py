"""What every endpoint is made of."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from django_filters import FilterSet
from rest_framework.exceptions import ValidationError
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from tables.duties import Role
from tables.models import Endpoint


class Api(APIView):
    """An endpoint: who may come, what it reads. Subclasses have `get` and `post`."""

    endpoint: ClassVar[Endpoint | None] = None  # what a terminal's profile must list; none: people only
    readers: ClassVar[frozenset[str]] = frozenset(Role)
    writers: ClassVar[frozenset[str]] = frozenset(Role)

    @staticmethod
    def by(request: Request) -> Any:
        """Whoever acts, a terminal or a person: the services say which of them they take."""
        return request.user

    @staticmethod
    def read(serializer: type[BaseSerializer[Any]], request: Request) -> dict[str, Any]:
        """The request's body, validated."""
        return read(serializer, request.data)


class Listing(Api, ListAPIView):  # type: ignore[type-arg]
    """A long list of one's own cardroom: paged and filtered."""

    filterset_class: ClassVar[type[FilterSet]]

    def get_queryset(self) -> QuerySet[Any]:
        caller: Any = self.request.user
        return super().get_queryset().filter(cardroom=getattr(caller, "cardroom_id", None))

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Strict, like the bodies: a misspelt filter must not list everything."""
        known = [*self.filterset_class.base_filters, "cursor", "page_size"]
        for name, values in self.request.query_params.lists():
            if name not in known:
                raise ValidationError({name: [f"There is no such filter. Known: {', '.join(known)}."]})
            if len(values) != 1 or not values[0]:
                raise ValidationError({name: ["Give one value, or leave it out."]})
        return super().filter_queryset(queryset)


def read(serializer: type[BaseSerializer[Any]], data: Any) -> dict[str, Any]:
    checked = serializer(data=data)
    checked.is_valid(raise_exception=True)
    values: dict[str, Any] = checked.validated_data
    return values
