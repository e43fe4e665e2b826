"""Counting a box: opened, two blind passes, a blind verifier, everyone's signature."""

from typing import Any

import django_filters
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.models import Count, CountPass, CountState
from accounting.selectors.counts import members_lacking, require_may_look, still_to_sign, visible_passes
from accounting.services import counts
from tables.api.fields import Choice, Day, Flag, Moment, Money, Shown, Strict, Text, Whole
from tables.api.idempotency import key_of, key_to_keep
from tables.api.schema import KEY, described
from tables.api.views import Api, Listing
from tables.duties import Role
from tables.models import DropBox

COUNTERS = frozenset({Role.COUNT_TEAM, Role.FLOOR_MANAGER, Role.VERIFIER})


class CountWish(Strict):
    box = Whole(min_value=1, help_text="as painted on the box")
    kind = Choice(choices=DropBox.Kind.choices)
    gaming_day = Day(required=False, help_text="left out: the day that follows from the box's times")


class Sheet(Strict):
    quantities = serializers.DictField(child=Whole(), help_text='pieces by denomination: {"$1": 40}')
    nil = Flag(required=False, help_text="the box is empty: said, not left blank")


class Signature(Strict):
    credential = Text(max_length=128, help_text="the signer's own PIN or password")


class PassShown(Shown):
    letter = Choice(choices=CountPass.Letter.choices)
    attempt = Whole()
    by = Text(source="by.name")
    total = Money()
    nil = Flag()
    at = Moment()
    quantities = serializers.DictField(child=Whole())


class CountShown(Shown):
    """Passes are blind: nobody sees another's before their own is in."""

    id = Whole()
    number = Text()
    box = Whole()
    kind = Choice(choices=DropBox.Kind.choices)
    table = Text()
    gaming_day = Day()
    state = Choice(choices=CountState.choices)
    attempt = Whole()
    total = Money(allow_null=True)
    locked_at = Moment(allow_null=True)
    passes = PassShown(many=True)
    still_to_sign = serializers.ListField(child=Text())
    members_lacking = Whole()


def shown(count: Count, request: Request) -> dict[str, Any]:
    caller: Any = request.user
    return CountShown(
        {
            "id": count.pk,
            "number": f"{count.number:06d}",
            "box": count.box.number,
            "kind": count.box.kind,
            "table": count.table.code,
            "gaming_day": count.gaming_day,
            "state": count.state,
            "attempt": count.attempt,
            "total": count.total,
            "locked_at": count.locked_at,
            "passes": [_pass(one) for one in visible_passes(count, caller)],
            "still_to_sign": [member.name for member in still_to_sign(count)],
            "members_lacking": members_lacking(count),
        }
    ).data


def _pass(one: CountPass) -> dict[str, Any]:
    plain = {name: getattr(one, name) for name in ("letter", "attempt", "total", "nil", "at")}
    return {**plain, "by": one.by, "quantities": one.quantities()}


class CountFilter(django_filters.FilterSet):
    state = django_filters.ChoiceFilter(choices=CountState.choices)
    day = django_filters.DateFilter(field_name="gaming_day")
    table = django_filters.CharFilter(field_name="table__code", max_length=50)

    class Meta:
        model = Count
        fields: tuple[str, ...] = ()


COUNTS = Count.objects.select_related("box", "table", "cardroom", "fund")


class CountListed(Shown):
    id = Whole()
    number = serializers.SerializerMethodField()
    box = Whole(source="box.number")
    kind = Choice(choices=DropBox.Kind.choices, source="box.kind")
    table = Text(source="table.code")
    gaming_day = Day()
    state = Choice(choices=CountState.choices)
    total = Money(allow_null=True)

    def get_number(self, count: Count) -> str:
        return f"{count.number:06d}"


class Counts(Listing):
    writers = COUNTERS
    queryset = COUNTS
    serializer_class = CountListed
    filterset_class = CountFilter

    @described("Counts, newest first")
    def get(self, request: Request) -> Response:
        require_may_look(Api.by(request))
        return self.list(request)

    @described("Open the count of a box", request=CountWish, responses={201: CountShown})
    def post(self, request: Request) -> Response:
        asked = self.read(CountWish, request)
        boxes = DropBox.objects.filter(cardroom=Api.by(request).cardroom_id).select_related("cardroom")
        box = get_object_or_404(boxes, number=asked["box"], kind=asked["kind"])
        opened = counts.open_count(box=box, by=self.by(request), gaming_day=asked.get("gaming_day"))
        return Response(shown(opened, request), status=201)


class CountStep(Api):
    """What happens to one count."""

    writers = COUNTERS

    def count(self, request: Request, count: int) -> Count:
        require_may_look(Api.by(request))
        return get_object_or_404(COUNTS, pk=count, cardroom=Api.by(request).cardroom_id)


class OneCount(CountStep):
    @described("One count, as far as the caller may see it", responses=CountShown)
    def get(self, request: Request, count: int) -> Response:
        return Response(shown(self.count(request, count), request))


class Passes(CountStep):
    @described("Hand in one's own count of the box", parameters=[KEY], request=Sheet, responses={201: CountShown})
    def post(self, request: Request, count: int) -> Response:
        asked, row = self.read(Sheet, request), self.count(request, count)
        counts.record_pass(count=row, by=self.by(request), key=key_to_keep(key_of(request)), **asked)
        return Response(shown(self.count(request, count), request), status=201)


class Verification(CountStep):
    @described("Hand in the verifier's own figures", parameters=[KEY], request=Sheet, responses={201: CountShown})
    def post(self, request: Request, count: int) -> Response:
        asked, row = self.read(Sheet, request), self.count(request, count)
        counts.verify_count(count=row, by=self.by(request), key=key_to_keep(key_of(request)), **asked)
        return Response(shown(self.count(request, count), request), status=201)


class Signatures(CountStep):
    @described("Sign a verified count; the last signature locks it", request=Signature, responses=CountShown)
    def post(self, request: Request, count: int) -> Response:
        asked, row = self.read(Signature, request), self.count(request, count)
        counts.sign_count(count=row, by=self.by(request), **asked)
        return Response(shown(self.count(request, count), request))
