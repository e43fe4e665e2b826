"""`python -m ops.healthcheck`: does the web server in this container answer? Exit 0 if it does."""

import os
import sys
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException


def main() -> int:
    # Django answers only to the names it was given, so we use one of them (".example.com" means any host under it).
    host = os.environ["ALLOWED_HOSTS"].split(",")[0].strip().removeprefix(".")
    web = HTTPConnection("127.0.0.1", int(os.environ.get("GRANIAN_PORT", "8000")), timeout=4)
    try:
        web.request("GET", "/api/v1/health/", headers={"Host": host})
        status = web.getresponse().status
    except (OSError, HTTPException) as error:
        print(f"The web server does not answer: {error}", file=sys.stderr)
        return 1
    return 0 if status == HTTPStatus.OK else 1


if __name__ == "__main__":
    sys.exit(main())
