from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    verbose_name = "The gaming floor"
