"""bounding_box_present: the box of every verified fact lies on the words of its row."""

from __future__ import annotations

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.evals.evidence import CaseEvidence, RubricResult, judged
from arbiter_fhir.evals.matching import box_agreement

__all__ = ["MINIMUM_IOU", "judge_bounding_boxes"]

#: Intersection over union with the row's words that a verified fact's box must reach.
MINIMUM_IOU = 0.9


def judge_bounding_boxes(evidence: CaseEvidence) -> RubricResult:
    """Every verified fact has a box, on the right page, around its row's words."""
    if evidence.is_missing:
        return judged(0, ["no document came out"])
    findings = [
        f"facts[{index}] is verified and its box lies on no result"
        for index, fact in evidence.matching.unmatched
        if fact.certainty is Certainty.VERIFIED
    ]
    measured = len(findings)
    for match in evidence.matching.matches:
        if match.observed is None or match.observed.certainty is not Certainty.VERIFIED:
            continue
        measured += 1
        agreement = box_agreement(match.expected, match.observed)
        if agreement < MINIMUM_IOU:
            findings.append(
                f"facts[{match.observed_index}] ({match.expected.test_name!r}): the box agrees with its words to "
                f"{agreement:.3f}, less than {MINIMUM_IOU}"
            )
    return judged(measured, findings)
