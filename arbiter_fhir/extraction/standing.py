"""Doubts that come from where a fact stands, whatever its own words say, the same for letters, forms and packets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedDocument, DeidentifiedPage
from arbiter_fhir.domain.document import DocType, PageRoute
from arbiter_fhir.domain.fact import CitedFact, FactType
from arbiter_fhir.domain.region import RegionKind
from arbiter_fhir.domain.seal import FACT_SEAL
from arbiter_fhir.extraction.addenda import amended_by, amendments_of
from arbiter_fhir.extraction.certainty import decide_certainty
from arbiter_fhir.extraction.named_others import lines_of_named_others
from arbiter_fhir.extraction.other_people import lines_of_others
from arbiter_fhir.extraction.page_lines import lines_of_fact
from arbiter_fhir.extraction.reasons import WEIGHTS, Reason
from arbiter_fhir.extraction.unconfirmed_lists import lines_of_unconfirmed_lists
from arbiter_fhir.extraction.workbook.owners import lines_of_other_owners
from arbiter_fhir.extraction.workbook.sheet_remarks import weakened_pages
from arbiter_fhir.ports.documents import Extraction

__all__ = ["COARSE_PAGE_CONFIDENCE", "doubt_by_standing"]

#: Documents that are written about one patient in running text or fields. Messages and workbooks say whose a line is.
_WRITTEN: Final = frozenset({DocType.INTAKE_FORM, DocType.REFERRAL_DOCX, DocType.FAX_PACKET})
_OF_LABORATORY: Final = frozenset({FactType.LAB_RESULT, FactType.SUSCEPTIBILITY})
_OF_LISTS: Final = frozenset({FactType.ALLERGY, FactType.MEDICATION, FactType.PROBLEM})
_ASIDE: Final = frozenset({RegionKind.HEADER, RegionKind.FOOTER})
#: On a page whose words were read with a lower mean confidence (0-100), ink beside an entry may be lost unnoticed.
#: Clean scans of lists at 72 to 300 dpi came to 95; a noisy one at 95 dpi, which lost a question mark, to 82.
COARSE_PAGE_CONFIDENCE: Final = 93.0
#: Shorter strings are as often strokes and boxes as words.
LEAST_LETTERS: Final = 2
#: Below this a mark is ink that nobody has read.
MARK_CONFIDENCE: Final = 60.0
#: What becomes of boxes and rules.
_BOX_DEBRIS: Final = re.compile(r"[\[\](){}|\u2610-\u2612_.\u2014-]*[JxXvV1lI]?[\[\](){}|_.\u2014-]*")


def doubt_by_standing(document: DeidentifiedDocument, found: Extraction, doc_type: DocType) -> Extraction:
    """What was found, with the doubts that its place in the document brings.

    Args:
        document: The clean document that it was read from.
        found: All that was read.
        doc_type: What the document is.
    """
    told = () if doc_type is DocType.LAB_PDF else amendments_of(document, doc_type)
    facts = [_doubted(fact, _date_doubts(fact)) for fact in found.facts]
    facts = [_doubted(fact, [Reason.CONTRADICTED_IN_DOCUMENT]) if amended_by(fact, told) else fact for fact in facts]
    if doc_type is DocType.CLINICAL_WORKBOOK:
        facts = list(_doubted_by_owner(document, facts))
    elif doc_type is not DocType.HL7V2_MESSAGE:
        facts = list(_doubted_by_title(document, facts))
    if doc_type not in _WRITTEN:
        return replace(found, facts=tuple(facts))
    return replace(found, facts=tuple(_doubted_by_place(document, facts, doc_type)))


def _date_doubts(fact: CitedFact) -> list[Reason]:
    """A date of which day and month may be swapped is for a person, whatever kind of fact bears it."""
    dates = (getattr(fact.value, field.name) for field in fields(fact.value))
    if not any(isinstance(when, ClinicalDate) and when.ambiguous for when in dates):
        return []
    known = Reason.COLLECTION_DATE_AMBIGUOUS.value in fact.reasons
    return [] if known else [Reason.DATE_AMBIGUOUS]


def _doubted_by_title(document: DeidentifiedDocument, found: Sequence[CitedFact]) -> Iterator[CitedFact]:
    """The facts of a paper, those below a title that names somebody else doubted."""
    pages = {page.number: page for page in document.pages}
    cited = {
        id(fact): frozenset((page.number, line) for line in lines_of_fact(fact, page))
        for fact in found
        if (page := pages.get(fact.citation.page or 0)) is not None
    }
    results = {key for fact in found if fact.fact_type in _OF_LABORATORY for key in cited.get(id(fact), ())}
    others = lines_of_named_others(document, results)
    for fact in found:
        theirs = cited.get(id(fact), frozenset()) & others and fact.fact_type is not FactType.FAMILY_HISTORY
        yield _doubted(fact, [Reason.SPEAKS_OF_ANOTHER]) if theirs else fact


def _doubted_by_owner(document: DeidentifiedDocument, found: Sequence[CitedFact]) -> Iterator[CitedFact]:
    """The facts of a workbook, those of other people's sheets and titles and of weakened sheets doubted."""
    others, weakened = lines_of_other_owners(document), weakened_pages(document)
    pages = {page.number: page for page in document.pages}
    for fact in found:
        page = pages.get(fact.citation.page or 0)
        lines = lines_of_fact(fact, page) if page is not None and fact.fact_type is not FactType.FAMILY_HISTORY else ()
        theirs = page is not None and {(page.number, line) for line in lines} & others
        weak = fact.fact_type is FactType.LAB_RESULT and fact.citation.page in weakened
        doubts = [Reason.SPEAKS_OF_ANOTHER] if theirs else []
        yield _doubted(fact, [*doubts, Reason.WEAKENED_BY_REMARK] if weak else doubts)


