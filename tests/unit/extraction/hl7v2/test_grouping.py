"""What belongs together: requests, observations, specimens, notes."""

from __future__ import annotations

from tests.unit.documents.hl7v2.writing import HEADER
from tests.unit.extraction.hl7v2.messages import PATIENT, REQUEST, group_of, obx, segment

OUL = HEADER.replace("ORU^R01^ORU_R01", "OUL^R22^OUL_R22")


def test_notes_belong_to_what_stands_before_them() -> None:
    group = group_of(PATIENT, "NTE|1||of the patient", REQUEST, "NTE|1||of the request", obx(), "NTE|1||of the result")
    (request,) = group.requests
    assert [note.text(3) for note in request.notes] == ["of the request"]
    assert [note.text(3) for note in request.observations[0].notes] == ["of the result"]


def test_specimens_of_a_report_belong_to_the_request_before() -> None:
    group = group_of(PATIENT, REQUEST, obx(), "SPM|1|||SER^Serum", "ORC|RE", REQUEST, obx(), "SPM|1|||UR^Urine")
    assert [[spm.text(4) for spm in request.specimens] for request in group.requests] == [["SER"], ["UR"]]


def test_specimens_that_stand_first_hold_for_what_follows() -> None:
    group = group_of(
        PATIENT, "SPM|1|||SER^Serum", REQUEST, obx(), REQUEST, obx(), "SPM|2|||UR^Urine", REQUEST, obx(), header=OUL
    )
    assert (group.code, group.trigger) == ("OUL", "R22")
    assert [[spm.text(4) for spm in request.specimens] for request in group.requests] == [["SER"], ["SER"], ["UR"]]


def test_observations_without_a_request_stand_for_themselves() -> None:
    group = group_of(PATIENT, obx(), header=HEADER.replace("ORU^R01^ORU_R01", "ADT^A08"))
    assert [(request.segment, len(request.observations)) for request in group.requests] == [(None, 1)]


def test_a_message_has_the_code_and_event_of_its_header() -> None:
    assert group_of(segment("PID", f3="1")).segments[0].name == "MSH"
