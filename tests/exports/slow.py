"""An export that takes its time, for tests that stop, kill or watch one. It waits while its `hold` file is there."""

import time
from pathlib import Path

from django.conf import settings

from accounting.exports.columns import number
from accounting.exports.datasets import DataSet
from accounting.exports.exporters import Exporter, register
from accounting.exports.formats.comma_separated import write_csv
from accounting.models import Export
from accounting.services.exports import run_export
from tables.duties import Job

ROWS = 12_000


class SlowRows(DataSet):
    name = "slow"
    title = "Slow rows"
    description = "Rows that wait in the middle."
    columns = (number("number"),)

    def rows(self, scope):
        for row in range(ROWS):
            while row == ROWS // 2 and hold(scope.cardroom).exists():
                time.sleep(0.01)
            yield (row,)


def hold(cardroom):
    return Path(settings.EXPORTS_DIR) / f"hold-{cardroom.code}"


@register
class SlowExporter(Exporter):
    name = "slow"
    title = "Slow export"
    description = "Two files: a quick one and one that waits."
    formats = ("csv",)

    def write(self, run):
        run.expect(2)
        run.part("first.txt", lambda path: path.write_text("done once"))
        run.part("slow.csv", lambda path: self.rows(run, path))
        return run.folder / "slow.csv"

    def rows(self, run, path):
        with path.open("w", newline="") as target:
            write_csv(target, SlowRows.columns, run.rows(SlowRows()))


def run_in_this_process(export_id):
    run_export(export=Export.objects.get(pk=export_id), by=Job("slow"))
