"""Results that say the same, and results that contradict each other."""

from __future__ import annotations

from arbiter_fhir.domain.fact import Certainty, ResultStatus
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.hl7v2.messages import extract, labs, obx, report, segment


def test_a_repeated_result_is_kept_once() -> None:
    found = extract(report(obx(), obx()))
    assert (len(found.facts), [each.reason for each in found.rejected]) == (1, ["repeated_result"])


def test_contradicting_results_are_both_reviewed() -> None:
    found = extract(report(obx("96"), obx("120")))
    assert [Reason.CONFLICTING_DUPLICATE.value in fact.reasons for fact in found.facts] == [True, True]


def test_a_correction_contradicts_nobody() -> None:
    found = extract(report(obx("96"), obx("120", f11="C")))
    assert [fact.reasons for fact in found.facts] == [(), ()]
    assert [lab.result_status for lab in labs(report(obx("96"), obx("120", f11="C")))] == [
        ResultStatus.FINAL, ResultStatus.CORRECTED,
    ]  # fmt: skip


def test_other_times_and_sub_identifiers_are_other_results() -> None:
    found = extract(report(obx("96", f14="202604100800"), obx("120", f14="202604101000"), obx("99", f4="2")))
    assert [fact.reasons for fact in found.facts] == [(), (), ()]


def test_what_a_doubted_correction_corrects_waits_with_it() -> None:
    note = segment("NTE", f1="1", f3="specimen hemolyzed")
    found = extract(report(obx("96"), obx("120", f11="C"), note))
    assert [fact.certainty for fact in found.facts] == [Certainty.NEEDS_REVIEW, Certainty.NEEDS_REVIEW]
    assert Reason.CONTRADICTED_IN_DOCUMENT.value in found.facts[0].reasons
