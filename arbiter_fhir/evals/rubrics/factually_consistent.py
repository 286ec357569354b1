"""factually_consistent: nothing that may act as a fact says anything but what the paper says."""

from __future__ import annotations

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.evals.evidence import CaseEvidence, RubricResult, judged
from arbiter_fhir.evals.field_scores import Field, disagreements
from arbiter_fhir.evals.item_fields import field_text, item_disagreements, main_text
from arbiter_fhir.evals.item_scores import is_invented
from arbiter_fhir.evals.observation import ObservedFact

__all__ = ["judge_consistency"]

#: Facts held for a person's eyes claim nothing: they are judged by what is expected of them, not here.
_CLAIMS = {Certainty.VERIFIED, Certainty.DOCUMENT_FACT}

#: Reasons with which a fact itself says that a field may have been read wrongly.
_DOUBTS = {
    Field.TEST_NAME: {"name_read_doubtful", "name_unknown"},
    Field.UNIT: {"unit_unclear", "unit_unexpected"},
    Field.REFERENCE_RANGE: {"range_unclear"},
    Field.ABNORMAL_FLAG: {"flag_unclear", "range_unclear"},
    Field.COLLECTION_DATE: {"collection_date_read_doubtful", "collection_date_inherited"},
}


def judge_consistency(evidence: CaseEvidence) -> RubricResult:
    """Every claimed fact stands on the paper with this value, unit, range, flag and date."""
    if evidence.is_missing:
        return judged(0, ["no document came out"])
    claimed = [fact for fact in evidence.facts if fact.certainty in _CLAIMS]
    findings = [
        f"facts[{index}]: {fact.result.test_name!r} {fact.result.value!r} is claimed and stands nowhere on the paper"
        for index, fact in evidence.matching.unmatched
        if fact.certainty in _CLAIMS
    ]
    for match in evidence.matching.matches:
        if match.observed is None or match.observed.certainty not in _CLAIMS:
            continue
        for field in disagreements(match.expected, match.observed):
            if _claims_nothing(match.observed, field):
                continue
            printed = str(getattr(match.expected, field.value) or "")
            read = str(getattr(match.observed.result, field.value) or "")
            findings.append(
                f"facts[{match.observed_index}] ({match.expected.test_name!r}): {field.value} is {printed!r} on the "
                f"paper and {read!r} in the {match.observed.certainty.value} fact"
            )
    findings += _item_findings(evidence)
    # A page without results is measured too: that nothing was claimed is the finding.
    return judged(max(len(claimed), 1 if evidence.document else 0), findings)


def _item_findings(evidence: CaseEvidence) -> list[str]:
    """Claimed facts of other kinds that say something else than the document, or that it does not say."""
    findings = [
        f"facts[{index}]: a {fact.fact_type.value} {main_text(fact)!r} is claimed and stands nowhere in the document"
        for index, fact in evidence.strays
        if fact.certainty in _CLAIMS and is_invented(fact)
    ]
    for match in evidence.items:
        fact = match.observed
        if fact is None or fact.certainty not in _CLAIMS:
            continue
        for name in item_disagreements(match.expected, fact):
            seen = field_text(fact, name)
            if not seen and fact.certainty is not Certainty.VERIFIED:
                continue
            expected = match.expected.fields.get(name, " or ".join(match.expected.assertions))
            findings.append(
                f"facts[{match.observed_index}], a {match.expected.fact_type.value}: {name} is {expected!r} in the "
                f"document and {seen!r} in the {fact.certainty.value} fact"
            )
    return findings


def _claims_nothing(fact: ObservedFact, field: Field) -> bool:
    """Whether a fact short of verified leaves this field open: empty, or with a doubt of its own about it.

    A value is never left open: a fact that doubts its value waits for a person, or is wrong here.
    """
    if fact.certainty is Certainty.VERIFIED or field is Field.VALUE:
        return False
    return not getattr(fact.result, field.value) or bool(_DOUBTS.get(field, set()) & set(fact.reasons))
