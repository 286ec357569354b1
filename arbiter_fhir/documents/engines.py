"""MuPDF's binding without the layout models that it would load unasked; import it from here and nowhere else.

Measured for an empty program: 0.51 s and 142 MB with the models, ONNX Runtime and networkx, 0.15 s and 53 MB without.
Every document pays this in its own child.
"""

from __future__ import annotations

import sys

for _unwanted in ("pymupdf.layout", "pymupdf4llm"):
    # The import system's own way of saying "not to be had"; the binding then goes on without it.
    sys.modules.setdefault(_unwanted, None)  # type: ignore[arg-type]

import pymupdf  # noqa: E402  (must follow the lines above)
from pymupdf import mupdf  # noqa: E402

__all__ = ["mupdf", "pymupdf"]
