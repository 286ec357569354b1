"""Coded elements: codes with their systems, LOINC codes that can be, and what a LOINC code measures.

*Source*: HL7 v2.5.1 section 2.A.8 (CE, CWE) and table 0396 (coding systems); LOINC users' guide (check digit).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from arbiter_fhir.domain.analyte import is_loinc
from arbiter_fhir.domain.statement import Coding
from arbiter_fhir.extraction.hl7v2.tree import Leaf, SegmentView, holds_placeholder
from arbiter_fhir.extraction.laboratory.analytes import analytes_of_loinc

__all__ = [
    "ICD10",
    "LOINC",
    "RXNORM",
    "SNOMED",
    "analytes_of_loinc",
    "code_in",
    "codings_of",
    "loinc_given",
    "wording_of",
]

LOINC: Final = "http://loinc.org"
SNOMED: Final = "http://snomed.info/sct"
RXNORM: Final = "http://www.nlm.nih.gov/research/umls/rxnorm"
ICD10: Final = "http://hl7.org/fhir/sid/icd-10-cm"
ICD9: Final = "http://hl7.org/fhir/sid/icd-9-cm"

#: Table 0396 and spellings that senders use; what is not here keeps its printed word.
_SYSTEMS: Final[Mapping[str, str]] = {
    "LN": LOINC,
    "LOINC": LOINC,
    "LNC": LOINC,
    "SCT": SNOMED,
    "SNM": SNOMED,
    "SNOMED": SNOMED,
    "SNOMEDCT": SNOMED,
    "SNOMED-CT": SNOMED,
    "RXNORM": RXNORM,
    "RXN": RXNORM,
    "I10": ICD10,
    "I10C": ICD10,
    "ICD10": ICD10,
    "ICD-10": ICD10,
    "ICD10CM": ICD10,
    "ICD-10-CM": ICD10,
    "I9": ICD9,
    "I9C": ICD9,
    "ICD9": ICD9,
    "ICD9CM": ICD9,
    "ICD-9-CM": ICD9,
    "UCUM": "http://unitsofmeasure.org",
    "CVX": "http://hl7.org/fhir/sid/cvx",
    "NDC": "http://hl7.org/fhir/sid/ndc",
    "C4": "http://www.ama-assn.org/go/cpt",
    "CPT": "http://www.ama-assn.org/go/cpt",
    "UNII": "http://fdasis.nlm.nih.gov",
}

#: First component of each triplet of code, text and system.
_TRIPLETS: Final = (1, 4, 10)
#: The sender's original text.
_ORIGINAL_TEXT: Final = 9


_LOINC: Final = re.compile(r"(\d{1,7})-(\d)")


def codings_of(segment: SegmentView, number: int, *, repetition: int = 1, method: str = "") -> tuple[Coding, ...]:
    """All codes of a coded field, in its order.

    Args:
        segment: Where it stands.
        number: Of the field.
        repetition: 1-based.
        method: Coding system of codes that name none (DG1-2 and PR1-2 of older messages).
    """
    found: list[Coding] = []
    for first in _TRIPLETS:
        code = segment.text(number, first, repetition=repetition)
        if not code:
            continue
        printed = segment.text(number, first + 2, repetition=repetition) or method
        system = _SYSTEMS.get(printed.upper(), printed)
        if system == LOINC and not _LOINC.fullmatch(code):
            # A local code under LOINC's name: what it is stays as it was sent.
            system = printed
        display = segment.text(number, first + 1, repetition=repetition)
        if not holds_placeholder(code + system):
            found.append(Coding(system, code, display))
    return tuple(found)


def wording_of(segment: SegmentView, number: int, *, repetition: int = 1) -> Leaf | None:
    """The words of a coded field: its text, original or alternate text, else its code; ``None`` where it is empty."""
    for component in (2, _ORIGINAL_TEXT, 5, 1, 4):
        leaf = segment.leaf(number, component, repetition=repetition)
        if leaf is not None and leaf.text.strip():
            return leaf
    return None


def loinc_given(codes: tuple[Coding, ...]) -> str | None:
    """The LOINC code that a document gives; ``None`` where it gives none, an impossible one, or several."""
    given = {coding.code for coding in codes if coding.system == LOINC and is_loinc(coding.code)}
    return given.pop() if len(given) == 1 else None


def code_in(codes: tuple[Coding, ...], system: str) -> str | None:
    """The code of one system; ``None`` where there is none, or several."""
    given = {coding.code for coding in codes if coding.system == system}
    return given.pop() if len(given) == 1 else None
