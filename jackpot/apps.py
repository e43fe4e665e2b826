from importlib import import_module

from django.apps import AppConfig


class JackpotConfig(AppConfig):
    name = "jackpot"
    verbose_name = "The progressive"

    def ready(self) -> None:
        """Add the progressive's data sets and the package for the WSGC to what can be exported."""
        import_module("jackpot.exports")
