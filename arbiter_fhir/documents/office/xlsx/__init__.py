"""Excel workbooks: every sheet's cells as they show, set on pages, with what the format says of them."""

from arbiter_fhir.documents.office.xlsx.reader import read_xlsx

__all__ = ["read_xlsx"]
