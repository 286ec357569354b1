"""Stretches of a letter or form that speak of somebody else than the patient: a relative introduced, a second person.

``Her sister [PERSON_2], DOB [DATE_2]:`` and ``Allergies: Latex`` below: the label alone reads as the patient's. Such a
stretch goes on to the next line that speaks of the patient again. Whose a statement in it is, is for a person to say.

*Source*: curated by hand, 2026-11-30, from the usual ways letters and forms bring in another person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.extraction.narrative.sections import SectionKind, read_heading
from arbiter_fhir.extraction.page_lines import PageLine, page_lines

__all__ = ["lines_of_others"]

_RELATIVE: Final = (
    r"(?:(?:half|step|foster|ex|twin|late|older|younger|elder|identical|adoptive|biological|maternal|paternal)[\s-]*)*"
    r"(?:mother|father|mom|dad|mum|parent|brother|sister|sibling|twin|son|daughter|child|baby|newborn|infant|"
    r"grand(?:mother|father|son|daughter|parent|child)|aunt|uncle|cousin|niece|nephew|husband|wife|spouse|partner|"
    r"fianc[e\u00e9]e?|girlfriend|boyfriend|room-?mate|donor|recipient|relative|family member|friend|neighbou?r)"
    r"(?:-in-law)?"
)
_WHOSE: Final = r"(?:(?:his|her|their|my|the|(?:the\s+)?(?:patient|pt)(?:['\u2019]?s)?)\s+)"
_BIRTH: Final = r"(?:d\.?\s?o\.?\s?b\b\.?|date\s+of\s+birth|birth\s?-?date|(?<!was )(?<!were )born(?:\s+on)?|b\.d\.)"
_RECORD: Final = r"(?:mrn|medical\s+record|chart\s+(?:no|number|#))\b"
#: "her sister Ana, DOB ...": a relative with identifiers.
_IDENTIFIED: Final = re.compile(
    rf"\b{_RELATIVE}\b(?!['\u2019]s).{{0,80}}?(?:\b{_BIRTH}|\b{_RECORD}|\[MRN_)",
    re.IGNORECASE,
)
#: "Her sister [PERSON_2]:", "About the husband:", nothing behind the colon.
_INTRODUCED: Final = re.compile(
    rf"^\W*(?:(?:and|also|now|for|about|as for|re|regarding|concerning|information (?:on|about|for))\s+)?"
    rf"(?P<whose>{_WHOSE})?{_RELATIVE}\b(?!['\u2019]s)[^.;:]{{0,60}}:\s*$",
    re.IGNORECASE,
)
#: "Her husband [PERSON_2]", alone on its line.
_TITLED: Final = re.compile(
    rf"^\W*(?:(?:and|also|for|about|re)\s+)?{_WHOSE}{_RELATIVE}\b,?\s+(?:\w+\s+)?\[PERSON_\d+\]\W*$", re.IGNORECASE
)
#: "Sister", "Husband - [PERSON_2]", "[PERSON_2] (husband)": enough right above a list.
_BARE: Final = re.compile(
    rf"^\W*(?:\[PERSON_\d+\]\W+)?{_WHOSE}?{_RELATIVE}\W*(?:(?:name\W+)?(?:\w+\s+)?\[PERSON_\d+\]\W*)?$", re.IGNORECASE
)
#: "Sister's medications": a list of somebody else's, which ends with the next heading.
_THEIR_LIST: Final = re.compile(
    rf"^\W*(?:{_WHOSE})?{_RELATIVE}(?:['\u2019]s|s['\u2019])\s+(?:\w+\s+){{0,2}}"
    r"(?:meds|medications?|medicines?|allerg(?:y|ies)|problems?|diagnos[ei]s|conditions?|labs?|results?|prescriptions?)\b",
    re.IGNORECASE,
)
#: People of the paper work: their identifiers open no account of their health.
_PAPERWORK: Final = re.compile(
    r"\b(?:subscriber|policy\s?-?holder|guarantor|insur(?:ed|ance|er)|emergency|next of kin|responsible party|"
    r"contact(?:s|\s+(?:person|name|phone))?\s*:|legal guardian|guardian\s*:|relationship)",
    re.IGNORECASE,
)
#: A line that turns to the patient again.
_OF_PATIENT: Final = re.compile(
    r"^\W*(?:re\s*[:.]|(?:(?:for|about|regarding|back to|returning to|as for|as to|concerning)\s+)?"
    rf"(?:(?:the|our|this|your|my)\s+)?(?:patient|pt)\b(?!['\u2019]?s?\s+{_RELATIVE}\b))",
    re.IGNORECASE,
)
_BIRTH_DATE: Final = re.compile(rf"\b{_BIRTH}\W{{0,3}}(\[DATE_\d+\])", re.IGNORECASE)
_RECORD_NUMBER: Final = re.compile(r"\[MRN_\d+\]")
_PERSON: Final = re.compile(r"\[PERSON_\d+\]")
#: A heading that turns to the patient has at most this many words; a sentence about the patient turns nothing.
LONGEST_TURN_WORDS: Final = 8
#: On a form relatives have fields of their own; only where a clinical list stands this near below is it theirs.
FORM_REACH_LINES: Final = 3
_CLINICAL: Final = frozenset(
    {
        SectionKind.ALLERGIES,
        SectionKind.MEDICATIONS,
        SectionKind.PAST_MEDICATIONS,
        SectionKind.PROBLEMS,
        SectionKind.PAST_HISTORY,
        SectionKind.RESULTS,
        SectionKind.IMMUNIZATIONS,
    }
)


@dataclass(slots=True)
class _Own:
    """The patient's identifiers: the first labelled ones of a part."""

    born: str = ""
    record: str = ""
    person: str = ""


