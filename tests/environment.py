"""The environment the tests run in, loaded before Django's settings are (see addopts in pyproject.toml)."""

import os

os.environ.setdefault("SECRET_KEY", "for-tests-only-0123456789-abcdefghijklmnopqrstuvwxyz-0123456789")
os.environ.setdefault("ALLOWED_HOSTS", "localhost,127.0.0.1,testserver")
os.environ.setdefault("DATABASE_URL", "sqlite:///bote-test.sqlite3")
