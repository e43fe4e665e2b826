"""No time limit on a single example: the first hand of a game builds its tables, and the machine may be busy."""

from hypothesis import settings

settings.register_profile("games", deadline=None)
settings.load_profile("games")
