"""The matrix of duties, complete: every service of every app is imported first, so that none can be forgotten."""

from collections import defaultdict
from importlib import import_module
from pkgutil import walk_packages

from django.apps import apps

from tables.duties import DUTIES

ROOMS = ("tables", "accounting", "jackpot")


def every_duty() -> dict[str, dict[str, frozenset[str]]]:
    """Room and topic (`accounting: counts`) -> action in words -> who may."""
    for room in ROOMS:
        services = import_module(f"{apps.get_app_config(room).name}.services")
        for module in walk_packages(services.__path__, f"{services.__name__}."):
            import_module(module.name)
    matrix: dict[str, dict[str, frozenset[str]]] = defaultdict(dict)
    for action, allowed in sorted(DUTIES.items()):
        room, _, *topic, name = action.split(".")
        matrix[f"{room}: {' '.join(topic).replace('_', ' ')}"][name.replace("_", " ")] = allowed
    return dict(matrix)
