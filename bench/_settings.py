"""Bote's settings with the bare endpoint beside it."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "bench._bare"
