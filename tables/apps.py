from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    verbose_name = "The gaming floor"

    def ready(self) -> None:
        from tables import checks  # noqa: F401 - Django learns of them
