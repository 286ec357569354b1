"""The gate in front of the caller: a draft becomes an answer only when every sentence stands in what it cites.

Three checks, the seed's: *cites evidence* (every claim about the patient cites something that was retrieved, and
findings that need review are never cited as findings), *grounded* (see `grounding`), *phi leak* (a second look by the
de-identification room). All three must hold; nothing is mended here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from arbiter_fhir.answering.grounding.quotes import wrong_guideline
from arbiter_fhir.answering.grounding.sentences import ungrounded
from arbiter_fhir.answering.grounding.tables import wrong_table
from arbiter_fhir.answering.missing import missing_texts
from arbiter_fhir.answering.second_look import to_look_at
from arbiter_fhir.answering.wording.dates import filled
from arbiter_fhir.answering.wording.vocabulary import places
from arbiter_fhir.domain.answer import Claim, Draft, Section, ValidatedAnswer, Validation
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem
from arbiter_fhir.domain.guideline import GuidelinePassage
from arbiter_fhir.domain.question import Intent
from arbiter_fhir.domain.seal import ANSWER_SEAL

__all__ = ["ValidationOutcome", "validate"]


@dataclass(frozen=True, slots=True)
class ValidationOutcome:
    """What the checks found; the answer is there exactly when all of them hold."""

    validation: Validation
    answer: ValidatedAnswer | None


def validate(draft: Draft, bundle: EvidenceBundle, *, leaks: Callable[[str], bool]) -> ValidationOutcome:
    """Check a draft against the evidence it was made from, whoever wrote it.

    Args:
        draft: The draft.
        bundle: The evidence.
        leaks: Whether a text holds an identifier; placeholders and citation marks never count.
    """
    uncited: list[str] = []
    false: list[str] = []
    leaking: list[str] = []
    if not _says_something(draft, bundle):
        uncited.append("draft:says_nothing")
    missing = frozenset(missing_texts(bundle))
    for index, claim in enumerate(draft.claims):
        wrong_words = ""
        if word := _wrong_citations(claim, draft, bundle):
            uncited.append(f"claim_{index}:{word}")
        elif wrong_words := _wrong_words(claim, draft, bundle, missing):
            false.append(f"claim_{index}:{wrong_words}")
        # Our own words and counts, and published words, were compared word by word; the rest is looked at again.
        compared = claim.section in {Section.MISSING, Section.GUIDELINE_EVIDENCE} and not word and not wrong_words
        if not compared and leaks(to_look_at(claim.text.value, bundle)):
            leaking.append(f"claim_{index}:phi_leak")
    for index, table in enumerate(draft.tables):
        if word := wrong_table(table, draft, bundle):
            false.append(f"table_{index}:{word}")
        cells = " ".join(cell.value for cell in (table.title, *(cell for row in table.rows for cell in row.cells)))
        if leaks(to_look_at(cells, bundle)):
            leaking.append(f"table_{index}:phi_leak")
    validation = Validation(
        cites_evidence=not uncited,
        grounded=not false,
        phi_leak=bool(leaking),
        problems=(*uncited, *false, *leaking),
    )
    answer = ValidatedAnswer(draft, validation, ANSWER_SEAL) if validation.ok else None
    return ValidationOutcome(validation, answer)


def _says_something(draft: Draft, bundle: EvidenceBundle) -> bool:
    """Whether there is more in a draft than what is missing, unless that is what was asked for."""
    question = bundle.question
    about_gaps = question.intent is Intent.MISSING or question.steps_back > 0
    said = {claim.section for claim in draft.claims}
    return bool(draft.tables) or bool(said - {Section.MISSING}) or (about_gaps and bool(said))


def _wrong_citations(claim: Claim, draft: Draft, bundle: EvidenceBundle) -> str:
    """What is wrong with a claim's citations, as a stable word; empty where nothing is."""
    if claim.section is Section.MISSING:
        return "missing_cites" if claim.citations else ""
    if not claim.citations:
        return "no_citation"
    if any(not 0 <= number < len(draft.citations) for number in claim.citations):
        return "citation_unknown"
    if claim.section is Section.GUIDELINE_EVIDENCE:
        citable = [passage.citation for passage in bundle.guidelines]
    else:
        confirmed = claim.section is Section.PATIENT_FINDINGS
        items = bundle.findings if confirmed else (*bundle.findings, *bundle.review)
        citable = [place for item in items for place in places(item)]
    if any(draft.citations[number] not in citable for number in claim.citations):
        return "citation_not_retrieved"
    return ""


def _wrong_words(claim: Claim, draft: Draft, bundle: EvidenceBundle, missing: frozenset[str]) -> str:
    text = claim.text.value
    if claim.section is Section.MISSING:
        return "" if filled(text, draft.dates) in missing else "missing_not_in_evidence"
    if claim.section is Section.GUIDELINE_EVIDENCE:
        return wrong_guideline(text, _passages(claim, draft, bundle))
    return ungrounded(
        claim.section,
        text,
        _cited(claim, draft, bundle),
        bundle=bundle,
        dates=draft.dates,
        citations=[draft.citations[number] for number in claim.citations],
    )


def _cited(claim: Claim, draft: Draft, bundle: EvidenceBundle) -> list[EvidenceItem]:
    """The items that a claim cites, by any of their places; findings alone where it speaks of findings."""
    cited = {draft.citations[number] for number in claim.citations}
    items = bundle.findings if claim.section is Section.PATIENT_FINDINGS else (*bundle.findings, *bundle.review)
    return [item for item in items if cited & set(places(item))]


def _passages(claim: Claim, draft: Draft, bundle: EvidenceBundle) -> list[GuidelinePassage]:
    cited = {draft.citations[number] for number in claim.citations}
    return [passage for passage in bundle.guidelines if passage.citation in cited]
