"""What a question leaves out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import (
    Conflict,
    ConflictKind,
    EvidenceBundle,
    EvidenceItem,
    EvidenceKind,
    EvidenceScope,
    EvidenceWords,
)
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.question import Intent, RoutedQuestion, Topic
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.domain.statement import Allergy, FamilyHistory, Medication, NoKnownAllergies, Problem, Statement
from arbiter_fhir.extraction import CuratedTerms
from arbiter_fhir.retrieval import without_excluded

TERMS = CuratedTerms()


def clean(text: str) -> DeidentifiedText:
    return DeidentifiedText(text, DEID_SEAL)


def item(topic: Topic, value: Any, subject: str = "x") -> EvidenceItem:
    words = EvidenceWords(clean("name"), clean(""), clean(""), clean(""))
    place = Citation(SourceType.CHART, f"lists:{id(value)}", "lists", "title", clean("x"))
    return EvidenceItem(EvidenceKind.CHART, topic, subject, value, words, None, place, None, None, 1.0)


PENICILLIN = item(Topic.ALLERGIES, Allergy("Penicillin V", "penicillins"))
AMOXICILLIN = item(Topic.ALLERGIES, Allergy("Amoxicillin", "amoxicillin"))
NONE_KNOWN = item(Topic.ALLERGIES, Allergy("NKDA", none_known=NoKnownAllergies.DRUG_ALLERGIES))
GLUCOPHAGE = item(Topic.MEDICATIONS, Medication("Glucophage 500 mg", "metformin"))
ROSUVASTATIN = item(Topic.MEDICATIONS, Medication("Crestor 10 mg"))
DIABETES = item(Topic.PROBLEMS, Problem("T2DM", icd10="E11.9"))
HYPERTENSION = item(Topic.PROBLEMS, Problem("Essential hypertension", icd10="I10"))
POTASSIUM = item(Topic.LABS, LabResult("K+", "4.1"), "potassium")
SYSTOLIC = item(Topic.VITALS, LabResult("Systolic", "120"), "vital:blood_pressure:systolic")
WEIGHT = item(Topic.VITALS, LabResult("Weight", "80"), "vital:weight")
FLU = item(Topic.IMMUNIZATIONS, Statement("immunization", "Influenza, seasonal"))
MOTHER = item(Topic.FAMILY_HISTORY, FamilyHistory("mother", "breast cancer"))
ALL = (
    *(PENICILLIN, AMOXICILLIN, NONE_KNOWN, GLUCOPHAGE, ROSUVASTATIN, DIABETES, HYPERTENSION, POTASSIUM, SYSTOLIC),
    *(WEIGHT, FLU, MOTHER),
)


def bundle(*excluded: str, conflicts: tuple[Conflict, ...] = ()) -> EvidenceBundle:
    question = replace(RoutedQuestion(clean("q"), Intent.LIST, (), "test"), excluded=excluded)
    return EvidenceBundle(question, ALL, (), (), EvidenceScope(), conflicts)


@pytest.mark.parametrize(
    "excluded, dropped",
    [
        ((), ()),
        (("penicillins",), (PENICILLIN,)),
        (("class:penicillins",), (PENICILLIN, AMOXICILLIN)),
        (("metformin",), (GLUCOPHAGE,)),
        (("class:statins",), (ROSUVASTATIN,)),
        (("diabetes mellitus",), (DIABETES,)),
        (("potassium",), (POTASSIUM,)),
        (("group:electrolytes",), (POTASSIUM,)),
        (("vital:blood_pressure",), (SYSTOLIC,)),
        (("influenza",), (FLU,)),
        (("breast cancer", "hypertension"), (HYPERTENSION, MOTHER)),
    ],
)
def test_what_is_named_is_left_out_by_any_of_its_names(
    excluded: tuple[str, ...], dropped: tuple[EvidenceItem, ...]
) -> None:
    left = without_excluded(bundle(*excluded), TERMS).findings
    assert left == tuple(each for each in ALL if each not in dropped)


def test_a_contradiction_of_what_is_left_out_is_left_out() -> None:
    clash = Conflict(ConflictKind.ALLERGY_AND_NONE_KNOWN, PENICILLIN, NONE_KNOWN)
    other = Conflict(ConflictKind.ALLERGY_AND_NONE_KNOWN, AMOXICILLIN, NONE_KNOWN)
    assert without_excluded(bundle("penicillins", conflicts=(clash, other)), TERMS).conflicts == (other,)
