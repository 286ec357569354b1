"""What a zip package may be: checked on its directory before anything of it is unpacked, counted while unpacking.

Sizes that a package claims are never believed; they can only make it refused earlier.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import Final

from arbiter_fhir.documents.limits import (
    MAX_PACKAGE_BYTES,
    MAX_PACKAGE_ENTRIES,
    MAX_PACKAGE_RATIO,
    PACKAGE_RATIO_FROM,
)
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["BoundedZip", "open_zip"]

#: Signature of an entry in the directory (APPNOTE.TXT 4.3.12).
_DIRECTORY_ENTRY: Final = b"PK\x01\x02"
#: Bytes of an entry's own header without its name (APPNOTE.TXT 4.3.7).
_LOCAL_HEADER: Final = 30
_ENCRYPTED: Final = 0x1
_STEP: Final = 256 * 1024

_ZIP_ERRORS: Final = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    RuntimeError,
    EOFError,
    ValueError,
    OSError,
    KeyError,
    IndexError,
    UnicodeError,
    OverflowError,
)


class BoundedZip:
    """A zip file whose entries are read under one budget. Names are keys, never paths.

    Args:
        archive: The opened file.
        entries: Its entries by name.
    """

    def __init__(self, archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo]) -> None:
        self._archive = archive
        self._entries = entries
        self._left = MAX_PACKAGE_BYTES

    @property
    def names(self) -> frozenset[str]:
        """Names of all entries, as stored."""
        return frozenset(self._entries)

    def read(self, name: str, most: int = MAX_PACKAGE_BYTES) -> bytes:
        """An entry's bytes.

        Args:
            name: As in `names`.
            most: Bytes that are expected at most.

        Raises:
            DocumentError: E_BOMB beyond ``most``, the package's budget or the ratio; E_CORRUPT; E_ENCRYPTED.
            KeyError: There is no such entry.
        """
        entry = self._entries[name]
        if entry.flag_bits & _ENCRYPTED:
            raise DocumentError(
                ErrorCode.ENCRYPTED, "The Office file is protected by a password; store it without one."
            )
        pieces: list[bytes] = []
        size = 0
        bound = min(most, self._left)
        try:
            with self._archive.open(entry) as stream:
                while piece := stream.read(_STEP):
                    pieces.append(piece)
                    size += len(piece)
                    if size > bound:
                        raise _bomb(f"more than {bound // 1024 // 1024} MiB")
                    if size > PACKAGE_RATIO_FROM and size > MAX_PACKAGE_RATIO * max(entry.compress_size, 1):
                        raise _bomb(f"more than {MAX_PACKAGE_RATIO} times its size")
        except _ZIP_ERRORS as error:
            raise _broken() from error
        self._left -= size
        return b"".join(pieces)


def open_zip(content: bytes) -> BoundedZip:
    """A package that keeps to the bounds by its directory.

    Raises:
        DocumentError: E_BOMB for too many or overlapping entries, E_CORRUPT for a broken package or two entries of one
            name.
    """
    # Counted in the bytes: making the directory's list of a million entries would itself be the bomb.
    if content.count(_DIRECTORY_ENTRY) > MAX_PACKAGE_ENTRIES:
        raise _bomb(f"more than {MAX_PACKAGE_ENTRIES} parts")
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        infos = archive.infolist()
    except _ZIP_ERRORS as error:
        raise _broken() from error
    if len(infos) > MAX_PACKAGE_ENTRIES:
        raise _bomb(f"more than {MAX_PACKAGE_ENTRIES} parts")
    entries = {info.filename: info for info in infos}
    if len({name.casefold() for name in entries}) != len(infos):
        raise DocumentError(ErrorCode.CORRUPT, "The Office file holds two parts of one name; store it again.")
    end = 0
    for info in sorted(infos, key=lambda each: each.header_offset):
        if info.header_offset < end:
            raise _bomb("parts that lie in each other")
        end = info.header_offset + _LOCAL_HEADER + info.compress_size
    return BoundedZip(archive, entries)


def _bomb(what: str) -> DocumentError:
    return DocumentError(ErrorCode.BOMB, f"The Office file unpacks to {what}, which is not accepted; store it as PDF.")


def _broken() -> DocumentError:
    return DocumentError(ErrorCode.CORRUPT, "The Office file is broken; store it again.")
