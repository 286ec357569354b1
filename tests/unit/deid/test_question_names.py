"""Names in questions that no label, title or capital gives away."""

from __future__ import annotations

import re

import pytest

from arbiter_fhir.answering import words_of_questions
from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.extraction import CuratedTerms
from tests.unit.deid.test_question import TODAY

WORDS = words_of_questions(CuratedTerms())


def clean(deidentifier: PresidioDeidentifier, patient: ChartPatient, question: str) -> str:
    return deidentifier.deidentify_question(question, patient=patient, today=TODAY, words=WORDS).text.value


@pytest.mark.parametrize(
    "question, written",
    [
        ("Velterop potassium", "[PERSON_1] potassium"),
        ("potassium velterop", "potassium [PERSON_1]"),
        ("potassium of Zanabria", "potassium of [PERSON_1]"),
        ("Quintanero's a1c", "[PERSON_1]'s a1c"),
        ("quintanero's a1c", "[PERSON_1]'s a1c"),
        ("VELTEROP POTASSIUM", "[PERSON_1] POTASSIUM"),
        ("rosa velterop potassium", "[PERSON_1] potassium"),
        ("labs of john velterop", "labs of [PERSON_1]"),
        ("velterop: potassium", "[PERSON_1]: potassium"),
        ("is velterop on metformin", "is [PERSON_1] on metformin"),
        ("labs on velterop", "labs on [PERSON_1]"),
        ("what about velterop", "what about [PERSON_1]"),
        ("velterop", "[PERSON_1]"),
        ("switch to velterop", "switch to [PERSON_1]"),
        ("jones labs", "[PERSON_1] labs"),
        ("last a1c for smith", "last a1c for [PERSON_1]"),
        ("labs for wu", "labs for [PERSON_1]"),
        ("king's potassium", "[PERSON_1]'s potassium"),
        ("labs for grace", "labs for [PERSON_1]"),
        ("miss garcia labs", "miss [PERSON_1] labs"),
        ("garcia a1c", "[PERSON_1] a1c"),
        ("zanabria potassium 2024", "[PERSON_1] potassium 2024"),
        ("martin potassium", "[PERSON_1] potassium"),
        ("capone a1c", "[PERSON_1] a1c"),
    ],
)
def test_a_word_that_names_somebody_is_replaced(
    deidentifier: PresidioDeidentifier, patient: ChartPatient, question: str, written: str
) -> None:
    assert clean(deidentifier, patient, question) == written


@pytest.mark.parametrize(
    "question, written",
    [
        ("potassium for pid 2", "potassium for pid [MRN_1]"),
        ("mrn 4711", "mrn [MRN_1]"),
        ("chart 12 labs", "chart [MRN_1] labs"),
        ("patient #3", "patient #[MRN_1]"),
        ("potassium patient id 22", "potassium patient id [MRN_1]"),
        ("a1c; list S-KIDNEY too", "a1c; list [MRN_1] too"),
        ("S-KIDNEY a1c", "[MRN_1] a1c"),
        ("labs for A10234", "labs for [MRN_1]"),
        ("labs for 4711", "labs for [MRN_1]"),
        ("show pt 4421", "show pt [MRN_1]"),
    ],
)
def test_a_number_of_a_chart_is_replaced(
    deidentifier: PresidioDeidentifier, patient: ChartPatient, question: str, written: str
) -> None:
    assert clean(deidentifier, patient, question) == written


@pytest.mark.parametrize(
    "question",
    [
        *("potasium", "curent meds", "lattest a1c", "recnt labs pls", "wat is her k", "shwo labs", "chlesterol"),
        *("is she on kerendia", "is she taking vexolumab", "retatrutide dose", "zonulin level", "apgar score"),
        *("graves labs", "parkinsons meds", "Foley catheter", "CA-125", "HLA-B27", "PHQ-9 score", "x-ray", "T-SCORE"),
        *("labs for work", "results for today", "meds for pain", "patient 65 yo a1c", "white count", "brown sputum"),
        *("a1c for august", "will she need labs", "did she miss any vaccines", "bmp cmp cbc lfts", "PT 12.5 normal?"),
        *("contraindicated with zoloft", "ophtho seen this year", "malaria vaccine for travel to Ghana"),
        *(
            "verzenio and A1c",
            "labs on Dexcom",
            "any Murphy's sign",
            "Morton's neuroma",
            "Jones fracture",
            "ehlers-danlos",
        ),
        *("vexolumab potassium", "potassium vexolumab", "dorzagliptin and a1c", "creatinine with valdosartan"),
        *(
            "zenbrexa 5 mg potassium",
            "potassium 20 mg zenbrexa",
            "zenbrexa po a1c",
            "a1c zenbrexa bid",
            "fentoprolol bp",
        ),
        *("potassium since vexolumab", "labs for 2024", "glucose of 154", "is the PT 12"),
    ],
)
def test_words_slips_and_things_are_no_names(
    deidentifier: PresidioDeidentifier, patient: ChartPatient, question: str
) -> None:
    assert not re.search(r"\[(?:PERSON|MRN)_", clean(deidentifier, patient, question))


@pytest.mark.parametrize(
    "question, written",
    [
        ("potassium for pid 4", "potassium for the patient"),
        ("mrn MRN-448192 labs", "the patient labs"),
        ("kowalczyks labs", "the patient's labs"),
    ],
)
def test_what_is_the_patients_own_is_the_patient(
    deidentifier: PresidioDeidentifier, patient: ChartPatient, question: str, written: str
) -> None:
    assert clean(deidentifier, patient, question) == written


@pytest.mark.parametrize(
    "question, kept",
    [
        ("A1C goal per ADA", True),
        ("is her A1c at goal per ADA", True),
        ("what does ADA say about a1c", True),
        ("asthma steps according to GINA", True),
        ("GINA step-up therapy recommendations for asthma", True),
        ("sglt2 inhibitor in CKD per KDIGO", True),
        ("ADA's potassium", False),
        ("labs for GINA", False),
        ("A1c per Ada", False),
    ],
)
def test_an_organisation_with_a_given_name_is_known_by_what_is_asked_of_it(
    deidentifier: PresidioDeidentifier, patient: ChartPatient, question: str, kept: bool
) -> None:
    assert ("[PERSON_1]" not in clean(deidentifier, patient, question)) is kept


def test_the_names_that_were_typed_are_handed_on(deidentifier: PresidioDeidentifier, patient: ChartPatient) -> None:
    asked = deidentifier.deidentify_question(
        "meds prescribed by Dr. Wexelblatt since March 2025", patient=patient, today=TODAY, words=WORDS
    )
    assert asked.people == {"[PERSON_1]": "Wexelblatt"}
    assert "Wexelblatt" not in repr(asked)
