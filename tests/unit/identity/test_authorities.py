"""Numbers of several authorities in one list of a message: which of them may contradict the chart's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.region import Region, RegionKind
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.identity import decide_document
from arbiter_fhir.identity.authorities import without_other_authorities

#: A number and the pieces of its authority, by the number of their component's component (0 for the whole component).
Entry = tuple[str, dict[int, str]]


def message(*entries: Entry) -> DeidentifiedDocument:
    """A message's page with PID-3 of these entries, beside the name and birth date of the chart's patient."""
    words: list[CleanWord] = []
    regions: list[Region] = []
    candidates: list[IdentifierCandidate] = []
    phi: dict[str, tuple[str, ...]] = {}
    text = ""

    def write(path: str, label: str) -> CleanWord:
        nonlocal text
        text += " " if text else ""
        box = BoundingBox(0.1, 0.02 + 0.02 * len(words), 0.2, 0.01)
        word = CleanWord(label, box, len(text), len(text) + len(label), len(words))
        text += label
        words.append(word)
        regions.append(Region(RegionKind.FIELD, path, ((word.start, word.end),)))
        return word

    for at, (number, authority) in enumerate(entries, start=1):
        entry = f"PID[1]-3[{at}]"
        word = write(f"{entry}.1", f"[MRN_{at}]")
        candidates.append(
            IdentifierCandidate(CandidateField.MRN, number, IdentifierRole.PATIENT, 1, word.box, labelled=True)
        )
        # As de-identification does it, all pieces of one authority share a placeholder.
        for piece in authority:
            write(f"{entry}.4.{piece}" if piece else f"{entry}.4", f"[LOCATION_{at}]")
        phi[f"[LOCATION_{at}]"] = (", ".join(authority.values()), *authority.values())
    for field, value in (("name", "Alvarez, Maria"), ("birth_date", "1970-04-12")):
        candidates.append(
            IdentifierCandidate(CandidateField(field), value, IdentifierRole.PATIENT, 1, None, labelled=True)
        )
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
    return DeidentifiedDocument((page,), PhiMap(phi), IdentifierCandidates(tuple(candidates)), (), {})


OWN: Entry = ("1001", {0: "CLINIC"})


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ([OWN, ("990011", {0: "HOSPITAL"})], "two_strong_identifiers"),
        ([("990011", {0: "HOSPITAL"}), OWN], "two_strong_identifiers"),
        ([OWN, ("990011", {1: "HOSPITAL", 2: "1.2.9", 3: "ISO"})], "two_strong_identifiers"),
        # The same authority counts one patient twice, or two.
        ([OWN, ("990011", {0: "clinic"})], "other_patient_on_page"),
        ([("990011", {0: "HOSPITAL"}), OWN, ("990019", {0: "CLINIC"})], "other_patient_on_page"),
        # One authority may be told by its name here and by its object identifier there.
        ([OWN, ("990011", {2: "1.2.3", 3: "ISO"})], "other_patient_on_page"),
        ([OWN, ("990011", {1: "CLINIC", 2: "1.2.3", 3: "ISO"})], "other_patient_on_page"),
        # Nobody says who assigned them.
        ([OWN, ("990011", {})], "other_patient_on_page"),
        ([("1001", {}), ("990011", {})], "other_patient_on_page"),
        # None is the chart's.
        ([("990011", {0: "HOSPITAL"}), ("990012", {0: "CLINIC"})], "mrn_differs"),
    ],
)
def test_only_numbers_of_the_same_authority_contradict(
    entries: Sequence[Entry], reason: str, patient: Callable[..., ChartPatient]
) -> None:
    decided = decide_document(message(*entries), DocType.HL7V2_MESSAGE, patient())
    assert decided.worst.reason == reason


def test_everything_else_stays_a_candidate(patient: Callable[..., ChartPatient]) -> None:
    document = message(OWN, ("990011", {0: "HOSPITAL"}))
    kept = without_other_authorities(document, document.candidates, patient())
    assert [item.value for item in kept.items] == ["1001", "Alvarez, Maria", "1970-04-12"]
    alone = message(("990011", {0: "HOSPITAL"}))
    assert without_other_authorities(alone, alone.candidates, patient()) is alone.candidates
