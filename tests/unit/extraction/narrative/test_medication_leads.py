from __future__ import annotations

import pytest

from arbiter_fhir.extraction.narrative.medication_leads import leads_away
from arbiter_fhir.extraction.narrative.medications import find_medications
from arbiter_fhir.extraction.narrative.passages import read_passages
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines


@pytest.mark.parametrize("before", ["weaned ", "only when flying ", "flushed my ", "No more of that "])
def test_unknown_words_before_a_name_leave_it_open(before: str) -> None:
    assert leads_away(before)


@pytest.mark.parametrize(
    "before", ["", "1. ", "Patient takes ", "low dose ", "enteric coated ", "Children's ", "Weaned off: ", "[DATE_1] "]
)
def test_usual_beginnings_do_not(before: str) -> None:
    assert not leads_away(before)


def test_such_an_entry_goes_to_a_person() -> None:
    document = write_lines("Current Medications", "weaned Paxil", "enteric coated aspirin 81 mg daily")
    paxil, aspirin = find_medications(read_passages(document), dates=document.dates)
    assert Reason.STATED_AS_UNCERTAIN in paxil.reasons
    assert not aspirin.reasons
