"""document_fact_expectations: all that is printed came out, as sure as it may be, and nothing forbidden did."""

from __future__ import annotations

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.evals.cases import ForbiddenFact, Route, UnresultedRow
from arbiter_fhir.evals.evidence import CaseEvidence, RubricResult, judged
from arbiter_fhir.evals.item_fields import main_text
from arbiter_fhir.evals.item_matching import ItemMatch
from arbiter_fhir.evals.matching import Match
from arbiter_fhir.evals.observation import ObservedDocument, ObservedFact
from arbiter_fhir.evals.printed import look_alike, same_name, same_print, unspaced

__all__ = ["judge_fact_expectations"]


def judge_fact_expectations(evidence: CaseEvidence) -> RubricResult:
    """Rows with their certainty and reasons, rows without a result, forbidden facts, warnings, the error's code."""
    case, document = evidence.case, evidence.document
    if case.error is not None:
        code = evidence.observation.error_code or "a document"
        return judged(1, [] if code == case.error else [f"{case.error.value} was expected and {code} came out"])
    if document is None:
        return judged(0, [f"no document came out: {', '.join(evidence.problems)}"])
    findings = [
        problem
        for match in evidence.matching.matches
        if not (case.route.is_picture and match.observed is None and _is_visible(match, document))
        for problem in _row_problems(match)
    ]
    findings += [problem for row in case.unresulted for problem in _unresulted_problems(row, document)]
    findings += [problem for match in evidence.items for problem in _item_problems(match, case.route)]
    unmatched = [fact for _, fact in (*evidence.matching.unmatched, *evidence.strays)]
    matched = [match.observed for match in evidence.items if match.observed is not None]
    findings += [
        f"forbidden fact came out as {fact.certainty.value}: {forbidden.why}"
        for forbidden in case.forbidden
        # What is expected is forbidden only with another claim: denied, it must not come out as present.
        for fact in (*unmatched, *(matched if forbidden.assertions else ()))
        if _violates(fact, forbidden)
    ]
    codes = {warning.code for warning in document.warnings}
    findings += [f"warning {code} is missing" for code in case.warnings if code not in codes]
    if case.pages and len(document.pages) != case.pages:
        findings.append(f"{case.pages} pages were expected and {len(document.pages)} came out")
    return judged(1 + len(case.facts) + len(case.items) + len(case.unresulted) + len(case.forbidden), findings)


def _is_visible(match: Match, document: ObservedDocument) -> bool:
    """Whether a row of a scan that could not be read is among the rejects: its loss is counted by recall, not here."""
    name = look_alike(match.expected.test_name)
    return any(item.page == match.expected.page and name in look_alike(item.quote) for item in document.rejected)


def _row_problems(match: Match) -> list[str]:
    expected, fact = match.expected, match.observed
    if fact is None:
        return [f"row {match.index} ({expected.test_name!r} {expected.value!r}, page {expected.page}) did not come out"]
    problems = []
    if fact.certainty not in expected.certainty:
        allowed = " or ".join(certainty.value for certainty in expected.certainty)
        reasons = ", ".join(fact.reasons) or "no reason"
        problems.append(
            f"row {match.index} ({expected.test_name!r}) is {fact.certainty.value} ({reasons}), not {allowed}"
        )
    if expected.reasons and not set(expected.reasons) & set(fact.reasons):
        wanted = " or ".join(expected.reasons)
        problems.append(f"row {match.index} ({expected.test_name!r}) does not give the reason {wanted}")
    return problems


def _item_problems(match: ItemMatch, route: Route) -> list[str]:
    expected, fact = match.expected, match.observed
    name = f"{expected.fact_type.value} {next(iter(expected.fields.values()))!r}"
    if fact is None:
        # What a bad fax swallowed is counted by recall.
        return [] if expected.optional or route is Route.FAX else [f"{name} did not come out"]
    problems = []
    if fact.certainty not in expected.certainty:
        allowed = " or ".join(certainty.value for certainty in expected.certainty)
        reasons = ", ".join(fact.reasons) or "no reason"
        problems.append(f"{name} is {fact.certainty.value} ({reasons}), not {allowed}")
    if expected.reasons and not set(expected.reasons) & set(fact.reasons):
        problems.append(f"{name} does not give the reason {' or '.join(expected.reasons)}")
    return problems


def _unresulted_problems(row: UnresultedRow, document: ObservedDocument) -> list[str]:
    """A row without a result is a reject or waits for a person; anything surer is wrong, and so is silence."""
    results = [fact for fact in document.facts if fact.is_result]
    own = [fact for fact in results if same_name(fact.result.test_name, row.test_name)]
    own = [fact for fact in own if same_print(fact.result.value, row.value)]
    claimed = [fact for fact in own if fact.certainty is not Certainty.NEEDS_REVIEW]
    if claimed:
        return [f"{row.test_name!r} has no result and came out as {claimed[0].certainty.value}"]
    name = look_alike(row.test_name)
    set_by_reader = any(page.words for page in document.pages)
    here = [item for item in document.rejected if set_by_reader or item.page == row.page]
    if own or any(name in look_alike(item.quote) for item in here):
        return []
    return [f"{row.test_name!r} has no result and was dropped in silence"]


def _violates(fact: ObservedFact, forbidden: ForbiddenFact) -> bool:
    if fact.certainty is Certainty.NEEDS_REVIEW and not forbidden.even_for_review:
        return False
    if forbidden.fact_types and fact.fact_type not in forbidden.fact_types:
        return False
    claimed = fact.text("assertion")
    if forbidden.assertions and claimed and claimed not in forbidden.assertions:
        return False
    if (forbidden.test_name or forbidden.value) and not fact.is_result:
        return False
    return (
        (not forbidden.test_name or same_name(fact.result.test_name, forbidden.test_name))
        and (not forbidden.value or same_print(fact.result.value, forbidden.value))
        and (not forbidden.name or look_alike(forbidden.name) in look_alike(main_text(fact)))
        and (not forbidden.quote or unspaced(forbidden.quote) in unspaced(fact.citation.quote_or_value))
    )
