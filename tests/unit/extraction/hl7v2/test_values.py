"""Values by their declared type."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arbiter_fhir.domain.fact import Comparator
from arbiter_fhir.domain.statement import Coding
from arbiter_fhir.extraction.hl7v2.codes import SNOMED
from arbiter_fhir.extraction.hl7v2.values import ObservedValue, read_value
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.hl7v2.messages import obx, only_segment


def value(text: str, kind: str) -> ObservedValue:
    found = read_value(only_segment(obx(text, kind)))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "kind", "clean", "numeric", "comparator"),
    [
        ("8.10", "NM", "8.10", Decimal("8.10"), None),
        ("-3.5", "NM", "-3.5", Decimal("-3.5"), None),
        ("+7", "NM", "+7", Decimal(7), None),
        ("^100", "SN", "100", Decimal(100), None),
        (">^100", "SN", ">100", Decimal(100), Comparator.GREATER),
        ("<=^0.5", "SN", "<=0.5", Decimal("0.5"), Comparator.LESS_OR_EQUAL),
        ("=^440", "SN", "=440", Decimal(440), None),
        ("^1^:^80", "SN", "1:80", None, None),
        ("^2^+", "SN", "2+", None, None),
        ("Negative", "ST", "Negative", None, None),
        ("<5", "ST", "<5", Decimal(5), Comparator.LESS),
        ("1:160", "ST", "1:160", None, None),
    ],
)
def test_values_without_doubt(
    text: str, kind: str, clean: str, numeric: Decimal | None, comparator: Comparator | None
) -> None:
    found = value(text, kind)
    assert (found.clean.value, found.numeric, found.comparator, found.reasons) == (clean, numeric, comparator, ())


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        (">200", "NM", Reason.VALUE_UNLIKE_TYPE),
        ("1.2.3", "NM", Reason.VALUE_UNLIKE_TYPE),
        ("1e9", "NM", Reason.VALUE_UNLIKE_TYPE),
        ("Positive", "NM", Reason.VALUE_UNLIKE_TYPE),
        ("^1^?^2", "SN", Reason.VALUE_UNRECOGNISED),
        ("<^a", "SN", Reason.VALUE_UNRECOGNISED),
        ("^10^-^20", "SN", Reason.VALUE_IS_INTERVAL),
        ("Many epithelial cells were seen", "TX", Reason.VALUE_IS_NOTE),
        ("See note", "ST", Reason.VALUE_IS_NOTE),
        ("20260410", "DT", Reason.VALUE_IS_DATE),
        ("60~120", "NM", Reason.TWO_VALUES),
        ("^typed", "CE", Reason.VALUE_IS_NOTE),
        ("Orlov^Pavel", "XPN", Reason.VALUE_DEIDENTIFIED),
    ],
)
def test_values_in_doubt(text: str, kind: str, reason: Reason) -> None:
    assert reason in value(text, kind).reasons


def test_coded_values_keep_their_codes() -> None:
    found = value("260373001^Detected^SCT^DET^Found^L", "CWE")
    assert found.clean.value == "Detected"
    assert found.codes == (Coding(SNOMED, "260373001", "Detected"), Coding("L", "DET", "Found"))
    assert found.reasons == ()


@pytest.mark.parametrize(("text", "why"), [("QNS", "insufficient_specimen"), ("Test not performed", "not_performed")])
def test_words_that_say_that_there_is_no_result(text: str, why: str) -> None:
    assert value(text, "ST").why == why


def test_several_organisms_are_shown_together() -> None:
    found = value("1^E. coli^L~2^S. aureus^L", "CWE")
    assert (found.clean.value, found.reasons) == ("E. coli; S. aureus", (Reason.VALUE_IS_NOTE,))


def test_an_empty_value_is_none() -> None:
    assert read_value(only_segment(obx(""))) is None
