"""Medicines and allergens that forms and letters name and that no reader took: kept in view, never silently nothing.

``My own allergies: none. Mom's: codeine``, ``No history of asthma but uses albuterol``: whose it is, or whether it is
taken, no rule can tell, and the name alone matters. A person sees the line; nothing is read from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedDocument, DeidentifiedPage
from arbiter_fhir.domain.fact import FactType, RejectedCandidate
from arbiter_fhir.domain.region import RegionKind
from arbiter_fhir.extraction.page_lines import lines_of_fact
from arbiter_fhir.extraction.terminology.allergens import allergens, reactions
from arbiter_fhir.extraction.terminology.medicines import medicines
from arbiter_fhir.extraction.terminology.sig import FREQUENCY, STRENGTH
from arbiter_fhir.ports.documents import Extraction

__all__ = ["NAME_UNREAD", "unread_names"]

#: Reason of such a line.
NAME_UNREAD: Final = "name_unread"
#: Names of medicines that are also substances in blood or food: alone they say too little.
_AMBIGUOUS: Final = re.compile(
    r"calcium|magnesium|zinc|insulin|testosterone|progesterone|estradiol|cortisone|niacin|biotin|vitamin|folate|folic|iron|"
    r"glucose|thyroid|nicotine|melatonin|probiotic|potassium|sodium|oxygen|alcohol|caffeine|fluoride|iodine",
    re.IGNORECASE,
)
_ALLERGY: Final = re.compile(r"\b(?:allerg\w+|anaphyla\w+|intoleran\w+|reacts?\b|reactions?)", re.IGNORECASE)
#: What a form prints itself: boxes, questions, examples; and what is said of levels and germs.
_PRINTED: Final = re.compile(
    r"[\[(][\s_]*[\])]|[\u2610-\u2612\u25a1\u25cb\u25ef]|_{3,}|\?\s*$|\be\.?g\b|\bsuch as\b|\bfor example\b|"
    r"\bincluding\b|"
    r"\b(?:levels?|trough|peak|resistan\w+|susceptib\w+|sensitiv\w+|mic)\b",
    re.IGNORECASE,
)
_BOXES: Final = frozenset({RegionKind.CHECKBOX})
#: Kinds of facts that measure: what stands on their lines is told of there.
_MEASURED: Final = frozenset({FactType.LAB_RESULT, FactType.SUSCEPTIBILITY})
_OF_CONDITIONS: Final = frozenset({FactType.PROBLEM, FactType.PROCEDURE, FactType.CHIEF_CONCERN})
#: Medicines by what they are for, as patients call them.
_BY_PURPOSE: Final = re.compile(
    r"\b(?:water|blood pressure|bp|cholesterol|sleeping|pain|heart|sugar|diabetes|thyroid|nerve|stomach|reflux|"
    r"birth control|anxiety|depression)\s+(?:pills?|meds?|medicines?|medications?|tablets?)\b|\bblood thinners?\b",
    re.IGNORECASE,
)
#: More lines of one document are told of by their first ones.
MOST_LINES: Final = 40


def unread_names(document: DeidentifiedDocument, found: Extraction) -> list[RejectedCandidate]:
    """Lines that name a medicine, or an allergen beside talk of allergies, of which no reader has said anything.

    Args:
        document: A clean form, letter or packet.
        found: All that was read of it.
    """
    pages = {page.number: page for page in document.pages}
    cited = [(fact, page) for fact in found.facts if (page := pages.get(fact.citation.page or 0)) is not None]
    measured = {
        (page.number, line) for fact, page in cited if fact.fact_type in _MEASURED for line in lines_of_fact(fact, page)
    }
    told: dict[int, list[str]] = {}
    for fact, page in cited:
        if fact.fact_type in _OF_CONDITIONS:
            # "No asthma but uses albuterol" denies the asthma and tells nothing of the albuterol.
            continue
        told.setdefault(page.number, []).append(f"{fact.fact_text.value} {fact.citation.quote.value}".casefold())
    for reject in found.rejected:
        told.setdefault(reject.page, []).append(reject.quote.value.casefold())
    # Of a page that is named as a whole, every line is in view.
    whole = {reject.page for reject in found.rejected if reject.reason.startswith("page_")}
    kept = [
        RejectedCandidate(page.number, NAME_UNREAD, page.text.slice(words[0].start, words[-1].end))
        for page, number, words in _lines(document)
        if page.number not in whole
        and (page.number, number) not in measured
        and any(not any(name in said for said in told.get(page.number, ())) for name in _names(words))
    ]
    return kept[:MOST_LINES]


def _lines(document: DeidentifiedDocument) -> Iterator[tuple[DeidentifiedPage, int, list[CleanWord]]]:
    for page in document.pages:
        boxes = [region for region in page.regions if region.kind in _BOXES]
        by_line: dict[int, list[CleanWord]] = {}
        for word in page.words:
            by_line.setdefault(word.line, []).append(word)
        for number, words in sorted(by_line.items()):
            ordered = sorted(words, key=lambda word: word.start)
            if not any(region.touches(ordered[0].start, ordered[-1].end) for region in boxes):
                yield page, number, ordered


def _names(words: list[CleanWord]) -> set[str]:
    """The names that a line tells of, folded; none of a line that a form prints, or that speaks of levels."""
    text = " ".join(word.text for word in words)
    if _PRINTED.search(text) is not None:
        return set()
    found = [text[each.start : each.end] for each in medicines().find(text)]
    if _ALLERGY.search(text) is not None:
        found += [text[each.start : each.end] for each in allergens().find(text)]
    named = [name for name in found if _AMBIGUOUS.search(name) is None and len(name) > 2]
    behind = " ".join(word.text for word in words[1:])
    hidden = [behind] if words[0].placeholder is not None and _is_entry(behind) else []
    return {name.casefold() for name in (*named, *hidden, *(each[0] for each in _BY_PURPOSE.finditer(text)))}


def _is_entry(behind: str) -> bool:
    """Whether what stands behind a hidden first word is said of a substance: how it showed, or how it is taken."""
    reaction = behind[:1] in "-\u2013(:" and next(reactions().find(behind), None) is not None
    return reaction or (STRENGTH.match(behind) is not None and FREQUENCY.search(behind) is not None)
