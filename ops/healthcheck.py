"""`python -m ops.healthcheck`: does the web server in this container answer? Exit 0 if it does."""

import os
import sys
import urllib.request


def main() -> int:
    # Django answers only to the names it was given, so we use one of them (".example.com" means any host under it).
    host = os.environ["ALLOWED_HOSTS"].split(",")[0].strip().removeprefix(".")
    address = f"http://127.0.0.1:{os.environ.get('GRANIAN_PORT', '8000')}/api/v1/health/"
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers={"Host": host}), timeout=4):
            return 0
    except OSError as error:
        print(f"{address} does not answer: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
