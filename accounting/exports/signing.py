"""The cardroom's signature: an Ed25519 key pair, the private half sealed in the database (tables/sealing.py)."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounting.models import SigningKey
from tables.sealing import seal, unseal

PURPOSE = "signing key"


class Signer:
    """Signs with one key of a cardroom."""

    def __init__(self, key: SigningKey) -> None:
        self.key = key
        self._private = Ed25519PrivateKey.from_private_bytes(unseal(bytes(key.private), purpose=PURPOSE))

    @property
    def public_pem(self) -> bytes:
        return public_pem(self.key)

    def sign(self, message: bytes) -> bytes:
        return self._private.sign(message)


def new_key_pair() -> tuple[str, bytes]:
    """The public half in hexadecimal and the private half sealed, as `SigningKey` keeps them."""
    private = Ed25519PrivateKey.generate()
    return private.public_key().public_bytes_raw().hex(), seal(private.private_bytes_raw(), purpose=PURPOSE)


def public_pem(key: SigningKey) -> bytes:
    """The public half as openssl and everyone else read it."""
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key.public))
    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
