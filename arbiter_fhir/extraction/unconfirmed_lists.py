"""Lists that say of themselves that nobody has confirmed them: "Home meds per spouse", "not reconciled".

*Source*: curated by hand, 2026-11-30, from the usual remarks of medication reconciliation.
"""

from __future__ import annotations

import re
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.extraction.narrative.sections import read_heading
from arbiter_fhir.extraction.page_lines import PageLine, page_lines
from arbiter_fhir.extraction.terminology.allergens import allergens
from arbiter_fhir.extraction.terminology.conditions import conditions
from arbiter_fhir.extraction.terminology.medicines import medicines

__all__ = ["lines_of_unconfirmed_lists"]

_LIST: Final = (
    r"(?:meds?|medications?|medicines?|prescriptions?|rx|drugs?|allerg(?:y|ies)|problems?|diagnos[ei]s|conditions?|"
    r"pmh|history|list)"
)
#: Who is not the patient: what others tell of a list is a start, not the list.
_SOMEBODY: Final = (
    r"(?:spouse|wife|husband|partner|mother|father|mom|dad|parents?|son|daughter|brother|sister|sibling|family|friend|"
    r"neighbou?r|care-?(?:giver|taker)|room-?mate|aide|relatives?|ems|(?:old|outside|prior|previous)\s+"
    r"(?:records?|charts?|list|notes?)|memory)"
)
_TITLE: Final = re.compile(rf"\b{_LIST}\b", re.IGNORECASE)
_HEARSAY: Final = re.compile(
    rf"\b(?:per|from|by|via|according\s+to|as\s+(?:told|given|reported)\s+by|reported\s+by|obtained\s+from|provided\s+by)"
    rf"\s+(?:(?:the|his|her|their|pt'?s?|patient'?s?)\s+)*{_SOMEBODY}\b",
    re.IGNORECASE,
)
_UNCONFIRMED: Final = re.compile(
    r"\b(?:not\s+(?:yet\s+|been\s+)*|un-?|never\s+|none\s+)(?:reconciled|verified|confirmed|reviewed|updated)\b"
    r"|\b(?:pending|awaiting|needs?|requires?)\s+(?:\w+\s+)?(?:reconciliation|verification|confirmation)\b"
    r"|\bto\s+be\s+(?:reconciled|verified|confirmed)\b|\bunable\s+to\s+(?:reconcile|verify|confirm)\b"
    r"|\b(?:reconciliation|verification)\s+(?:is\s+)?(?:pending|incomplete|not\s+(?:done|complete\w*))\b"
    r"|\b(?:outdated|old|incomplete|unreliable)\s+(?:med\w*\s+)?list\b|\blist\s+(?:is\s+|may\s+be\s+)?"
    r"(?:outdated|incomplete|unreliable|not\s+current|old)\b",
    re.IGNORECASE,
)
#: That all of a list has ended: "STOPPED in May: all of the above".
_OVER: Final = (
    r"(?:stopped|discontinued|held|on hold|not tak\w+|no longer|d/c'?d|inactive|resolved|ended|obsolete|wrong)\b"
)
_ENDED: Final = re.compile(
    rf"\b{_OVER}\W+(?:\S+\W+){{0,4}}?(?:all|each|every\w*|these)\b.*\b(?:above|these|meds|medications|them|list)\b"
    rf"|\b(?:all|none|each|every\w*|these)\b\s+(?:\w+\s+){{0,3}}(?:above|meds|medications|listed|these)\b.*\b{_OVER}"
    rf"|\b(?:above|these)\s+(?:\w+\s+)?(?:\w+\s+)?(?:were|was|are|have been|has been)\s+(?:all\s+)?{_OVER}",
    re.IGNORECASE,
)
#: A line that speaks of the list above or around it, not one that opens a list.
_REMARK: Final = re.compile(
    rf"^(?:\s*[(*]|\W*(?:the\s+)?(?:above|this|these|list)\b|\W*(?:per|from|by|reported\s+by|according\s+to)\s+"
    rf"(?:(?:the|his|her|their|pt'?s?|patient'?s?)\s+)*{_SOMEBODY}\W*$)",
    re.IGNORECASE,
)
#: Longest heading in words; longer lines are sentences.
LONGEST_HEADING_WORDS: Final = 10
#: Longest remark about a whole list; in longer lines the words speak of one entry.
LONGEST_REMARK_WORDS: Final = 12
_STRENGTH: Final = re.compile(r"\d\s*(?:mg|mcg|g|ml|units?|meq|%)", re.IGNORECASE)


def lines_of_unconfirmed_lists(document: DeidentifiedDocument) -> frozenset[tuple[int, int]]:
    """Page and line of all that stands under a heading, or beside a remark, that leaves the whole list unconfirmed.

    Args:
        document: The clean document.
    """
    found: set[tuple[int, int]] = set()
    section: list[PageLine] = []
    doubted = False
    part = 0
    for line in page_lines(document):
        hearsay = _is_hearsay(line.text)
        if line.part != part or hearsay or read_heading(line.text) is not None:
            if doubted:
                found.update(each.key for each in section)
            section, doubted, part = [], hearsay, line.part
        section.append(line)
        doubted = doubted or _leaves_open(line.text)
    if doubted:
        found.update(each.key for each in section)
    return frozenset(found)


def _is_hearsay(text: str) -> bool:
    """Whether a line is the heading of a list that somebody else has told."""
    title = text.split(":", 1)[0]
    if _REMARK.match(text):
        return False
    if len(title.split()) > LONGEST_HEADING_WORDS or _STRENGTH.search(title):
        return False
    return _TITLE.search(title) is not None and _HEARSAY.search(title) is not None


def _leaves_open(text: str) -> bool:
    """Whether a line says of its whole list, in a heading or a remark, that it is not confirmed, or is over."""
    if len(text.split()) <= LONGEST_REMARK_WORDS and _ENDED.search(text):
        return True
    title, colon, _ = text.partition(":")
    if colon and _TITLE.search(title) and _UNCONFIRMED.search(title):
        return True
    if len(text.split()) <= LONGEST_REMARK_WORDS and _REMARK.match(text) and _HEARSAY.search(text):
        return True
    short = len(text.split()) <= LONGEST_REMARK_WORDS and _STRENGTH.search(text) is None
    return short and _UNCONFIRMED.search(text) is not None and not _names_entry(text)


def _names_entry(text: str) -> bool:
    """Whether a line begins with the name of an entry, of which alone its remark speaks: ``Shellfish  unconfirmed``."""
    bare = text.lstrip(" -*\u2022\u00b7.0123456789)(")
    return any(names.at_start(bare) is not None for names in (allergens(), medicines(), conditions()))
