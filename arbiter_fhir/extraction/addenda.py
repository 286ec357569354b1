"""Results of which a line elsewhere in the document tells another value: an addendum to a message, a sheet, a letter.

Reports of a laboratory look for them by themselves, with the lines below the heading of an addendum; elsewhere only the
line that says so is read.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import CitedFact, FactType, LabResult
from arbiter_fhir.extraction.laboratory.amendments import Amendment, amendments_in
from arbiter_fhir.extraction.laboratory.analytes import find_analyte
from arbiter_fhir.extraction.page_lines import page_lines

__all__ = ["amended_by", "amendments_of"]

#: Documents in which one test has one result of a day, so that a repeated one is another value of it.
_OF_RESULTS = frozenset({DocType.HL7V2_MESSAGE, DocType.CLINICAL_WORKBOOK})


def amendments_of(document: DeidentifiedDocument, doc_type: DocType) -> tuple[Amendment, ...]:
    """What single lines of a document say that results have become.

    Args:
        document: The clean document.
        doc_type: What it is.
    """
    repeats = doc_type in _OF_RESULTS
    found = {each for line in page_lines(document) for each in amendments_in([line.text], repeats=repeats)}
    return tuple(sorted(found, key=lambda each: (each.key, each.value, each.text)))


def amended_by(fact: CitedFact, told: Sequence[Amendment]) -> Amendment | None:
    """The line that tells another value of a result than it has; ``None`` where none does, or one tells the same.

    Args:
        fact: Of the document.
        told: From `amendments_of`.
    """
    if fact.fact_type is not FactType.LAB_RESULT or not isinstance(fact.value, LabResult):
        return None
    analyte = find_analyte(fact.value.test_name)
    of_test = [each for each in told if analyte is not None and each.key == analyte.key]
    if fact.value.numeric is None or any(each.value == fact.value.numeric for each in of_test):
        return None
    return of_test[0] if of_test else None
