"""The same archive with fixed dates, so that the same document has the same bytes."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

__all__ = ["with_fixed_dates"]

_DATE = (2026, 1, 1, 0, 0, 0)


_DATED = {"docProps/core.xml", "word/comments.xml"}
_MOMENT = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def _unchanged(_name: str, content: bytes) -> bytes:
    return content


def with_fixed_dates(archive: bytes, edit: Callable[[str, bytes], bytes] = _unchanged) -> bytes:
    """Every entry as it was, dated alike; moments of writing in the document's properties too.

    Args:
        archive: A ZIP archive.
        edit: Changes an entry by its name.
    """
    target = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(archive)) as source,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as copy,
    ):
        for name in source.namelist():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o600 << 16
            content = source.read(name)
            if name in _DATED:
                content = _MOMENT.sub(b"2026-01-01T00:00:00Z", content)
            copy.writestr(entry, edit(name, content))
    return target.getvalue()
