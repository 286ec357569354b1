"""Names in the patient's column of a table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.domain.deid import (
    CandidateField,
    CleanWord,
    DeidentifiedDocument,
    DeidentifiedPage,
    DeidentifiedText,
    IdentifierCandidate,
    IdentifierCandidates,
    IdentifierRole,
    OffsetMap,
    PhiMap,
)
from arbiter_fhir.domain.document import BoundingBox, DocType, PageRoute
from arbiter_fhir.domain.identity import ChartPatient, IdentityStatus
from arbiter_fhir.domain.region import GridPlace, Region, RegionKind
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.identity import decide_document
from arbiter_fhir.identity.name_columns import with_name_columns

PATIENT, UNKNOWN = IdentifierRole.PATIENT, IdentifierRole.UNKNOWN


def sheet(title: str, *names: tuple[str, IdentifierRole]) -> DeidentifiedDocument:
    """A sheet with a column of names under a title, below the labelled identifiers of the chart's patient."""
    words: list[CleanWord] = []
    regions: list[Region] = []
    candidates = [
        IdentifierCandidate(CandidateField(field), value, PATIENT, 1, None, labelled=True)
        for field, value in (("name", "Alvarez, Maria"), ("birth_date", "1970-04-12"), ("mrn", "1001"))
    ]
    text = ""
    for row, label in enumerate([title, *("[PERSON_1]" for _ in names)], start=1):
        text += "\n" if text else ""
        box = BoundingBox(0.1, 0.02 * row, 0.2, 0.01)
        words.append(CleanWord(label, box, len(text), len(text) + len(label), row))
        span = (len(text), len(text) + len(label))
        regions.append(Region(RegionKind.CELL, f"Labs!A{row}", (span,), GridPlace(1, row, 1)))
        text += label
        if row > 1:
            value, role = names[row - 2]
            candidates.append(IdentifierCandidate(CandidateField.NAME, value, role, 1, box, labelled=True))
    page = DeidentifiedPage(
        1,
        DeidentifiedText(text, DEID_SEAL),
        tuple(words),
        OffsetMap(()),
        PageRoute.NATIVE,
        612.0,
        792.0,
        regions=tuple(regions),
    )
    return DeidentifiedDocument((page,), PhiMap({}), IdentifierCandidates(tuple(candidates)), (), {})


@pytest.mark.parametrize("title", ["Name", "Patient Name", "Client", "Full_Name"])
def test_another_name_in_the_patients_column_is_another_patient(
    title: str, patient: Callable[..., ChartPatient]
) -> None:
    document = sheet(title, ("Maria Alvarez", PATIENT), ("Peter Alvarez", UNKNOWN))
    decided = decide_document(document, DocType.CLINICAL_WORKBOOK, patient())
    assert (decided.worst.status, decided.worst.reason) == (IdentityStatus.AMBIGUOUS, "other_patient_on_page")


def test_columns_of_others_and_the_patients_own_rows_say_nothing_against(patient: Callable[..., ChartPatient]) -> None:
    for document in (
        sheet("Name", ("Maria Alvarez", PATIENT), ("ALVAREZ, MARIA", UNKNOWN)),
        sheet("Name", ("John Lee", UNKNOWN), ("Ann Poe", UNKNOWN)),
        sheet("Reviewed by", ("Maria Alvarez", UNKNOWN), ("Ann Poe", UNKNOWN)),
    ):
        decided = decide_document(document, DocType.CLINICAL_WORKBOOK, patient())
        assert decided.worst.status is IdentityStatus.VERIFIED, decided.worst.reason


def test_candidates_outside_tables_stay_as_they_are(patient: Callable[..., ChartPatient]) -> None:
    document = sheet("Name", ("Maria Alvarez", PATIENT), ("Ann Poe", UNKNOWN))
    kept = with_name_columns(document, document.candidates, patient())
    assert [item.role for item in kept.items] == [PATIENT] * 5
    bare = with_name_columns(
        DeidentifiedDocument((), PhiMap({}), document.candidates, (), {}), document.candidates, patient()
    )
    assert bare is document.candidates
