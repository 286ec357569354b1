"""A referral letter, read as a whole: Word, typed or scanned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import CleanWord, DeidentifiedDocument, DeidentifiedPage, IdentifierKind
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import CitedFact, FactType, RejectedCandidate
from arbiter_fhir.domain.seal import FACT_SEAL
from arbiter_fhir.extraction.citing import Source
from arbiter_fhir.extraction.intake.grammars import ALL
from arbiter_fhir.extraction.intake.settling import injection_warnings, settled
from arbiter_fhir.extraction.laboratory.report import read_laboratory_report
from arbiter_fhir.extraction.narrative.candidate import Candidate, to_facts
from arbiter_fhir.extraction.narrative.open_answers import find_open_answers
from arbiter_fhir.extraction.place import place_of
from arbiter_fhir.extraction.referral.letter import Letter, read_letter
from arbiter_fhir.extraction.referral.spoken_results import find_spoken_results
from arbiter_fhir.extraction.referral.statements import referral_candidates
from arbiter_fhir.ports.documents import Extraction

__all__ = ["read_referral_letter"]

#: Words of a line that may say when the results of a letter were collected.
MOST_CONTEXT_WORDS: Final = 8


def read_referral_letter(document: DeidentifiedDocument, *, doc_type: DocType, source_id: str) -> Extraction:
    """Read a referral letter.

    Args:
        document: The clean document.
        doc_type: For citations: the type of the document that the pages belong to.
        source_id: For citations: ``documents:123`` or a file label.

    Returns:
        Facts in reading order, what was not taken with its reason, and warnings.
    """
    letter = read_letter(document.pages)
    candidates: list[Candidate] = list(referral_candidates(letter))
    for find in ALL:
        candidates += find(letter.passages, document.dates)
    candidates += find_open_answers(letter.passages)
    results, rejected = _results(document, letter, doc_type, source_id)
    candidates += find_spoken_results(letter.passages, dates=document.dates, told=_lines_of(results, document))
    said = settled(candidates)
    facts = to_facts(said.candidates, Source(SourceType(doc_type.value), source_id))
    told = sum(fact.fact_type is FactType.LAB_RESULT for fact in facts)
    results = tuple(_numbered(fact, told + place) for place, fact in enumerate(results))
    return Extraction((*facts, *results), (*said.rejected, *rejected), injection_warnings(document))


def _results(
    document: DeidentifiedDocument, letter: Letter, doc_type: DocType, source_id: str
) -> tuple[tuple[CitedFact, ...], tuple[RejectedCandidate, ...]]:
    """Results of the letter's own tables and result sections, read as on a laboratory report."""
    if not letter.results:
        return (), ()
    tables = replace(document, pages=tuple(_only_results(page, letter.results) for page in document.pages))
    found = read_laboratory_report(tables, doc_type=doc_type, source_id=source_id)
    pages = {page.number: page for page in document.pages}
    facts: list[CitedFact] = []
    for fact in found.facts:
        words = _words_of(fact, pages)
        if words and any((fact.citation.page, word.line) in letter.results for word in words):
            facts.append(_placed(fact, pages[fact.citation.page or 0], words))
    return tuple(facts), tuple(each for each in found.rejected if each.page in {page for page, _ in letter.results})


def _lines_of(results: Sequence[CitedFact], document: DeidentifiedDocument) -> set[tuple[int, int]]:
    """Page and line of everything that results cite."""
    pages = {page.number: page for page in document.pages}
    return {(fact.citation.page or 0, word.line) for fact in results for word in _words_of(fact, pages)}


def _only_results(page: DeidentifiedPage, results: set[tuple[int, int]]) -> DeidentifiedPage:
    """The page with the lines of its results, and short lines with a date: what is told in prose is read otherwise."""
    lines: dict[int, list[CleanWord]] = {}
    for word in page.words:
        lines.setdefault(word.line, []).append(word)
    kept = {
        line
        for line, words in lines.items()
        if (page.number, line) in results or (len(words) <= MOST_CONTEXT_WORDS and _has_date(words))
    }
    return replace(page, words=tuple(word for word in page.words if word.line in kept))


def _has_date(words: Sequence[CleanWord]) -> bool:
    return any(word.placeholder is not None and word.placeholder.kind is IdentifierKind.DATE for word in words)


def _words_of(fact: CitedFact, pages: Mapping[int, DeidentifiedPage]) -> list[CleanWord]:
    """The words in a fact's box."""
    box, page = fact.citation.box, pages.get(fact.citation.page or 0)
    if box is None or page is None:
        return []
    return [word for word in page.words if box.holds_center_of(word.box)]


def _numbered(fact: CitedFact, number: int) -> CitedFact:
    """The fact with its number among all results of the letter."""
    return replace(fact, citation=replace(fact.citation, field_or_chunk_id=f"results[{number}]"), seal=FACT_SEAL)


def _placed(fact: CitedFact, page: DeidentifiedPage, words: Sequence[CleanWord]) -> CitedFact:
    """The fact with its place in the words of the format."""
    return replace(fact, citation=replace(fact.citation, page_or_section=place_of(page, words)), seal=FACT_SEAL)
