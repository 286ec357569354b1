from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.extraction.hl7v2.subjects import doubts_of_message, doubts_of_request
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.documents.hl7v2.writing import HEADER
from tests.unit.extraction.hl7v2.messages import PATIENT, REQUEST, extract, group_of, message, obx, only_lab, segment

OTHER = Reason.SPEAKS_OF_ANOTHER
TAKEN_BACK = Reason.CONTRADICTED_IN_DOCUMENT
WEAKENED = Reason.WEAKENED_BY_REMARK


def request(name: str = "24323-8^Metabolic panel^LN", **more: str) -> str:
    return segment("OBR", f1="1", f2="A77", f3="F77", f4=name, f7="202604100815", **more)


@pytest.mark.parametrize("role", ["B", "C", "E", "F", "G", "L", "O", "Q", "R", "V", "q"])
def test_results_of_specimens_that_are_no_patients_wait_for_a_person(role: str) -> None:
    fact, _ = only_lab(message(PATIENT, REQUEST, obx(), segment("SPM", f1="1", f4="SER^Serum", f11=role)))
    assert (fact.certainty, OTHER.value in fact.reasons) == (Certainty.NEEDS_REVIEW, True)


@pytest.mark.parametrize("role", ["P", ""])
def test_results_of_the_patients_specimen_are_certified(role: str) -> None:
    fact, _ = only_lab(message(PATIENT, REQUEST, obx(), segment("SPM", f1="1", f4="SER^Serum", f11=role)))
    assert fact.certainty is Certainty.VERIFIED


@pytest.mark.parametrize(
    ("name", "doubted"),
    [
        ("9^Donor chemistry panel^L", True),
        ("9^QC Level 1^L", True),
        ("9^Quality control chemistry^L", True),
        ("9^Proficiency survey^L", True),
        ("9^Environmental culture^L", True),
        ("9^Glucose control^L", True),
        ("9^Metabolic panel (mother)^L", True),
        ("9^Newborn screening panel^L", False),
        ("24323-8^Metabolic panel^LN", False),
        ("9^Limited metabolic panel^L", False),
    ],
)
def test_the_name_of_a_request_tells_whose_results_it_has(name: str, doubted: bool) -> None:
    (asked,) = group_of(PATIENT, request(name), obx()).requests
    assert doubts_of_request(asked) == ([OTHER] if doubted else [])


@pytest.mark.parametrize(
    ("numbered", "doubts"),
    [
        ({"f4": "BLD^Donor blood"}, [OTHER]),
        ({"f4": "SER^Control serum"}, [OTHER]),
        ({"f4": "SER^Serum", "f14": "blood of the mother"}, [OTHER]),
        ({"f4": "SER^Serum", "f14": "mislabeled"}, [TAKEN_BACK]),
        ({"f4": "SER^Serum", "f21": "EX^Expired"}, [TAKEN_BACK]),
        ({"f4": "SER^Serum", "f24": "CON^Contaminated"}, [TAKEN_BACK, WEAKENED]),
        ({"f4": "SER^Serum", "f24": "HEM^Hemolyzed"}, [WEAKENED]),
        ({"f4": "SER^Serum", "f24": "CLOT"}, [WEAKENED]),
        ({"f4": "SER^Serum", "f14": "quantity not sufficient"}, [WEAKENED]),
        ({"f4": "SER^Serum", "f14": "not hemolyzed"}, []),
        ({"f4": "SER^Serum", "f21": '""'}, []),
    ],
)
def test_the_words_of_a_specimen_tell_whose_it_is(numbered: dict[str, str], doubts: list[Reason]) -> None:
    (asked,) = group_of(PATIENT, REQUEST, obx(), segment("SPM", f1="1", **numbered)).requests
    assert doubts_of_request(asked) == doubts


def test_remarks_on_the_request_and_on_the_patient_take_all_results_back() -> None:
    note = "NTE|1||Specimen mislabeled, do not use"
    for segments in ([PATIENT, REQUEST, note, obx()], [PATIENT, note, REQUEST, obx()]):
        fact, _ = only_lab(message(*segments))
        assert (fact.certainty, TAKEN_BACK.value in fact.reasons) == (Certainty.NEEDS_REVIEW, True)
    fact, _ = only_lab(message(PATIENT, REQUEST, "NTE|1||Fasting", obx()))
    assert fact.certainty is Certainty.VERIFIED


@pytest.mark.parametrize(("mode", "doubts"), [("P", []), ("", []), ("T", [OTHER]), ("D", [OTHER])])
def test_messages_of_training_and_debugging_are_nobodys(mode: str, doubts: list[Reason]) -> None:
    header = HEADER.replace("|P|2.5.1", f"|{mode}|2.5.1")
    assert doubts_of_message(group_of(PATIENT, REQUEST, obx(), header=header)) == doubts


def test_the_other_requests_of_a_message_stay_the_patients() -> None:
    control = [request("9^QC Level 1^L"), obx("120")]
    found = extract(message(PATIENT, REQUEST, obx(), *control))
    told = [(fact.value.value, fact.certainty) for fact in found.facts if fact.lab is not None]
    assert told == [("96", Certainty.VERIFIED), ("120", Certainty.NEEDS_REVIEW)]
    assert "conflicting_duplicate" not in found.facts[0].reasons


def test_a_line_of_text_among_the_results_takes_all_of_the_request_back() -> None:
    said = segment("OBX", f1="2", f2="TX", f3="8251-1^Comment^LN", f5="Specimen mislabeled, see new draw", f11="F")
    found = extract(message(PATIENT, REQUEST, obx(), said, request(), obx("101")))
    told = {fact.value.value: TAKEN_BACK.value in fact.reasons for fact in found.facts if fact.lab is not None}
    assert (told["96"], told["101"]) == (True, False)
