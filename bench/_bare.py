"""The measure for bench/api.py: Bote's own addresses, and a bare endpoint that does one insert and one update.

Its model is made by the benchmark and is not part of Bote.
"""

from django.db import models, transaction
from django.db.models import F
from django.urls import path
from rest_framework.response import Response
from rest_framework.views import APIView

from config.urls import urlpatterns as botes


class Line(models.Model):  # noqa: DJ008
    terminal = models.IntegerField()
    body = models.JSONField()

    class Meta:
        app_label = "tables"
        managed = False
        db_table = "bench_line"


class Tally(models.Model):  # noqa: DJ008
    calls = models.IntegerField(default=0)

    class Meta:
        app_label = "tables"
        managed = False
        db_table = "bench_tally"


class Bare(APIView):
    authentication_classes = []
    permission_classes = []
    throttle_classes = []

    def post(self, request, terminal):
        with transaction.atomic():
            line = Line.objects.create(terminal=terminal, body=request.data)
            Tally.objects.filter(pk=terminal).update(calls=F("calls") + 1)
        return Response({"line": line.pk}, status=201)


urlpatterns = [path("bare/<int:terminal>/", Bare.as_view()), *botes]
