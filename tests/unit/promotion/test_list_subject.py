"""What entries are about, and whether the chart's titles are about the same."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.promotion import ChartListEntry, ListKind
from arbiter_fhir.domain.statement import Allergy, Coding, Medication, Problem
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.promotion.context import NoTerms
from arbiter_fhir.promotion.list_subject import Likeness, ListValue, likeness, says_none, strengths, subject_of

METFORMIN = Medication("Metformin HCl", ingredient="metformin", rxnorm="6809")
JANUMET = Medication("Janumet", ingredient="metformin / sitagliptin", rxnorm="729717")
PENICILLIN = Allergy("PCN", allergen="penicillin")
DIABETES = Problem("Type 2 diabetes mellitus", icd10="E11.9")


class Terms(NoTerms):
    """Knows a few names."""

    def ingredients(self, title: str) -> frozenset[str]:
        found = {"glucophage": ["metformin"], "janumet": ["metformin / sitagliptin"], "tylenol": ["acetaminophen"]}
        return frozenset(found.get(title.split(maxsplit=1)[0].casefold(), []))

    def allergen(self, title: str, *, whole: bool = False) -> str:
        del whole
        return {"pcn allergy": "penicillin", "sulfa drugs": "sulfonamide"}.get(title.casefold(), "")

    def problem_code(self, title: str) -> str:
        return {"dm2": "E11.9", "dm2 with retinopathy": "E11.319"}.get(title.casefold(), "")


def entry(kind: ListKind, title: str, *codes: tuple[str, str]) -> ChartListEntry:
    return ChartListEntry("lists", 1, PatientId(7), kind, title, "", codes, True, "", False)


@pytest.mark.parametrize(
    ("value", "title", "codes", "alike"),
    [
        (METFORMIN, "Metformin 500 mg tablet", (), Likeness.SAME),
        (METFORMIN, "METFORMIN HCL 500mg", (), Likeness.SAME),
        (METFORMIN, "Something", (("RXNORM", "6809"),), Likeness.SAME),
        (METFORMIN, "Glucophage XR 500", (), Likeness.SAME),
        (METFORMIN, "Janumet 50/500", (), Likeness.SIMILAR),
        (METFORMIN, "Glipizide-Metformin", (), Likeness.SIMILAR),
        (JANUMET, "Janumet 50/500", (), Likeness.SAME),
        (JANUMET, "Glucophage", (), Likeness.SIMILAR),
        (METFORMIN, "Tylenol", (), Likeness.OTHER),
        (METFORMIN, "Lisinopril 10 mg", (), Likeness.OTHER),
        (PENICILLIN, "Penicillins", (), Likeness.SAME),
        (PENICILLIN, "PCN allergy", (), Likeness.SAME),
        (PENICILLIN, "Penicillin V potassium", (), Likeness.SIMILAR),
        (PENICILLIN, "Sulfa drugs", (), Likeness.OTHER),
        (DIABETES, "DM", (("ICD10", "E11.9"), ("SNOMED-CT", "44054006")), Likeness.SAME),
        (DIABETES, "DM2", (), Likeness.SAME),
        (DIABETES, "DM2 with retinopathy", (), Likeness.SIMILAR),
        (DIABETES, "DM", (("ICD10", "E11.65"),), Likeness.SIMILAR),
        (DIABETES, "Type 2 diabetes mellitus", (), Likeness.SAME),
        (DIABETES, "Hypertension", (("ICD10", "I10"),), Likeness.OTHER),
    ],
)
def test_likeness(value: ListValue, title: str, codes: tuple[tuple[str, str], ...], alike: Likeness) -> None:
    subject = subject_of(value)
    assert likeness(subject, entry(subject.kind, title, *codes), Terms()) is alike


def test_kinds_never_mix() -> None:
    assert likeness(subject_of(PENICILLIN), entry(ListKind.MEDICATION, "Penicillin"), Terms()) is Likeness.OTHER


def test_codes_of_the_document_count_in_openemrs_words() -> None:
    codes = (Coding("http://snomed.info/sct", "44054006"), Coding("I10", "E11.9"), Coding("L", "X1"))
    subject = subject_of(Problem("Diabetes", codes=codes))
    assert subject.codes == {("SNOMED-CT", "44054006"), ("ICD10", "E11.9")}


@pytest.mark.parametrize("title", ["NKDA", "No Known Drug Allergies", "nka.", "None"])
def test_titles_that_say_none(title: str) -> None:
    assert says_none(entry(ListKind.ALLERGY, title))
    assert not says_none(entry(ListKind.MEDICATION, title))


def test_a_code_that_says_none() -> None:
    assert says_none(entry(ListKind.ALLERGY, "x", ("SNOMED-CT", "409137002")))
    assert not says_none(entry(ListKind.ALLERGY, "Nonexistent"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("500 mg", {"500 mg"}),
        ("Metformin 1,000mg ER", {"1000 mg"}),
        ("0.50 MG", {"0.5 mg"}),
        ("100 units/mL", {"100 units"}),
        ("50 ug daily", {"50 mcg"}),
        ("twice daily", set()),
    ],
)
def test_strengths(text: str, found: set[str]) -> None:
    assert strengths(text) == found
