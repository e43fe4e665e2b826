"""The web server as Bote runs it: `make run`, the tests and the benchmarks start the same one; the Dockerfile agrees.

Every table holds a connection open. Granian serves as many at once as `backpressure` says, by default 512 to a worker;
whoever comes after them waits until one of them leaves, so it is set to more than a machine has tables.
"""

import sys
from pathlib import Path

CONNECTIONS = "4096"


def web_server(
    port: int | str,
    *,
    host: str = "127.0.0.1",
    workers: int | str = 2,
    application: str = "config.wsgi:application",
) -> list[str]:
    """The command that starts it."""
    granian = [str(Path(sys.executable).parent / "granian"), "--interface", "wsgi", "--no-ws", "--log-level", "error"]
    sized = ["--workers", str(workers), "--blocking-threads", "8"]
    open_at_once = ["--backlog", CONNECTIONS, "--backpressure", CONNECTIONS]
    return [*granian, "--host", host, "--port", str(port), *sized, *open_at_once, application]
