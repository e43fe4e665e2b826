"""Secrets at rest: what is sealed here opens only with the installation's DATA_KEYS, which are not in the database.

Sealed are the cardroom's signing key, tax identity numbers and the secrets of second factors. The first of DATA_KEYS
seals; all of them open, so that a new key is put in front and the old one stays until nothing is sealed with it any
more.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


class SealBroken(Exception):
    """What was sealed cannot be opened with the keys at hand."""


def seal(secret: bytes, *, purpose: str) -> bytes:
    """Encrypt `secret`; what was sealed for one purpose does not open for another."""
    return _box(purpose).encrypt(secret)


def unseal(sealed: bytes, *, purpose: str) -> bytes:
    """Decrypt what `seal` gave."""
    try:
        return _box(purpose).decrypt(bytes(sealed))
    except InvalidToken as problem:
        raise SealBroken(f"The {purpose} cannot be opened: DATA_KEYS lacks the key it was sealed with.") from problem


def _box(purpose: str) -> MultiFernet:
    return MultiFernet([Fernet(_derived(key, purpose)) for key in settings.DATA_KEYS])


def _derived(key: str, purpose: str) -> bytes:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=f"bote/{purpose}".encode()).derive(key.encode())
    return base64.urlsafe_b64encode(derived)
