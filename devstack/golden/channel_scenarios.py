"""Scenarios of forms, letters, messages and packets: lists, corrections, several channels, several patients."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.evals.scenario_cases import (
    Ask,
    Change,
    Listed,
    Scenario,
)
from devstack.golden.patients import FOLK
from devstack.golden.scenario_steps import (
    KNOWN,
    NEVER,
    NOTHING,
    PROMOTED,
    decided,
    filed,
    patient,
    promotion,
    row,
    scenario,
    upload,
    withdrawal,
)

__all__ = ["channel_scenarios", "list_scenarios"]

_O, _I, _F = PromotionOutcome, IdentityStatus, FactType


def list_scenarios() -> Iterator[Scenario]:
    """Allergies, medications and problems."""
    yield _intake_lists()
    yield _uncertain_allergy()
    yield _no_allergies_against_the_chart()
    yield _referral_lists()


def channel_scenarios() -> Iterator[Scenario]:
    """Results that come more than once, are corrected, or are somebody else's."""
    yield _one_result_many_channels()
    yield _correction()
    yield _batch_of_two_patients()
    yield _packet_of_two_patients()
    yield _admission()
    yield _picture_of_a_report()


def _intake_lists() -> Scenario:
    known = Listed(kind="allergy", name="Penicillin", value="RXNORM:70618")
    return scenario(
        "intake-lists",
        "an intake form adds what the chart does not have, and nothing of the family",
        ("typed intake form", "irrelevant but cited preference"),
        (patient(FOLK["Pemberly"], "own", known),),
        upload("intake-plain-asthma-typed.pdf"),
        promotion(
            identity={"first": (_I.VERIFIED,)},
            outcomes=(
                *decided(_F.ALLERGY, KNOWN, "Penicillin"),
                *decided(_F.ALLERGY, PROMOTED, "Latex"),
                *decided(_F.MEDICATION, PROMOTED, "Metformin", "Lisinopril"),
                *decided(_F.FAMILY_HISTORY, NEVER, "breast cancer", "heart attack"),
                *decided(_F.OTHER, NEVER, "Prefers morning appointments"),
            ),
            rows=(
                row("allergy", "Penicillin"),
                row("allergy", "Latex"),
                row("medication", "Metformin"),
                row("medical_problem", "breast cancer", count=0),
            ),
        ),
        Change(do="delete", document="first"),
        withdrawal(gone=("first",), rows=(row("allergy", "Penicillin"), row("allergy", "Latex", count=0))),
    )


def _uncertain_allergy() -> Scenario:
    return filed(
        "uncertain-allergy",
        "a margin note that may mean an allergy stays a question",
        ("uncertain allergy",),
        patient(FOLK["Villarreal"]),
        "intake-uncertain-allergy-typed.pdf",
        outcomes=decided(_F.ALLERGY, (_O.NEEDS_REVIEW,), "sulfa"),
        rows=(row("allergy", "sulfa", count=0), row("allergy", "Ciprofloxacin")),
    )


def _no_allergies_against_the_chart() -> Scenario:
    return filed(
        "no-allergies-against-the-chart",
        "the form says that there are no drug allergies and the chart knows one",
        ("contradiction with the chart",),
        patient(FOLK["Wisniewski"], "own", Listed(kind="allergy", name="Codeine", value="RXNORM:2670")),
        "intake-tables-heart-typed.pdf",
        outcomes=decided(_F.ALLERGY, (_O.CONFLICT,), "NKDA"),
        rows=(row("allergy", "Codeine"), row("allergy", "NKDA", count=0)),
    )


def _referral_lists() -> Scenario:
    return filed(
        "referral-lists",
        "a referral letter adds allergies; what was denied is no problem of the patient",
        ("DOCX referral extraction",),
        patient(FOLK["Kettlewell"]),
        "referral-letter-cardiology.docx",
        identity={"first": (_I.VERIFIED,)},
        outcomes=decided(_F.ALLERGY, PROMOTED, "Penicillin"),
        rows=(
            row("allergy", "Penicillin"),
            row("medical_problem", "syncope", count=0),
            row("medical_problem", "unstable angina", count=0),
            row("medical_problem", "myocardial infarction", count=0),
        ),
    )


