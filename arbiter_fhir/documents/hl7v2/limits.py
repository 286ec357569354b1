"""The caps on HL7 v2 files.

*Source*: the security notes' caps for HL7 (bytes, segments); the others are our own, far over what interfaces send.
"""

from __future__ import annotations

from typing import Final

__all__ = ["MAX_ATTACHMENTS", "MAX_BYTES", "MAX_PARTS_OF_FIELD", "MAX_SEGMENTS"]

MAX_BYTES: Final = 5 * 1024 * 1024

#: Segments of all messages of a file together.
MAX_SEGMENTS: Final = 10_000

#: Repetitions of a field, components of a repetition, sub-components of a component: each.
MAX_PARTS_OF_FIELD: Final = 1_000

#: Documents carried in one file that are read; what comes after them is named in a warning.
MAX_ATTACHMENTS: Final = 20
