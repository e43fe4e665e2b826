from importlib import import_module

from django.apps import AppConfig


class AccountingConfig(AppConfig):
    name = "accounting"
    verbose_name = "The books"

    def ready(self) -> None:
        """Make the data sets, exporters and readiness of the books known."""
        import_module("accounting.exports.sets")
        import_module("accounting.exports.journal")
        import_module("accounting.readiness")
