"""The gate in front of the caller: a draft becomes an answer only when every sentence stands in what it cites.

Three checks, the seed's: *cites evidence* (every claim about the patient cites something that was retrieved, and
findings that need review are never cited as findings), *grounded* (see `grounding`), *phi leak* (a second look by the
de-identification room). All three must hold; nothing is mended here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from arbiter_fhir.answering.grounding.index import EvidenceIndex
from arbiter_fhir.answering.grounding.quotes import wrong_guideline
from arbiter_fhir.answering.grounding.sentences import ungrounded
from arbiter_fhir.answering.grounding.tables import wrong_table
from arbiter_fhir.answering.missing import missing_texts
from arbiter_fhir.answering.second_look import SecondLook
from arbiter_fhir.answering.wording.dates import filled
from arbiter_fhir.domain.answer import Claim, Draft, Section, ValidatedAnswer, Validation
from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.evidence import EvidenceBundle
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
    index = EvidenceIndex.of(bundle)
    uncited: list[str] = []
    false: list[str] = []
    to_look_at: dict[str, str] = {}
    if not _says_something(draft, bundle):
        uncited.append("draft:says_nothing")
    missing = frozenset(missing_texts(bundle))
    for number, claim in enumerate(draft.claims):
        name, wrong_words = f"claim_{number}", ""
        if word := _wrong_citations(claim, draft, index):
            uncited.append(f"{name}:{word}")
        elif wrong_words := _wrong_words(claim, draft, index, missing):
            false.append(f"{name}:{wrong_words}")
        # Our own words and counts, and published words, were compared word by word; the rest is looked at again.
        compared = claim.section in {Section.MISSING, Section.GUIDELINE_EVIDENCE} and not word and not wrong_words
        if not compared:
            to_look_at[name] = claim.text.value
    for number, table in enumerate(draft.tables):
        if word := wrong_table(table, draft, index):
            false.append(f"table_{number}:{word}")
        cells = (table.title, *(cell for row in table.rows for cell in row.cells))
        to_look_at[f"table_{number}"] = " ".join(cell.value for cell in cells)
    leaking = [f"{name}:phi_leak" for name in SecondLook(bundle, leaks).leaking(to_look_at)]
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


def _wrong_citations(claim: Claim, draft: Draft, index: EvidenceIndex) -> str:
    """What is wrong with a claim's citations, as a stable word; empty where nothing is."""
    if claim.section is Section.MISSING:
        return "missing_cites" if claim.citations else ""
    if not claim.citations:
        return "no_citation"
    if any(not 0 <= number < len(draft.citations) for number in claim.citations):
        return "citation_unknown"
    cited = _cited(claim, draft)
    if claim.section is Section.GUIDELINE_EVIDENCE:
        known = all(place in index.guidelines for place in cited)
    else:
        confirmed = claim.section is Section.PATIENT_FINDINGS
        known = all(place in index.findings or (not confirmed and place in index.review) for place in cited)
    return "" if known else "citation_not_retrieved"


def _wrong_words(claim: Claim, draft: Draft, index: EvidenceIndex, missing: frozenset[str]) -> str:
    text, places = claim.text.value, _cited(claim, draft)
    if claim.section is Section.MISSING:
        return "" if filled(text, draft.dates) in missing else "missing_not_in_evidence"
    if claim.section is Section.GUIDELINE_EVIDENCE:
        return wrong_guideline(text, [index.guidelines[place] for place in dict.fromkeys(places)])
    return ungrounded(claim.section, text, places, index=index, dates=draft.dates)


def _cited(claim: Claim, draft: Draft) -> list[Citation]:
    return [draft.citations[number] for number in claim.citations]
