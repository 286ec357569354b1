"""Stretches of a report that speak of somebody else than the patient, or of no patient at all.

A heading such as ``Donor results`` or ``Quality control``, a specimen line that names another person's or the
laboratory's own material, and a sentence that goes on from the line above hold for the rows below them, whatever these
say themselves. A heading holds until a line turns to the patient; the head that every page repeats turns nothing.

*Source*: curated by hand, 2026-11-30, from the usual headings of reports on donors, families, newborns and controls;
specimen roles: HL7 table 0369 (B blind, C calibrator, G group, L pool, O operator, P patient, Q control, R replicate).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.extraction.laboratory.geometry import Line, PageView

__all__ = ["is_of_no_patient", "lines_of_other_subjects", "names_relative"]

_RELATIVE: Final = (
    r"(?:(?:half|step|foster|ex|twin|late|older|younger|elder|identical|adoptive|biological|maternal|paternal|living|"
    r"deceased|potential|kidney|organ|stem\s+cell|egg|sperm|household|female|male|sexual)[\s-]*)*"
    r"(?:mother|father|mom|dad|mum|parent|brother|sister|sibling|twin|son|daughter|child|baby|newborn|infant|f(?:o)?etus|"
    r"grand(?:mother|father|son|daughter|parent|child)|aunt|uncle|cousin|niece|nephew|husband|wife|spouse|partner|"
    r"fianc[e\u00e9]e?|girlfriend|boyfriend|room-?mate|donor|recipient|relative|family\s+member|household\s+contact|"
    r"contact\s+person|neighbou?r|co-?worker|friend|source\s+patient)s?(?:-in-law)?"
)
_MATERIAL: Final = (
    r"(?:(?:internal|external|daily|assayed|unassayed|negative|positive|normal|abnormal|high|low|level\s+\d|blind|"
    r"commercial|liquid|aqueous|instrument|run|lot)\s+)*"
    r"(?:quality\s+controls?|quality\s+assurance|quality\s+assessment|qc|q\.c\.|controls?|calibrators?|calibrations?|"
    r"proficiency(?:\s+test(?:ing)?)?|blind\s+(?:sample|specimen|duplicate)|reagent\s+blank|"
    r"linearity|environmental|tap\s+water|reference\s+material)"
)
_OF: Final = (
    r"(?:results?|labs?|tests?|testing|values?|data|report|findings|specimens?|samples?|screen(?:ing)?|work-?up|panel|"
    r"material|serum|blood|survey|swabs?|event|runs?)"
)
_WHOSE: Final = r"(?:(?:his|her|their|my|your|the|patient['\u2019]?s|pt['\u2019]?s)\s+)?"

#: "Donor results", "Mother:", "Results for her sister", "Newborn (cord blood)"; a newborn screen is a test's own name.
_HEADED: Final = re.compile(
    rf"^\W*(?!(?:newborn|infant|baby|child)\s+screen)(?:{_OF}\s+(?:for|of|from|on)\s+)?{_WHOSE}{_RELATIVE}(?:['\u2019]s?)?(?:\s+{_OF})*\s*"
    r"(?:\([^)]*\)\s*)?[:\u2013\u2014-]*\s*$",
    re.IGNORECASE,
)
#: "Quality control", "QC results:", "Proficiency testing survey 3", "Results of control material".
_HEADED_MATERIAL: Final = re.compile(
    rf"^\W*(?:{_OF}\s+(?:for|of|from|on)\s+)?(?:the\s+)?{_MATERIAL}(?:\s+(?:{_OF}|level|lot|\d+))*\s*"
    r"(?:\([^)]*\)\s*)?[:\u2013\u2014-]*\s*$",
    re.IGNORECASE,
)
#: "Specimen: donor blood", "Sample type: QC serum", "Source: environmental swab", "Specimen role: Q".
_SPECIMEN: Final = re.compile(
    r"\b(?:specimen|sample|source|material)(?:\s+(?:type|source|role|description|of))?\s*:\s*(?P<what>[^:]{1,60})",
    re.IGNORECASE,
)
_ROLE: Final = re.compile(r"\b(?:specimen|sample)\s+role\s*:\s*(?P<role>\w+)", re.IGNORECASE)
_ROLES_OF_NONE: Final = frozenset({"b", "c", "o", "q", "e", "f", "v", "r", "g", "l", "blind", "calibrator", "control"})
_NAMED: Final = re.compile(rf"\b{_RELATIVE}\b", re.IGNORECASE)
_NO_PATIENT: Final = re.compile(
    r"\b(?:quality\s+(?:control|assurance|assessment)|qc|calibrators?|calibration|proficiency|environmental|"
    r"(?:control|reference)\s+(?:material|serum|specimen|sample|plasma|blood|solution)|blind\s+(?:sample|specimen)|"
    r"donors?|tap\s+water|simulated|mock|linearity)\b",
    re.IGNORECASE,
)
#: "Patient results", "Patient: ...", "Results for the patient", "Specimen role: patient".
_TURNS: Final = re.compile(
    r"^\W*(?:(?:results?|labs?|tests?|values?|report|findings)\s+(?:for|of|from|on)\s+)?(?:(?:the|our|your|this)\s+)?"
    r"(?:patient|pt)\b(?:['\u2019]s)?(?:\s+(?:results?|labs?|tests?|values?|specimens?|samples?|data|findings))?\s*"
    r"(?::|$|\[)|^\W*specimens?\s+(?:role|type)?\s*:\s*patient\b",
    re.IGNORECASE,
)
_TO_PATIENT: Final = re.compile(r"\b(?:your|you|(?:the\s+)?patient(?:['\u2019]s)?|pt)\b", re.IGNORECASE)
_PRONOUN: Final = re.compile(r"\b(?:his|her|their|he|she|they|whose)\b", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"[^.!?;]+[.!?;]?(?=\s|$)|[^.!?;]+$")
_SEX_OR_BIRTH: Final = re.compile(r"(?<!\w)(?:m|f|male|female|dob|d\.o\.b\.?|born)(?!\w)", re.IGNORECASE)
_STAFF: Final = re.compile(
    r"\b(?:md|m\.d\.|do|rn|np|pa|phd|mt|mls|ascp|director|physician|provider|signed|reviewed|verified|performed|collected|"
    r"drawn|ordered|called|notified|read\s?back|pathologist|technologist|phlebotomist)\b",
    re.IGNORECASE,
)
#: Lines that an unfinished sentence goes on for, at most.
GOES_ON_LINES: Final = 3
#: The head of a page, in lines: what stands there is printed on every page.
HEAD_LINES: Final = 8
#: Line pitches between two lines of one paragraph, at most.
PARAGRAPH_PITCHES: Final = 1.7
#: Words of a line of running text, at least.
RUNNING_WORDS: Final = 2


def names_relative(text: str) -> bool:
    """Whether a text names somebody beside the patient by kinship, as donor, or as contact."""
    return _NAMED.search(text) is not None


def is_of_no_patient(text: str) -> bool:
    """Whether a text names material that is no patient's, or a donor's: of a control, a calibrator, a survey."""
    return _NO_PATIENT.search(text) is not None


def lines_of_other_subjects(views: Sequence[PageView], rows: Collection[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Page number and line index of all lines that may not be the patient's.

    Args:
        views: The report's pages.
        rows: Page number and line index of rows, without running text; they begin and end nothing by themselves.
    """
    return frozenset(_headed(views, rows)) | frozenset(_told(views, rows))


