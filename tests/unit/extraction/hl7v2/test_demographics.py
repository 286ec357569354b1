"""What admissions say of the person: placeholders, never the words themselves."""

from __future__ import annotations

from arbiter_fhir.domain.fact import Certainty, FactType
from arbiter_fhir.domain.statement import Statement
from tests.unit.documents.hl7v2.writing import HEADER
from tests.unit.extraction.hl7v2.messages import PATIENT, extract, message, obx, report

ADT = HEADER.replace("ORU^R01^ORU_R01", "ADT^A08^ADT_A01")


def statements(content: bytes) -> dict[str, str]:
    return {
        fact.value.topic: fact.value.text
        for fact in extract(content).facts
        if fact.fact_type is FactType.DEMOGRAPHIC and isinstance(fact.value, Statement)
    }


def test_an_admission_tells_who_the_patient_is() -> None:
    found = statements(message(PATIENT + "|||M^Married^HL70002", header=ADT))
    assert (found["name"], found["birth_date"], found["sex"]) == ("[PERSON_1]", "[DATE_2]", "F")
    assert found["address"] == "[ADDRESS_1]"
    assert not any("Orlov" in text or "1971" in text for text in found.values())


def test_each_sentence_says_what_it_tells() -> None:
    found = extract(message(PATIENT + "|||M^Married^HL70002", header=ADT)).facts
    told = [fact.fact_text.value for fact in found if fact.fact_type is FactType.DEMOGRAPHIC]
    assert told == [
        "Name: [PERSON_1]",
        "Date of birth: [DATE_2]",
        "Sex: F",
        "Address: [ADDRESS_1]",
        "Phone: [PHONE_1]",
        "Marital status: Married",
    ]


def test_a_report_does_not() -> None:
    assert statements(report(obx())) == {}


def test_a_merge_is_left_to_people() -> None:
    content = message(PATIENT, "MRG|550091^^^CENTRAL^MR", header=HEADER.replace("ORU^R01^ORU_R01", "ADT^A40^ADT_A39"))
    (notice,) = [fact for fact in extract(content).facts if "merge_notice" in fact.reasons]
    assert notice.certainty is Certainty.NEEDS_REVIEW
    assert isinstance(notice.value, Statement)
    assert notice.value.topic == "merged_record"
    assert notice.value.text.startswith("[ID_")
