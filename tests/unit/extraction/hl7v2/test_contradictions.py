"""That no allergies are known, beside an allergy of the same message."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.statement import Allergy
from tests.unit.documents.hl7v2.writing import HEADER
from tests.unit.extraction.hl7v2.messages import PATIENT, extract, message, segment

ADT = HEADER.replace("ORU^R01^ORU_R01", "ADT^A08^ADT_A01")


@pytest.mark.parametrize(
    ("none", "named", "doubted"),
    [
        ("^No known drug allergies", "70618^Penicillin^RXNORM", True),
        ("^No known drug allergies", "^Peanut", False),
        ("^No known allergies", "^Peanut", True),
    ],
)
def test_both_wait_for_a_person(none: str, named: str, doubted: bool) -> None:
    text = segment("AL1", f1="1", f3=none), segment("AL1", f1="2", f3=named)
    facts = [each for each in extract(message(PATIENT, *text, header=ADT)).facts if isinstance(each.value, Allergy)]
    wanted = Certainty.NEEDS_REVIEW if doubted else Certainty.VERIFIED
    assert [fact.certainty for fact in facts] == [wanted, wanted]
