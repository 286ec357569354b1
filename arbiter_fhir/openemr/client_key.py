"""The RSA key that signs our assertions, and its public half as a JWKS."""

from __future__ import annotations

import base64
import hashlib
import json

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from arbiter_fhir.errors import ConfigurationError

__all__ = ["generate_client_key", "key_id", "load_client_key", "public_jwks"]

#: RFC 7518 section 3.3.
LEAST_BITS = 2_048
GENERATED_BITS = 3_072
_PUBLIC_EXPONENT = 65_537


def generate_client_key() -> bytes:
    """A new private key, PEM (PKCS 8), unencrypted: it belongs into a file that only the service can read."""
    key = rsa.generate_private_key(public_exponent=_PUBLIC_EXPONENT, key_size=GENERATED_BITS)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def load_client_key(pem: bytes) -> rsa.RSAPrivateKey:
    """Read a private key.

    Raises:
        ConfigurationError: Not an unencrypted RSA key of at least 2,048 bits in PEM.
    """
    try:
        key = load_pem_private_key(pem, password=None)
    except (TypeError, ValueError):
        key = None
    if not isinstance(key, rsa.RSAPrivateKey) or key.key_size < LEAST_BITS:
        raise ConfigurationError(
            f"The key for OpenEMR's OAuth2 must be an unencrypted RSA key of at least {LEAST_BITS} bits in PEM."
        )
    return key


def key_id(key: rsa.RSAPrivateKey) -> str:
    """The RFC 7638 thumbprint of the public half: the `kid` in the JWKS and in every assertion."""
    numbers = key.public_key().public_numbers()
    members = {"e": _base64url(numbers.e), "kty": "RSA", "n": _base64url(numbers.n)}
    plain = json.dumps(members, separators=(",", ":"), sort_keys=True)
    return base64.urlsafe_b64encode(hashlib.sha256(plain.encode()).digest()).rstrip(b"=").decode()


def public_jwks(pem: bytes) -> dict[str, object]:
    """The JWKS to register: one RSA key for signatures.

    Raises:
        ConfigurationError: As `load_client_key`.
    """
    key = load_client_key(pem)
    numbers = key.public_key().public_numbers()
    public = {
        "kty": "RSA",
        "use": "sig",
        "alg": "RS384",
        "kid": key_id(key),
        "n": _base64url(numbers.n),
        "e": _base64url(numbers.e),
    }
    return {"keys": [public]}


def _base64url(number: int) -> str:
    width = (number.bit_length() + 7) // 8
    return base64.urlsafe_b64encode(number.to_bytes(width, "big")).rstrip(b"=").decode()