def _doubted_by_place(
    document: DeidentifiedDocument, found: Sequence[CitedFact], doc_type: DocType
) -> Iterator[CitedFact]:
    """The facts of a written document in their order, with the doubts of their places."""
    pages = {page.number: page for page in document.pages}
    others = lines_of_others(document, doc_type)
    open_lists = lines_of_unconfirmed_lists(document)
    coarse = {page.number for page in document.pages if _is_coarse(page)}
    for fact in found:
        page = pages.get(fact.citation.page or 0)
        if page is None:
            yield fact
            continue
        lines = lines_of_fact(fact, page)
        keys = {(page.number, line) for line in lines}
        reasons = []
        if keys & others and _may_be_anothers(fact, doc_type):
            reasons.append(Reason.SPEAKS_OF_ANOTHER)
        if fact.fact_type in _OF_LISTS and keys & open_lists:
            reasons.append(Reason.STATED_AS_UNCERTAIN)
        if _stands_aside(fact, page):
            reasons.append(Reason.WRITTEN_ASIDE)
        if fact.fact_type in _OF_LISTS and (page.number in coarse or _has_doubtful_mark(lines, page)):
            reasons.append(Reason.PAGE_READ_COARSELY)
        yield _doubted(fact, reasons)


def _may_be_anothers(fact: CitedFact, doc_type: DocType) -> bool:
    # The head of a newborn's laboratory report names the mother with her birth date.
    of_report = doc_type is DocType.FAX_PACKET and fact.fact_type in _OF_LABORATORY
    return fact.fact_type is not FactType.FAMILY_HISTORY and not of_report


def _stands_aside(fact: CitedFact, page: DeidentifiedPage) -> bool:
    """Whether it stands in a running header or footer, which stays when the letter's text is written anew."""
    aside = [region for region in page.regions if region.kind in _ASIDE]
    box = fact.citation.box
    if not aside or box is None:
        return False
    words = [word for word in page.words if box.holds_center_of(word.box)]
    return any(region.touches(word.start, word.end) for word in words for region in aside)


def _is_coarse(page: DeidentifiedPage) -> bool:
    """Whether the words of a page were read with too little confidence; what boxes and rules become is no word."""
    if page.route is PageRoute.NATIVE:
        return False
    read = [
        word.confidence
        for word in page.words
        if word.confidence is not None and sum(char.isalnum() for char in word.text) >= LEAST_LETTERS
    ]
    return not read or sum(read) / len(read) < COARSE_PAGE_CONFIDENCE


def _has_doubtful_mark(lines: Iterable[int], page: DeidentifiedPage) -> bool:
    """Whether optical reading left ink on the lines that it could make no sure word of."""
    lines = set(lines)
    return any(
        word.line in lines
        and word.confidence is not None
        and word.confidence < MARK_CONFIDENCE
        and _BOX_DEBRIS.fullmatch(word.text) is None
        for word in page.words
    )


def _doubted(fact: CitedFact, more: list[Reason]) -> CitedFact:
    new = [reason for reason in more if reason.value not in fact.reasons]
    if not new:
        return fact
    confidence = fact.confidence
    for reason in new:
        confidence *= WEIGHTS[reason].factor
    kept = [Reason(reason) for reason in fact.reasons if reason != Reason.LOW_CONFIDENCE.value]
    confidence = round(confidence, 4)
    certainty, reasons = decide_certainty([*kept, *new], confidence)
    return replace(
        fact,
        certainty=certainty,
        confidence=confidence,
        reasons=tuple(reason.value for reason in reasons),
        seal=FACT_SEAL,
    )
