"""The gate in front of the caller: a draft becomes an answer only when every sentence stands in what it cites.

Three checks, the seed's: *cites evidence* (every claim about the patient cites something that was retrieved, and
findings that need review are never cited as findings), *grounded* (see `grounding`), *phi leak* (a second look by the
de-identification room). All three must hold; nothing is mended here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from arbiter_fhir.answering.grounding import ungrounded
from arbiter_fhir.answering.sections import missing_sentences
from arbiter_fhir.domain.analyte import is_spelling_of
from arbiter_fhir.domain.answer import Claim, Draft, Section, ValidatedAnswer, Validation
from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem
from arbiter_fhir.domain.seal import ANSWER_SEAL

__all__ = ["ValidationOutcome", "validate"]


@dataclass(frozen=True, slots=True)
class ValidationOutcome:
    """What the checks found; the answer is there exactly when all of them hold."""

    validation: Validation
    answer: ValidatedAnswer | None


def validate(draft: Draft, bundle: EvidenceBundle, *, leaks: Callable[[str], bool]) -> ValidationOutcome:
    """Check a draft against the evidence it was made from.

    Args:
        draft: The draft.
        bundle: The evidence.
        leaks: Whether a text holds an identifier; placeholders and citation marks never count.
    """
    uncited: list[str] = []
    false: list[str] = []
    leaking: list[str] = []
    if not any(claim.section is not Section.MISSING for claim in draft.claims):
        uncited.append("draft:says_nothing")
    missing = {sentence.value for sentence in missing_sentences(bundle)}
    for index, claim in enumerate(draft.claims):
        if word := _wrong_citations(claim, draft, bundle):
            uncited.append(f"claim_{index}:{word}")
        elif word := _wrong_words(claim, draft, bundle, missing):
            false.append(f"claim_{index}:{word}")
        if claim.text.value not in missing and leaks(_to_look_at(claim, bundle)):
            leaking.append(f"claim_{index}:phi_leak")
    validation = Validation(
        cites_evidence=not uncited,
        grounded=not false,
        phi_leak=bool(leaking),
        problems=(*uncited, *false, *leaking),
    )
    answer = ValidatedAnswer(draft, validation, ANSWER_SEAL) if validation.ok else None
    return ValidationOutcome(validation, answer)


def _to_look_at(claim: Claim, bundle: EvidenceBundle) -> str:
    """The sentence as the second look sees it: names of known tests stand back.

    A language model takes *Prothrombin* at the beginning of a sentence for a person, and an answer would be refused for
    its test's name. A name wholly made of our vocabulary's words is nobody's; any other stays in the text. Sentences of
    the missing section are our own words and counts, compared word by word before.
    """
    text = claim.text.value
    names = {item.words.name.value for item in (*bundle.findings, *bundle.review) if _is_plain_name(item)}
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "the test", text)
    return text


def _is_plain_name(item: EvidenceItem) -> bool:
    return is_spelling_of(item.words.name.value, item.subject)


def _wrong_citations(claim: Claim, draft: Draft, bundle: EvidenceBundle) -> str:
    """What is wrong with a claim's citations, as a stable word; empty where nothing is."""
    if claim.section is Section.MISSING:
        return "missing_cites" if claim.citations else ""
    if claim.section is Section.GUIDELINE_EVIDENCE:
        return "no_guideline_was_retrieved"
    if not claim.citations:
        return "no_citation"
    if any(not 0 <= number < len(draft.citations) for number in claim.citations):
        return "citation_unknown"
    citable = bundle.findings if claim.section is Section.PATIENT_FINDINGS else (*bundle.findings, *bundle.review)
    places = [place for item in citable for place in _places(item)]
    if any(draft.citations[number] not in places for number in claim.citations):
        return "citation_not_retrieved"
    return ""


def _wrong_words(claim: Claim, draft: Draft, bundle: EvidenceBundle, missing: set[str]) -> str:
    if claim.section is Section.MISSING:
        return "" if claim.text.value in missing else "missing_not_in_evidence"
    return ungrounded(claim.section, claim.text.value, _cited(claim, draft, bundle), bundle=bundle, dates=draft.dates)


def _places(item: EvidenceItem) -> tuple[Citation, ...]:
    return item.citation, *item.also


def _cited(claim: Claim, draft: Draft, bundle: EvidenceBundle) -> list[EvidenceItem]:
    """The results that a claim cites, by any of their places."""
    cited = {draft.citations[number] for number in claim.citations}
    return [item for item in (*bundle.findings, *bundle.review) if cited & set(_places(item))]
