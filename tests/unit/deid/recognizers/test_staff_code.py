"""Initials, user names and numbers of staff, and what stands in their places without being one."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.staff_code import StaffCodeRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Drawn by QXLEM 03/04/2026 0812", ["QXLEM"]),
        ("Collected by: TGW", ["TGW"]),
        ("Collector: KLM44", ["KLM44"]),
        ("Phlebotomist ID: JBR", ["JBR"]),
        ("Entered by rvoss3", ["rvoss3"]),
        ("printed by nsatou on Monday", ["nsatou"]),
        ("Performed by: 88213", ["88213"]),
        ("Tech: RTM", ["RTM"]),
        ("labels checked by JK and DM.", ["JK", "DM"]),
        ("Sent\nby hzieshk14 on", ["hzieshk14"]),
        ("Printed by along on 3/4/2026", ["along"]),
        ("Sent by fax on 3/4/2026", []),
        ("Entered by mother on 3/4/2026", []),
        ("ext 4. -jm", ["jm"]),
        ("gross by tlk.", ["tlk"]),
        ("pain 4/10. -no", []),
        ("Na 139 mmol/l", []),
        ("MK/jd", ["MK/jd"]),
        ("T: 03/05/26 /jkl", ["jkl"]),
        ("pulse 88 /min", []),
        ("Performed by PCR", []),
        ("Tested by ELISA", []),
        ("Drawn by RN", []),
        ("reviewed by nursing", []),
        ("confirmed by CT", []),
        ("performed by hand", []),
        ("Nurse: 4 hours", []),
    ],
)
def test_codes_of_people_are_found_and_methods_are_not(text: str, codes: list[str]) -> None:
    assert found(StaffCodeRecognizer(), text) == codes
