"""The RSA key pair that signs access tokens, in the place where OpenEMR keeps it."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, RSAPublicKey, generate_private_key
from jwt.algorithms import RSAAlgorithm

from devstack.ehr.messages import JsonValue

if TYPE_CHECKING:
    from devstack.ehr.site import Site

KEY_BITS = 2048
PUBLIC_EXPONENT = 65537
SIGNING_ALGORITHM = "RS256"


class OAuthKeys:
    """``certificates/oaprivate.key`` and ``oapublic.key`` of one site."""

    def __init__(self, site: Site) -> None:
        folder = site.documents_dir / "certificates"
        self._private_path = folder / "oaprivate.key"
        self._public_path = folder / "oapublic.key"
        self._lock = threading.Lock()
        self._private: RSAPrivateKey | None = None

    def exist(self) -> bool:
        """Tells whether the pair has been made; before that a protected URL answers 500."""
        return self._private_path.exists() and self._public_path.exists()

    def ensure(self) -> None:
        """Makes the pair if it is not there."""
        with self._lock:
            if self.exist():
                return
            made = generate_private_key(PUBLIC_EXPONENT, KEY_BITS)
            self._private_path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._private_path.touch(mode=0o600)
            self._private_path.write_bytes(
                made.private_bytes(
                    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
                )
            )
            self._public_path.write_bytes(
                made.public_key().public_bytes(
                    serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
                )
            )

    def sign(self, claims: dict[str, object]) -> str:
        """Returns a signed token (RS256, no key id)."""
        return jwt.encode(claims, self._private_key(), algorithm=SIGNING_ALGORITHM)

    def public_key(self) -> RSAPublicKey:
        """Returns the key that verifies access tokens."""
        return self._private_key().public_key()

    def jwks(self) -> JsonValue:
        """Returns the published key set: one RSA key, ``use`` sig, neither kid nor alg (observed)."""
        published = json.loads(RSAAlgorithm.to_jwk(self.public_key()))
        return {"keys": [{"kty": "RSA", "use": "sig", "n": published["n"], "e": published["e"]}]}

    def _private_key(self) -> RSAPrivateKey:
        with self._lock:
            if self._private is None:
                loaded = serialization.load_pem_private_key(self._private_path.read_bytes(), password=None)
                if not isinstance(loaded, RSAPrivateKey):
                    raise TypeError("The stored signing key is not an RSA key.")
                self._private = loaded
            return self._private
