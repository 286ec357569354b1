from __future__ import annotations

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.openemr import generate_client_key, public_jwks
from arbiter_fhir.openemr.client_key import key_id, load_client_key


def pem(key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey, password: bytes | None = None) -> bytes:
    how = BestAvailableEncryption(password) if password else NoEncryption()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, how)


def test_the_registered_half_verifies_what_the_private_half_signs(key: bytes) -> None:
    published = public_jwks(key)["keys"]
    assert isinstance(published, list)
    assert len(published) == 1
    signed = jwt.encode({"sub": "x"}, load_client_key(key), algorithm="RS384")
    assert jwt.decode(signed, jwt.PyJWK(published[0]).key, algorithms=["RS384"]) == {"sub": "x"}
    assert set(published[0]) == {"kty", "use", "alg", "kid", "n", "e"}
    assert published[0]["kid"] == key_id(load_client_key(key))


def test_two_keys_have_two_ids() -> None:
    first, second = (load_client_key(generate_client_key()) for _ in range(2))
    assert key_id(first) != key_id(second)
    assert first.key_size >= 2048


def test_the_id_is_the_thumbprint_of_rfc_7638() -> None:
    """The example of RFC 7638 section 3.1."""
    n = (
        "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3"
        "oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZH"
        "zu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU"
        "8awapJzKnqDKgw"
    )

    class Published(rsa.RSAPrivateKey):
        """Only the public half of the example is known."""

        def public_key(self) -> rsa.RSAPublicKey:
            public = jwt.PyJWK({"kty": "RSA", "n": n, "e": "AQAB"}, "RS256").key
            assert isinstance(public, rsa.RSAPublicKey)
            return public

    Published.__abstractmethods__ = frozenset()
    assert key_id(Published()) == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"  # type: ignore[abstract]


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"not a key",
        pem(ec.generate_private_key(ec.SECP256R1())),
        pem(rsa.generate_private_key(public_exponent=65537, key_size=1024)),
        pem(rsa.generate_private_key(public_exponent=65537, key_size=2048), b"password"),
    ],
    ids=["empty", "garbage", "elliptic", "short", "encrypted"],
)
def test_a_key_that_openemr_would_refuse_is_refused_here(broken: bytes) -> None:
    with pytest.raises(ConfigurationError):
        load_client_key(broken)