def _headed(views: Sequence[PageView], rows: Collection[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Lines below a heading or a specimen of somebody else, to the next that turns to the patient."""
    by_heading = by_specimen = False
    first = next(
        (
            each.word.text
            for view in views
            for line in view.lines
            for each in line.fragments
            if each.word.placeholder is not None and each.word.placeholder.kind is IdentifierKind.PERSON
        ),
        "",
    )
    seen_rows = False
    for number, view in enumerate(views):
        for at, line in enumerate(view.lines):
            key = (view.page.number, line.index)
            seen_rows = seen_rows or key in rows
            if key not in rows:
                repeated = number > 0 and at < HEAD_LINES
                second = seen_rows and (_names_second_person(line, first) or (repeated and _is_name_alone(line, first)))
                if _opens(line) or second:
                    by_heading = True
                elif _TURNS.search(line.text) and not repeated:
                    by_heading = by_specimen = False
                told = _specimen_told(line)
                by_specimen = by_specimen if told is None else told
            if by_heading or by_specimen:
                yield key


def _names_second_person(line: Line, first: str) -> bool:
    """Whether a line begins with the name of another than the patient, and identifies that person (``[PERSON_2] ...``).

    Who has drawn, ordered, signed or read is named behind such a word, or with a degree.
    """
    lead = line.fragments[0].word
    if lead.placeholder is None or lead.placeholder.kind is not IdentifierKind.PERSON or lead.text == first:
        return False
    kinds = {each.word.placeholder.kind for each in line.fragments[1:] if each.word.placeholder is not None}
    numbered = bool(kinds & {IdentifierKind.MRN, IdentifierKind.ID, IdentifierKind.ACCOUNT})
    born = IdentifierKind.DATE in kinds and _SEX_OR_BIRTH.search(line.text) is not None
    return (numbered or born) and _STAFF.search(line.text) is None


def _is_name_alone(line: Line, first: str) -> bool:
    """Whether a line in the head of a later page holds nothing but the name of another than the patient."""
    words = {each.word.text for each in line.fragments}
    lead = line.fragments[0].word.placeholder
    return len(words) == 1 and lead is not None and lead.kind is IdentifierKind.PERSON and words != {first}


def _opens(line: Line) -> bool:
    if any(fragment.is_placeholder for fragment in line.fragments):
        # "Mother: [PERSON_2]" in the head of a newborn's report names her, and opens no results of hers.
        return False
    return _HEADED.match(line.text) is not None or _HEADED_MATERIAL.match(line.text) is not None


def _specimen_told(line: Line) -> bool | None:
    """Whether a line says of the specimen that it is not the patient's; ``None`` where it says nothing of it."""
    role = _ROLE.search(line.text)
    if role is not None:
        return role["role"].casefold() in _ROLES_OF_NONE
    found = _SPECIMEN.search(line.text)
    if found is None:
        return None
    return names_relative(found["what"]) or is_of_no_patient(found["what"])


def _told(views: Sequence[PageView], rows: Collection[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Lines that a sentence about somebody else runs into, and what the next sentence says of the same person."""
    for view in views:
        before: list[str] = []
        left = 0
        for at, line in enumerate(view.lines):
            above = view.lines[at - 1] if at else None
            if above is None or line.y - above.y > PARAGRAPH_PITCHES * view.pitch:
                before, left = [], 0
            key = (view.page.number, line.index)
            running = " ".join(before)
            if left > 0 and _is_of_other(running, line.text):
                yield key
            left -= 1
            before = [*before[-1:], line.text]
            if key not in rows and names_relative(line.text) and _is_running(line) and not _opens(line):
                left = GOES_ON_LINES


def _is_running(line: Line) -> bool:
    """Whether a line is running text: titles have capitals."""
    return len(line.fragments) >= RUNNING_WORDS and any(each.text[:1].islower() for each in line.fragments)


def _is_of_other(running: str, text: str) -> bool:
    """Whether a line goes on with what the lines above it said of somebody else."""
    sentences = [match[0].strip() for match in _SENTENCE.finditer(running) if match[0].strip()]
    if not sentences:
        return False
    last = sentences[-1]
    # The full stop behind a date may have gone with it.
    ended = last.endswith((".", "!", "?", ";")) or (last.endswith("]") and text[:1].isupper())
    unfinished = not ended
    if unfinished and names_relative(last):
        # "Her husband's" / "glucose was 180": the sentence is still his, unless it has come back to the patient.
        named = [found.end() for found in _NAMED.finditer(last)]
        return _TO_PATIENT.search(last, named[-1]) is None
    opening = last if unfinished else text
    earlier = sentences[:-1] if unfinished else sentences
    mentioned = any(names_relative(each) for each in earlier[-2:])
    return mentioned and _PRONOUN.search(" ".join(opening.split()[:3])) is not None
