"""Word documents: text in the order of reading, set on pages, with what the format says of it."""

from arbiter_fhir.documents.office.docx.reader import read_docx

__all__ = ["read_docx"]
