"""Encrypted files below the documents folder, in the shape of OpenEMR's key version 006.

A file is the three characters ``006`` and then base64 of HMAC-SHA384 (48 bytes), IV (16 bytes) and AES-256-CBC
ciphertext, so 613 plain bytes become 923 on disk (observed). Keys are the stand-in's own: nothing else can read
these files, and nothing else should: a reader has to go through FHIR ``Binary``.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
from pathlib import Path
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7
from sqlalchemy import text

if TYPE_CHECKING:
    from devstack.ehr.site import Site

KEY_VERSION = b"006"
KEY_NAMES = ("sixa", "sixb")
KEY_BYTES = 32
HMAC_BYTES = 48
IV_BYTES = 16
BLOCK_BITS = 128


class DriveKeyError(Exception):
    """The keys in the database and the keys on disk do not belong together, or a file was made with others."""


class DocumentDrive:
    """Reads and writes the files of one site.

    Two keys (``sixa`` encrypts, ``sixb`` authenticates) are rows of table ``keys``; copies encrypted with them lie in
    ``logs_and_misc/methods``. A backup restored without one of the halves makes ``check_keys`` fail.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self._methods_dir = site.documents_dir / "logs_and_misc" / "methods"

    def ensure_keys(self) -> None:
        """Makes both keys, in the database and on disk, where neither half exists yet."""
        with self._site.connect() as connection:
            for name in KEY_NAMES:
                connection.execute(
                    text("INSERT IGNORE INTO `keys` (name, value) VALUES (:name, :value)"),
                    {"name": name, "value": base64.b64encode(os.urandom(KEY_BYTES)).decode("ascii")},
                )
        self._methods_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        for name in KEY_NAMES:
            path = self._methods_dir / name
            if not path.exists():
                path.write_bytes(self.encrypt(os.urandom(KEY_BYTES)))

    def check_keys(self) -> None:
        """Proves that the halves fit.

        Raises:
            DriveKeyError: A key file exists that the keys of the database cannot open.
        """
        for name in KEY_NAMES:
            path = self._methods_dir / name
            if path.exists():
                self.decrypt(path.read_bytes())

    def encrypt(self, plain: bytes) -> bytes:
        """Returns the encrypted form of some bytes."""
        encryption_key, signing_key = self._keys()
        iv = os.urandom(IV_BYTES)
        padder = PKCS7(BLOCK_BITS).padder()
        padded = padder.update(plain) + padder.finalize()
        encryptor = Cipher(algorithms.AES(encryption_key), modes.CBC(iv)).encryptor()
        sealed = iv + encryptor.update(padded) + encryptor.finalize()
        signature = hmac.digest(signing_key, sealed, "sha384")
        return KEY_VERSION + base64.b64encode(signature + sealed)

    def decrypt(self, stored: bytes) -> bytes:
        """Returns the plain bytes of an encrypted form.

        Raises:
            DriveKeyError: Wrong version, wrong key or changed content.
        """
        if not stored.startswith(KEY_VERSION):
            raise DriveKeyError("The file does not carry key version 006.")
        try:
            raw = base64.b64decode(stored[len(KEY_VERSION) :], validate=True)
        except ValueError as error:
            raise DriveKeyError("The file is not base64.") from error
        encryption_key, signing_key = self._keys()
        signature, sealed = raw[:HMAC_BYTES], raw[HMAC_BYTES:]
        if not hmac.compare_digest(signature, hmac.digest(signing_key, sealed, "sha384")):
            raise DriveKeyError("The file was written with another key or changed afterwards.")
        decryptor = Cipher(algorithms.AES(encryption_key), modes.CBC(sealed[:IV_BYTES])).decryptor()
        padded = decryptor.update(sealed[IV_BYTES:]) + decryptor.finalize()
        unpadder = PKCS7(BLOCK_BITS).unpadder()
        return unpadder.update(padded) + unpadder.finalize()

    def write(self, path: Path, plain: bytes, *, encrypted: bool) -> None:
        """Writes a file below the documents folder, folders 0700 as the web server makes them."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.write_bytes(self.encrypt(plain) if encrypted else plain)

    def read(self, *, url: str, path_depth: int, encrypted: bool) -> bytes:
        """Returns the plain bytes of a stored document.

        The folder prefix inside ``url`` is ignored: the last ``path_depth`` folders and the file name are looked up
        below the site's documents folder, as OpenEMR does, so a moved installation still finds its files.

        Raises:
            FileNotFoundError: The file is gone.
            DriveKeyError: It cannot be decrypted.
        """
        parts = Path(url.removeprefix("file://")).parts
        stored = self._site.documents_dir.joinpath(*parts[-(path_depth + 1) :]).read_bytes()
        return self.decrypt(stored) if encrypted else stored

    def _keys(self) -> tuple[bytes, bytes]:
        with self._site.engine.connect() as connection:
            rows = connection.execute(text("SELECT name, value FROM `keys` WHERE name IN ('sixa', 'sixb')")).all()
        values = {str(name): str(value) for name, value in rows}
        if set(values) != set(KEY_NAMES):
            raise DriveKeyError("The drive keys are missing from table keys.")
        encryption_key, signing_key = (
            hashlib.sha256(b"stand-in drive " + base64.b64decode(values[name])).digest() for name in KEY_NAMES
        )
        return encryption_key, signing_key
