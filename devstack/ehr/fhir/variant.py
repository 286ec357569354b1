"""Which OpenEMR the stand-in plays."""

from __future__ import annotations

from enum import StrEnum


class Variant(StrEnum):
    """Versions whose answers differ in ways that a reader must survive."""

    V7_0_1 = "7.0.1"
    """Observed: a deleted document stays listed as entered-in-error, with or without a category; lastUpdated is the
    time of the request."""
    V8 = "8.x"
    """Read in source: a document without a category row (so one deleted in the user interface) is missing from
    searches; lastUpdated is the upload time and a search parameter; Binary also takes the number of a document;
    author and custodian are filled; Observation has interpretation and reference range."""
