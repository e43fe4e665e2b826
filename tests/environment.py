"""The environment the tests run in, loaded before Django's settings are (see addopts in pyproject.toml).

A Redis given by REDIS_URL is used with keys of our own. Otherwise every pytest process names a private one, which the
`broker` fixture starts when a test needs it.
"""

import os
import tempfile
import uuid
from pathlib import Path

os.environ.setdefault("SECRET_KEY", "for-tests-only-0123456789-abcdefghijklmnopqrstuvwxyz-0123456789")
os.environ.setdefault("ALLOWED_HOSTS", "localhost,127.0.0.1,testserver")
os.environ.setdefault("HTTPS", "off")
os.environ["SECOND_FACTOR"] = "off"  # tests/tables/test_signing_in.py is about it and switches it on
os.environ["DEBUG"] = "off"  # the tests are of what a cardroom runs, whatever the shell around them is for
os.environ.setdefault("DATABASE_URL", "sqlite:///bote-test.sqlite3")

# pytest-xdist's workers inherit what their parent chose: a private address must not be shared with them.
if os.environ.get("REDIS_URL") == os.environ.get("PRIVATE_REDIS_URL"):
    folder = Path(tempfile.gettempdir()) / f"bote-{uuid.uuid4().hex[:12]}"
    os.environ["REDIS_URL"] = os.environ["PRIVATE_REDIS_URL"] = f"unix://{folder / 'redis.sock'}"
if os.environ.get("EXPORTS_DIR") == os.environ.get("PRIVATE_EXPORTS_DIR"):
    exports = Path(tempfile.gettempdir()) / f"bote-exports-{uuid.uuid4().hex[:12]}"
    os.environ["EXPORTS_DIR"] = os.environ["PRIVATE_EXPORTS_DIR"] = str(exports)
os.environ["REDIS_KEY_PREFIX"] = f"bote-test-{uuid.uuid4().hex[:12]}:"
