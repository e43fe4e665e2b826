"""Bad Wi-Fi: the same hand 200 times at once, and connections cut at every stage of a request."""

import json
import socket
import struct
from concurrent.futures import ThreadPoolExecutor

import pytest

from accounting.ledger.chain import first_break
from jackpot.models import HitEvent, Payout
from tables.models import Answer, Hand
from tests.api.conftest import spanish, spot
from tests.api.live import now

pytestmark = pytest.mark.django_db(transaction=True)
DUPLICATES = 200
ROYAL = spot(1, "7h Jh Qh Kh Ah", gran_progressive="1.00")
TRAY = spot(2, "3d 4d 5d 6d Jd", gran_progressive="1.00")


def winning_hand():
    return spanish(ROYAL, TRAY, house="As Ks 2c 3c 4c", dealt_at=now(minutes=1))


def test_two_hundred_duplicates_at_once_are_one_hand(server):
    report = winning_hand()
    before = Payout.objects.count()

    with ThreadPoolExecutor(DUPLICATES) as terminals:
        calls = [
            terminals.submit(server.call, "POST", server.hands, report, **{"Idempotency-Key": "hand-of-many"})
            for _ in range(DUPLICATES)
        ]
        answers = [call.result() for call in calls]

    assert [status for status, _, _ in answers] == [201] * DUPLICATES
    assert len({body for _, _, body in answers}) == 1
    assert sum("idempotency-replayed" not in _lower(headers) for _, headers, _ in answers) == 1
    assert (Hand.objects.count(), Answer.objects.count()) == (1, 1)
    assert HitEvent.objects.filter(table=server.house.table, author_terminal__isnull=False).count() == 1
    slips = [slip["number"] for slip in json.loads(answers[0][2])["slips"]]
    assert (len(slips), Payout.objects.count() - before) == (2, 2)


def _lower(headers):
    return {name.lower() for name in headers}


def test_duplicates_of_different_bodies_under_one_key_are_one_hand(server):
    reports = [winning_hand() | {"posted_when_dealt": f"{n}.00"} for n in range(40)]

    with ThreadPoolExecutor(40) as terminals:
        calls = [
            terminals.submit(server.call, "POST", server.hands, report, **{"Idempotency-Key": "hand-of-many"})
            for report in reports
        ]
        statuses = sorted(call.result()[0] for call in calls)

    assert statuses == [201] + [422] * 39
    assert (Hand.objects.count(), Answer.objects.count()) == (1, 1)


def test_whoever_sends_too_much_still_sees_the_refusal(server):
    status, _, body = server.call("POST", server.hands, b" " * 5_000_000, **{"Idempotency-Key": "far-too-large"})

    assert (status, json.loads(body)["status"]) == (413, 413)
    assert Hand.objects.count() == 0


def test_a_body_in_chunks_is_read_too(server):
    """Some libraries send JSON without its length before it."""
    body = json.dumps(winning_hand()).encode()
    chunks = (body[:100], body[100:], b" " * 70_000)

    small, large = [
        server.call("POST", server.hands, iter(sent), **{"Idempotency-Key": key})
        for key, sent in (("hand-in-chunks", chunks[:2]), ("far-too-large", chunks))
    ]

    assert (small[0], large[0]) == (201, 413)
    assert (Hand.objects.count(), Answer.objects.get().key) == (1, "hand-in-chunks")


def _request(server, key, report):
    body = json.dumps(report).encode()
    head = (
        f"POST {server.hands} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {server.terminal}\r\n"
        f"Content-Type: application/json\r\nIdempotency-Key: {key}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode(), body


# How much of the request goes out, and how many bytes of the answer are read, before the connection is torn.
STAGES = {
    "before anything is sent": (lambda head, body: b"", 0),
    "within the head": (lambda head, body: head[: len(head) // 2], 0),
    "after the head": (lambda head, body: head, 0),
    "within the body": (lambda head, body: head + body[: len(body) // 2], 0),
    "after the body, nothing read": (lambda head, body: head + body, 0),
    "after the first byte of the answer": (lambda head, body: head + body, 1),
    "within the answer": (lambda head, body: head + body, 400),
}


def test_a_cut_connection_and_a_retry_count_once(server):
    counted = {}
    for stage, (sent, read) in STAGES.items():
        hands, slips = Hand.objects.count(), Payout.objects.count()
        key, report = f"hand-cut-{stage.replace(' ', '-')}", winning_hand()
        _cut(server, sent(*_request(server, key, report)), read)
        first, again = [server.call("POST", server.hands, report, **{"Idempotency-Key": key}) for _ in range(2)]
        assert (first[0], again[0], first[2]) == (201, 201, again[2])
        counted[stage] = (Hand.objects.count() - hands, Payout.objects.count() - slips)

    assert counted == dict.fromkeys(STAGES, (1, 2))
    assert first_break(server.house.cardroom) is None


def _cut(server, request, read):
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    connection.sendall(request)
    if read:
        assert connection.recv(read)
    # No orderly good-bye: the cable is pulled.
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
