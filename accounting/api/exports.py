"""Exports: asked for, watched, downloaded."""

from django.http import FileResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.exports.exporters import READERS
from accounting.models import Export, ExportState
from accounting.selectors.exports import require_may_download
from accounting.services.exports import request_export
from tables.api.fields import Choice, Day, Moment, Shown, Strict, Text, Whole
from tables.api.schema import described
from tables.api.views import Api
from tables.refusals import NotThere, Refused


class ExportWish(Strict):
    exporter = Text(max_length=60, help_text="wsgc, journal, or one data set by its name")
    first_day = Day(required=False, help_text="left out: the first there is")
    last_day = Day(required=False, help_text="left out: the last there is")
    as_of = Moment(required=False, help_text="left out: now")
    format = Text(max_length=20, required=False)


class ExportShown(Shown):
    id = Whole()
    number = serializers.SerializerMethodField()
    exporter = Text()
    format = Text()
    first_day = Day()
    last_day = Day()
    as_of = Moment()
    requested_at = Moment()
    state = Choice(choices=ExportState.choices)
    progress = Whole(help_text="percent")
    progress_text = Text(allow_blank=True)
    finished_at = Moment(allow_null=True)
    error = Text(allow_blank=True)
    size = Whole(allow_null=True, max_value=2**63 - 1)
    digest = Text(allow_blank=True, help_text="SHA-256 of the file")

    def get_number(self, export: Export) -> str:
        return f"{export.number:06d}"


class Exports(Api):
    readers = writers = frozenset(READERS)

    @described("Start an export", request=ExportWish, responses={201: ExportShown})
    def post(self, request: Request) -> Response:
        asked, by = self.read(ExportWish, request), self.by(request)
        if by.cardroom is None:
            raise NotThere("Only who belongs to a cardroom exports its books.")
        return Response(ExportShown(request_export(cardroom=by.cardroom, by=by, **asked)).data, status=201)


class OneExport(Api):
    readers = writers = frozenset(READERS)

    @described("How far an export is", responses=ExportShown)
    def get(self, request: Request, export: int) -> Response:
        row = get_object_or_404(Export, pk=export, cardroom=self.by(request).cardroom_id)
        return Response(ExportShown(row).data)


FILE = OpenApiResponse({"type": "string", "format": "binary"}, "The file, as it was exported.")


class ExportFile(Api):
    readers = writers = frozenset(READERS)

    @described("Download a finished export", responses={(200, "application/octet-stream"): FILE})
    def get(self, request: Request, export: int) -> FileResponse:
        row = get_object_or_404(Export, pk=export, cardroom=self.by(request).cardroom_id)
        require_may_download(row, Api.by(request))
        if row.state != ExportState.DONE:
            raise Refused(f"This export is {row.state}. Ask again when it is done.")
        return FileResponse(row.file.open("rb"), as_attachment=True, content_type="application/octet-stream")
