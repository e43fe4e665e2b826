"""One of several processes that work on the same progressive at the same moment (`python -m tests.concurrency.worker`).

It reads its orders from the first line of standard input, says `ready`, waits for the line `go`, and answers with one
line: what became of each order. A refusal is an outcome; anything else ends the process with a traceback.
"""

import json
import sys
from datetime import date, datetime

import django


def work(order):
    from jackpot.models import Progressive
    from jackpot.services.closing import close_day
    from jackpot.services.hits import WinningSpot, record_hit
    from tables import clock
    from tables.duties import Job
    from tables.models import Terminal
    from tables.refusals import Refused

    progressive = Progressive.objects.get(code=order["progressive"])
    now = datetime.fromisoformat(order["now"])
    with clock.at(now):
        try:
            if order["do"] == "close":
                closed = close_day(progressive=progressive, day=date.fromisoformat(order["day"]), by=Job("test"))
                return ["closed", str(closed.gaming_day)]
            terminal = Terminal.objects.select_related("table").get(pk=order["terminal"])
            spots = [WinningSpot(spot, cards) for spot, cards in enumerate(order["hands"], start=1)]
            hit = record_hit(
                progressive=progressive,
                table=terminal.table,
                spots=spots,
                dealt_at=now,
                key=order["key"],
                by=terminal,
            )
        except Refused as refusal:
            return ["refused", refusal.sentence]
        return ["hit", hit.number]


if __name__ == "__main__":
    django.setup()
    orders = json.loads(sys.stdin.readline())
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    sys.stdout.write(json.dumps([work(order) for order in orders]))