def _one_result_many_channels() -> Scenario:
    same = (row("lab", "Hemoglobin A1c", "7.4"), row("lab", "Sodium", "141"), row("lab", "Creatinine", "1.10"))
    return scenario(
        "one-result-many-channels",
        "the same results as a workbook and as a message",
        ("XLSX workbook extraction", "HL7 v2 ADT/ORU contract extraction"),
        (patient(FOLK["Kettlewell"]),),
        upload("workbook-long.xlsx"),
        promotion(identity={"first": (_I.VERIFIED,)}, rows=same),
        upload("hl7-oru-again.hl7", "second"),
        promotion(
            outcomes=decided(_F.LAB_RESULT, KNOWN, "Hemoglobin A1c", "Sodium", "Creatinine", of="second"),
            rows=same,
        ),
        Change(do="delete", document="first"),
        withdrawal(gone=("first",), rows=same),
    )


def _correction() -> Scenario:
    return scenario(
        "correction",
        "a corrected result takes the place of the first; a withdrawn one goes; a preliminary one waits",
        ("correction/withdrawal",),
        (patient(FOLK["Quillfeather"]),),
        upload("hl7-oru-original.hl7"),
        promotion(rows=(row("lab", "Hemoglobin", "14.0"), row("lab", "RBC", "3.91"))),
        upload("hl7-oru-statuses.hl7", "second"),
        promotion(
            rows=(
                row("lab", "Hemoglobin", "10.4"),
                row("lab", "Hemoglobin", "14.0", count=0),
                row("lab", "RBC", "3.91", count=0),
                row("lab", "WBC", "12.9", count=0),
                row("lab", "Platelets", "231"),
            )
        ),
    )


def _batch_of_two_patients() -> Scenario:
    return scenario(
        "batch-of-two-patients",
        "a batch of messages: the other patient's group never lands in this chart",
        ("mixed-patient HL7 batch",),
        (
            patient(FOLK["Kettlewell"]),
            patient(FOLK["Quillfeather"], "other"),
        ),
        upload("hl7-batch-two-patients.hl7"),
        promotion(
            identity={"first": (_I.VERIFIED, _I.MISMATCH)},
            rows=(row("lab", "Glucose", "118"), row("lab", "Potassium", "5.9", count=0)),
            totals={"own": {"lab": 1}, "other": {"lab": 0}},
        ),
        Ask(rubric="safe_refusal", patient="own", question="potassium results?", refused=NOTHING),
    )


def _packet_of_two_patients() -> Scenario:
    return scenario(
        "packet-of-two-patients",
        "a fax packet: the other patient's pages never land in this chart",
        ("mixed-patient fax packet", "TIFF fax packet contract extraction"),
        (
            patient(FOLK["Villarreal"]),
            patient(FOLK["Ezeudu"], "other"),
        ),
        upload("fax-two-patients.tiff"),
        promotion(
            identity={"first": (_I.VERIFIED, _I.MISMATCH)},
            rows=tuple(row("lab", name, count=0) for name in ("Iron", "TIBC", "Ferritin")),
            totals={"other": {"lab": 0}},
        ),
        Ask(rubric="safe_refusal", patient="own", question="ferritin results?", refused=NOTHING),
    )


def _admission() -> Scenario:
    return filed(
        "admission",
        "an admission message adds allergies and diagnoses",
        ("HL7 v2 ADT/ORU contract extraction",),
        patient(FOLK["Wisniewski"]),
        "hl7-adt-admission.hl7",
        identity={"first": (_I.VERIFIED,)},
        outcomes=decided(_F.ALLERGY, PROMOTED, "Penicillin", "Aspirin"),
        rows=(row("allergy", "Penicillin"), row("allergy", "Aspirin")),
    )


def _picture_of_a_report() -> Scenario:
    return scenario(
        "picture-of-a-report",
        "a report that is a picture: what is certain enough enters the chart, once",
        ("image-only lab result",),
        (patient(FOLK["Skarsgaard"]),),
        upload("lab-image-png.png"),
        upload("lab-image-png.png", "second"),
        promotion(
            identity={"first": (_I.VERIFIED,)},
            rows=(row("lab", "LDL Cholesterol", "165", count=1),),
        ),
    )
