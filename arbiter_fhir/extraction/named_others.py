"""Lists and tables under a title that names somebody else: ``Results for [PERSON_2]`` in the patient's own report.

Whose the paper is, its labels say (``Patient: [PERSON_1]``); a title with another name over results or a list brings in
somebody whose values stand on the same paper. Where nobody is labelled, nobody can be another.

*Source of the words*: curated by hand, 2026-11-30, from the usual titles over results and lists.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.extraction.narrative.sections import read_heading
from arbiter_fhir.extraction.page_lines import PageLine, page_lines

__all__ = ["PERSON", "STAFF", "labelled_patients", "lines_of_named_others"]

PERSON: Final = re.compile(r"\[PERSON_\d+\]")
#: A label of the patient with the name behind it.
_LABELLED: Final = re.compile(
    r"\b(?:patient(?:['\u2019]s)?(?:\s+name)?|pt(?:\s+name)?|name|re|client|member|subject|full\s+name)\s*[:#.-]*\s*"
    r"(?P<who>\[PERSON_\d+\])",
    re.IGNORECASE,
)
#: Who writes, orders or signs.
STAFF: Final = re.compile(
    r"(?<!\w)(?:md|m\.d\.|do|rn|np|pa|phd|dr\.?|doctor|provider|physician|director|ordered|ordering|referr\w+|prepared|"
    r"reviewed|signed|author|contact|by|cc|from|to|pcp|clinic|nurse|technician|entered|verified|lab(?:oratory)?\s+of)(?!\w)",
    re.IGNORECASE,
)
_WHAT: Final = (
    r"(?:results?|labs?|tests?|values?|data|report|findings|panel|work-?up|readings?|log|vitals|(?:current\s+)?med(?:ication)?s|"
    r"medicines|prescriptions|allerg(?:y|ies)|problems?|diagnos[ei]s|conditions?|history|immunizations?|list)"
)
_DATED: Final = r"\W*(?:(?:on|dated|from|of|collected|as\s+of)?\W*\[DATE_\d+\])?\W*$"
_TITLES: Final = (
    re.compile(rf"^\W*(?:\w+\s+)?{_WHAT}\s+(?:for|of|on|from)\s+(?P<who>\[PERSON_\d+\]){_DATED}", re.IGNORECASE),
    re.compile(rf"^\W*(?P<who>\[PERSON_\d+\])(?:\s*['\u2019]s?)?\s+(?:\w+\s+){{0,2}}{_WHAT}{_DATED}", re.IGNORECASE),
)
_ALONE: Final = re.compile(r"^\W*(?P<who>\[PERSON_\d+\])\W*$")
#: A name alone titles what stands at most this many lines below it.
NEAR_LINES: Final = 2


def labelled_patients(document: DeidentifiedDocument) -> frozenset[str]:
    """Placeholders of the people whom a label says to be the patient.

    Args:
        document: The clean document.
    """
    return frozenset(found["who"] for page in document.pages for found in _LABELLED.finditer(page.text.value))


def lines_of_named_others(
    document: DeidentifiedDocument, results: Collection[tuple[int, int]]
) -> frozenset[tuple[int, int]]:
    """Page number and line of all lines below a title that names somebody else.

    Args:
        document: A clean report, letter or form.
        results: Page number and line of everything that results of a laboratory cite.
    """
    own = labelled_patients(document)
    return frozenset(_lines(list(page_lines(document)), own, results)) if own else frozenset()


def _lines(
    lines: Sequence[PageLine], own: Collection[str], results: Collection[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    others = False
    part = 0
    for at, line in enumerate(lines):
        title = _named_in_title(lines, at, results)
        named = set(PERSON.findall(line.text)) & set(own)
        if line.part != part or named or (others and not title and line.key not in results and _opens_section(line)):
            others, part = False, line.part
        if title and title not in own:
            others = True
        if others:
            yield line.key


def _named_in_title(lines: Sequence[PageLine], at: int, results: Collection[tuple[int, int]]) -> str:
    """The placeholder of the person whom a line names as the owner of what stands below; empty for none."""
    text = lines[at].text
    if STAFF.search(text):
        return ""
    found = next((match for title in _TITLES if (match := title.match(text))), None)
    if found is not None:
        return found["who"]
    alone = _ALONE.match(text)
    near = any(line.key in results for line in lines[at + 1 : at + 1 + NEAR_LINES])
    return alone["who"] if alone is not None and near else ""


def _opens_section(line: PageLine) -> bool:
    return read_heading(line.text) is not None