def lines_of_others(document: DeidentifiedDocument, doc_type: DocType) -> frozenset[tuple[int, int]]:
    """Page and line of all lines that may speak of somebody else than the patient.

    Args:
        document: The clean document.
        doc_type: Forms have fields for relatives; letters have none.
    """
    lines = list(page_lines(document))
    found: set[tuple[int, int]] = set()
    for part in dict.fromkeys(line.part for line in lines):
        walk = _Walk(document, [line for line in lines if line.part == part], is_form=doc_type is DocType.INTAKE_FORM)
        found.update(walk.others())
    return frozenset(found)


class _Walk:
    """Goes down the lines of a part and keeps whether they speak of the patient."""

    def __init__(self, document: DeidentifiedDocument, lines: Sequence[PageLine], *, is_form: bool) -> None:
        self._dates = document.dates
        self._lines = lines
        self._is_form = is_form
        self._own = self._identifiers()

    def others(self) -> Iterator[tuple[int, int]]:
        """Page and line of what speaks of somebody else."""
        open_until_patient = open_list = in_family = False
        for at, line in enumerate(self._lines):
            heading = read_heading(line.text)
            if heading is not None:
                in_family, open_list = heading.kind is SectionKind.FAMILY_HISTORY, False
            if self._opens(at, in_family=in_family):
                open_until_patient = True
            elif _THEIR_LIST.search(line.text) and not in_family:
                open_list = True
            elif self._turns(line.text):
                open_until_patient = open_list = False
            if open_until_patient or open_list:
                yield line.key

    def _identifiers(self) -> _Own:
        own = _Own()
        for at, line in enumerate(self._lines):
            if self._of_paperwork(at) or re.search(rf"\b{_RELATIVE}\b", line.text, re.IGNORECASE):
                continue
            born, record = _BIRTH_DATE.search(line.text), _RECORD_NUMBER.search(line.text)
            person = _PERSON.search(line.text)
            if (born or record) and person is not None and not own.person:
                own.person = person[0]
            if born is not None and not own.born:
                own.born = born[1]
            if record is not None and not own.record:
                own.record = record[0]
        return own

    def _opens(self, at: int, *, in_family: bool) -> bool:
        text = self._lines[at].text
        if self._of_paperwork(at):
            return False
        if self._is_second_person(text):
            return self._is_near_list(at)
        following = self._lines[at + 1].text if at + 1 < len(self._lines) else ""
        relative = re.search(rf"\b{_RELATIVE}\b", text, re.IGNORECASE)
        if relative is None or self._turns(text):
            return False
        found = _IDENTIFIED.search(f"{text} {following}")
        if found is not None and found.start() < len(text):
            return self._is_near_list(at)
        return not in_family and self._introduces(at)

    def _introduces(self, at: int) -> bool:
        """Whether a line is no more than the introduction of a relative."""
        text = self._lines[at].text
        if _TITLED.match(text) or (self._lines[at].is_heading and _THEIR_LIST.search(text) is None):
            return True
        if not self._is_form and _BARE.match(text) and self._list_begins(at + 1):
            return True
        introduced = _INTRODUCED.match(text)
        if introduced is None:
            return False
        return not self._is_form or bool(introduced["whose"] or _PERSON.search(text))

    def _is_second_person(self, text: str) -> bool:
        """Whether a line prints a labelled birth date, or a name with a record number, that is not the patient's."""
        born = _BIRTH_DATE.search(text)
        if born is not None and self._own.born and self._differ(born[1], self._own.born):
            return True
        people = [found for found in _PERSON.findall(text) if found != self._own.person]
        records = _RECORD_NUMBER.findall(text)
        return bool(people and records and self._own.record and self._own.record not in records)

    def _differ(self, one: str, other: str) -> bool:
        first, second = self._dates.get(one), self._dates.get(other)
        if first is None or second is None:
            return one != other
        return _day(first) != _day(second)

    def _turns(self, text: str) -> bool:
        """Whether a line turns to the patient: a heading that names the patient, or the patient's own identifiers."""
        if _OF_PATIENT.match(text) and (len(text.split()) <= LONGEST_TURN_WORDS or _BIRTH_DATE.search(text)):
            return not text.rstrip().endswith(".")
        born = _BIRTH_DATE.search(text)
        if born is not None and self._own.born and not self._differ(born[1], self._own.born):
            return True
        named = self._own.person and self._own.person in text and text.rstrip().endswith(":")
        return bool(named or (self._own.record and self._own.record in text))

    def _of_paperwork(self, at: int) -> bool:
        return any(_PAPERWORK.search(line.text) for line in self._lines[max(0, at - 1) : at + 1])

    def _list_begins(self, at: int) -> bool:
        """Whether a line is, or begins with, the heading of a clinical list."""
        heading = read_heading(self._lines[at].text) if at < len(self._lines) else None
        return heading is not None and heading.kind in _CLINICAL

    def _is_near_list(self, at: int) -> bool:
        """On a form, whether a clinical list begins right below; in a letter, always."""
        if not self._is_form:
            return True
        for below in range(at + 1, min(at + 1 + FORM_REACH_LINES, len(self._lines))):
            if self._list_begins(below):
                return True
            if _PAPERWORK.search(self._lines[below].text):
                return False
        return False


def _day(when: ClinicalDate) -> str:
    return when.iso[:10]
