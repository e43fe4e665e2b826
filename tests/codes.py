"""Codes as a code app on a phone computes them (RFC 6238), with the standard library alone."""

import base64
import hashlib
import hmac
import struct
import time

PERIOD = 30


def code(secret, *, steps=0):
    """The code of this half minute, or of one `steps` away from it. Not in its last seconds: it must still be good."""
    if PERIOD - time.time() % PERIOD < 4:
        time.sleep(PERIOD - time.time() % PERIOD)
    counter = int(time.time()) // PERIOD + steps
    digest = hmac.new(base64.b32decode(secret), struct.pack(">Q", counter), hashlib.sha1).digest()
    start = digest[-1] & 15
    number = struct.unpack(">I", digest[start : start + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def other_code(secret):
    """Six digits that are not the code of now, nor of a moment ago or ahead."""
    near = {code(secret, steps=steps) for steps in (-1, 0, 1)}
    return next(digits for digits in ("123456", "234567", "345678", "456789") if digits not in near)
