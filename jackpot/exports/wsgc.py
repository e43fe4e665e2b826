"""The package for the WSGC: everything of a period in one ZIP that an auditor can check without trusting us.

report.pdf           to read
workbook.xlsx        to look things up
data/*.csv           every data set
chain/entries.jsonl  the chained entries with their canonical bytes
journal/*            for accounting software
verify_package.py    checks all of it with nothing but Python
"""

from pathlib import Path
from typing import Any

from django.conf import settings

from accounting.exports.chained import write_chain
from accounting.exports.datasets import DataSet, data_sets
from accounting.exports.exporters import Exporter, register
from accounting.exports.formats.comma_separated import utc, write_csv
from accounting.exports.formats.workbook import Workbook
from accounting.exports.journal import write_beancount, write_general_journal
from accounting.exports.package import seal_package, zip_package
from accounting.exports.runs import Run
from accounting.exports.scope import Scope
from accounting.exports.signing import Signer
from jackpot.exports.figures import figures_of

FORMAT = 1
VERIFIER = Path(__file__).with_name("verify_package.py")
README = Path(__file__).with_name("README.txt")


@register
class WsgcPackage(Exporter):
    name = "wsgc"
    title = "Package for the WSGC"
    description = "Everything of a period: report, workbook, data, the chained entries, and a program that checks them."
    formats = ("zip",)

    def write(self, run: Run) -> Path:
        sets = data_sets()
        run.expect(len(sets) + 7)
        totals = {each.name: run.part(f"data/{each.name}.csv", _csv_writer(run, each)) for each in sets}
        chain = run.part("chain/entries.jsonl", lambda path: write_chain(path, run.scope))
        run.part("journal/general_journal.csv", lambda path: write_general_journal(path, run.scope))
        run.part("journal/books.beancount", lambda path: write_beancount(path, run.scope))
        run.part("workbook.xlsx", lambda path: _write_workbook(path, run, sets))
        run.part("report.pdf", lambda path: _write_report(path, run.scope))
        run.part("verify_package.py", lambda path: path.write_bytes(VERIFIER.read_bytes()))
        run.part("README.txt", lambda path: path.write_bytes(README.read_bytes()))
        seal_package(run.folder, _manifest(run, sets, totals, chain), Signer(run.about["signing_key"]))
        target = run.folder / ".package" / self.file_name(run)
        target.parent.mkdir(exist_ok=True)
        zip_package(run.folder, target)
        return target


def _csv_writer(run: Run, source: DataSet) -> Any:
    def write(path: Path) -> dict[str, Any]:
        with path.open("w", encoding="utf-8", newline="") as target:
            return write_csv(target, source.columns, run.rows(source)).as_data()

    return write


def _write_report(path: Path, scope: Scope) -> None:
    """Its library is loaded by whoever writes one, not by every process at its start."""
    from jackpot.exports.report import write_report

    write_report(path, scope)


def _write_workbook(path: Path, run: Run, sets: list[DataSet]) -> None:
    with Workbook(path, run.scope) as workbook:
        workbook.contents(sets)
        for source in sets:
            workbook.add(source, run.rows(source))


def _manifest(run: Run, sets: list[DataSet], totals: dict[str, Any], chain: dict[str, Any]) -> dict[str, Any]:
    scope, cardroom, about = run.scope, run.scope.cardroom, run.about
    number, digest = scope.head
    return {
        "format": FORMAT,
        "what": WsgcPackage.title,
        "licensee": cardroom.licensee,
        "licence_number": cardroom.licence_number,
        "cardroom": {"code": cardroom.code, "name": cardroom.name},
        "zone": cardroom.time_zone,
        "cut_over_hour": cardroom.cut_over_hour,
        "period": {"first_day": scope.first_day.isoformat(), "last_day": scope.last_day.isoformat()},
        "as_of": utc(scope.as_of),
        "generated_at": utc(about["generated_at"]),
        "generated_by": about["generated_by"],
        "export": about["export"],
        "tax_identities": about["unmask_reason"] or "masked",
        "software": {"name": "Bote", "version": settings.VERSION},
        "chain": {**chain, "book": {"number": number, "digest": digest}},
        "data": {
            source.name: {
                "file": f"data/{source.name}.csv",
                "title": source.title,
                "columns": {column.name: str(column.kind) for column in source.columns},
                **totals[source.name],
            }
            for source in sets
        },
        "control_totals": {code: figures.control_totals() for code, figures in figures_of(scope).items()},
    }
