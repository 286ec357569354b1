"""bounding_box_present: the box of every verified fact lies on the words of its row."""

from __future__ import annotations

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.evals.cases import Route
from arbiter_fhir.evals.evidence import CaseEvidence, RubricResult, judged
from arbiter_fhir.evals.item_matching import ItemMatch
from arbiter_fhir.evals.item_places import item_box_agreement, set_box_agreement
from arbiter_fhir.evals.matching import box_agreement
from arbiter_fhir.evals.observation import ObservedFact, ObservedPage

__all__ = ["MINIMUM_IOU", "judge_bounding_boxes", "least_agreement"]

#: Intersection over union with the row's words that a verified fact's box must reach.
MINIMUM_IOU = 0.9

#: The same on a bad fax: of 98 lines an inch (ITU-T T.4, standard resolution) a row of nine-point print gets about
#: twelve, so that one line too many or too few at each edge alone costs 0.16.
MINIMUM_IOU_FAX = 0.8


def least_agreement(route: Route) -> float:
    """What a box must reach on documents of this route."""
    return MINIMUM_IOU_FAX if route is Route.FAX else MINIMUM_IOU


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
        if agreement < least_agreement(evidence.case.route):
            findings.append(
                f"facts[{match.observed_index}] ({match.expected.test_name!r}): the box agrees with its words to "
                f"{agreement:.3f}, less than {least_agreement(evidence.case.route)}"
            )
    for item in evidence.items:
        if item.observed is None or item.observed.certainty is not Certainty.VERIFIED:
            continue
        measured += 1
        findings += _item_problems(evidence, item, item.observed)
    for index, fact in evidence.strays:
        if fact.certainty is Certainty.VERIFIED:
            measured += 1
            findings += _stray_problems(evidence, index, fact)
    return judged(measured, findings)


def _page_of(evidence: CaseEvidence, fact: ObservedFact) -> ObservedPage | None:
    pages = evidence.document.pages if evidence.document else ()
    return next((page for page in pages if page.page == fact.citation.page), None)


def _stray_problems(evidence: CaseEvidence, index: int, fact: ObservedFact) -> list[str]:
    """Nobody drew a fact that is not expected; on pages that the reader set, its words are known all the same."""
    if fact.citation.bounding_box is None:
        return [f"facts[{index}] is verified and has no box"]
    page = _page_of(evidence, fact)
    if page is None or not page.words:
        return []
    agreement = set_box_agreement(page, fact.citation)
    return [] if agreement >= 1 else [f"facts[{index}]: the box holds what is quoted to {agreement:.3f}, less than 1"]


def _item_problems(evidence: CaseEvidence, match: ItemMatch, fact: ObservedFact) -> list[str]:
    agreement = item_box_agreement(match.expected, fact.citation)
    least, what = least_agreement(evidence.case.route), "agrees with its words"
    if agreement is None and evidence.case.route is not Route.STRUCTURED:
        return []
    if agreement is None:
        page = _page_of(evidence, fact)
        if page is not None and not page.words:
            return [] if fact.citation.bounding_box else ["a verified fact has no box"]
        agreement, least, what = set_box_agreement(page, fact.citation), 1.0, "holds what is quoted"
    if agreement >= least:
        return []
    name = match.expected.fact_type.value
    return [f"facts[{match.observed_index}], a {name}: the box {what} to {agreement:.3f}, less than {least}"]
