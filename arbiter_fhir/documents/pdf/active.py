"""What a PDF carries besides pages: scripts and actions, which never run, and files, which are never opened."""

from __future__ import annotations

from typing import Any, Final

from arbiter_fhir.documents.engines import pymupdf

__all__ = ["has_active_content", "has_hidden_parts"]

#: Action types that do something outside the page (ISO 32000-1 table 198). Plain jumps inside the file are harmless.
_ACTIVE: Final = frozenset(
    {
        "/JavaScript",
        "/Launch",
        "/SubmitForm",
        "/ImportData",
        "/URI",
        "/GoToR",
        "/GoToE",
        "/Rendition",
        "/RichMediaExecute",
    }
)

#: On links, a web address is everyday; only what runs or sends is worth a warning.
_ACTIVE_ON_LINKS: Final = frozenset({"/JavaScript", "/Launch", "/SubmitForm", "/ImportData"})

#: Pages and notes on a page that are looked at; hostile files may hold millions.
_MOST_PAGES: Final = 300
_MOST_NOTES: Final = 500


def has_active_content(document: Any) -> bool:
    """Whether opening or using the document would run or send something."""
    catalog = document.pdf_catalog()
    if (
        document.xref_get_key(catalog, "AA")[0] != "null"
        or document.xref_get_key(catalog, "Names/JavaScript")[0] != "null"
    ):
        return True
    if _action(document, catalog, "OpenAction") in _ACTIVE:
        return True
    return any(_page_is_active(document, number) for number in range(min(document.page_count, _MOST_PAGES)))


def has_hidden_parts(document: Any) -> bool:
    """Whether the document carries other files, or layers that are switched off."""
    if document.embfile_count() > 0:
        return True
    return any(not layer["on"] for layer in document.get_ocgs().values())


def _page_is_active(document: Any, number: int) -> bool:
    xref = document.page_xref(number)
    if document.xref_get_key(xref, "AA")[0] != "null":
        return True
    if document.xref_get_key(xref, "Annots")[0] == "null":
        return False
    notes = document[number].annot_xrefs()[:_MOST_NOTES]
    return any(
        kind == pymupdf.PDF_ANNOT_FILE_ATTACHMENT or _action(document, note, "A") in _ACTIVE_ON_LINKS
        for note, kind, *_ in notes
    )


def _action(document: Any, xref: int, key: str) -> str:
    """The type of the action at ``key``; empty where there is none or it is a plain destination."""
    kind, value = document.xref_get_key(xref, f"{key}/S")
    return str(value) if kind == "name" else ""
