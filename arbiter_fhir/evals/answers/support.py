"""Is a statement borne out by what it cites? Every number, day and flag in it stands there, or follows from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from itertools import combinations

from arbiter_fhir.domain.answer import Section
from arbiter_fhir.evals.answers.cases import InterviewQuestion
from arbiter_fhir.evals.answers.seen import Statement
from arbiter_fhir.evals.answers.sources import GUIDELINE, Sources
from arbiter_fhir.evals.answers.truth import TrueRecord, numbers_in

__all__ = ["EVIDENCED", "is_right_mark", "support_problems"]

#: Sections whose every statement says something of the person.
EVIDENCED = (Section.PATIENT_FINDINGS, Section.NEEDS_REVIEW)

_DAY = re.compile(r"\b(\d{4})-(\d{2})(?:-(\d{2}))?(?:[ T]\d{2}:\d{2}(?::\d{2})?)?\b")
_QUOTED = re.compile(r"“[^”]*”")
_FLAG = re.compile(r"\b(high|low|normal)\b")


def support_problems(statement: Statement, question: InterviewQuestion, sources: Sources) -> list[str]:
    """Why a statement is not borne out; empty where it is."""
    if statement.section is Section.GUIDELINE_EVIDENCE:
        return list(_guideline_problems(statement, sources))
    if statement.section not in EVIDENCED:
        return []
    if not statement.citations:
        return ["it cites nothing"]
    records = [record for citation in statement.citations for record in sources.records_of(citation, statement)]
    if not records:
        return ["nothing that it cites is in this person's record"]
    return [
        *_day_problems(statement, question, records),
        *_number_problems(statement, question, records),
        *_flag_problems(statement, records),
    ]


def _guideline_problems(statement: Statement, sources: Sources) -> Iterator[str]:
    cited = [citation for citation in statement.citations if citation.source_type == GUIDELINE]
    if not cited:
        yield "it cites no guideline"
        return
    said = _plain(statement.text)
    known = {number for citation in cited for number in numbers_in(sources.passages.get(citation.part, ""))}
    for citation in cited:
        sentences = [
            part.rstrip(".") for part in re.split(r"(?<=[.;])\s", _plain(sources.passages.get(citation.part, "")))
        ]
        if not any(sentence and sentence in said for sentence in sentences):
            yield f"it does not say what {citation.part or 'its source'} says"
    for number in numbers_in(statement.text):
        if number not in known:
            yield f"the number {number} stands in no passage that it cites"


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _days(text: str) -> Iterator[str]:
    for found in _DAY.finditer(text):
        yield "-".join(part for part in found.groups() if part)


def _day_problems(statement: Statement, question: InterviewQuestion, records: list[TrueRecord]) -> Iterator[str]:
    known = {day for record in records for day in record.days} | set(question.frame)
    for shown in _days(_QUOTED.sub(" ", statement.text)):
        if not any(day.isoformat().startswith(shown) for day in known):
            yield f"the day {shown} stands in nothing that it cites"


def _number_problems(statement: Statement, question: InterviewQuestion, records: list[TrueRecord]) -> Iterator[str]:
    known = {number for record in records for number in record.numbers} | set(question.derived)
    days = {day for record in records for day in record.days} | set(question.frame)
    allowed = known | _counts(statement, records) | _differences(known) | _spans(days)
    values = {Decimal(number) for number in allowed}
    for number in numbers_in(_without_texts(statement.text, records)):
        if Decimal(number) not in values:
            yield f"the number {number} stands in nothing that it cites"


def _without_texts(text: str, records: Iterable[TrueRecord]) -> str:
    """The statement without days, quotations, and names that hold digits, such as ``CKD-EPI 2021``."""
    left = _DAY.sub(" ", _QUOTED.sub(" ", text))
    names = {name for record in records for name in record.names}
    for name in sorted(names, key=len, reverse=True):
        left = re.sub(re.escape(name), " ", left, flags=re.IGNORECASE)
    return left


def _counts(statement: Statement, records: list[TrueRecord]) -> set[str]:
    distinct = {citation.source_id for citation in statement.citations}
    kinds = [sum(kind in record.kind for record in records) for record in records for kind in record.kind]
    return {str(count) for count in (len(distinct), len(statement.citations), *kinds)}


def _differences(numbers: Iterable[str]) -> set[str]:
    values = sorted({Decimal(number) for number in numbers})
    return {str(abs(one - other)) for one, other in combinations(values, 2)}


def _spans(days: Iterable[date]) -> set[str]:
    found: set[str] = set()
    for one, other in combinations(sorted(days), 2):
        gap = (other - one).days
        months = (other.year - one.year) * 12 + other.month - one.month - (other.day < one.day)
        for count in (months, months + 1):
            found |= {str(count), str(count // 12), str(count % 12)}
        found |= {str(gap), str(gap // 7), str(round(gap / 7))}
    return found


def _flag_problems(statement: Statement, records: list[TrueRecord]) -> Iterator[str]:
    flags = {record.flag for record in records if record.flag}
    if not flags or "" in {record.flag for record in records if "result" in record.kind}:
        return
    for word in _FLAG.findall(_QUOTED.sub(" ", statement.text)):
        if word not in flags:
            yield f"it says {word}, and what it cites is {' or '.join(sorted(flags))}"


def is_right_mark(statement: Statement, index: int, sources: Sources) -> bool:
    """Whether the statement's citation at ``index`` speaks of what the statement says.

    It names the record or its kind, and shows a day or a number of it; a sentence that shows neither of any of its
    sources, such as ``There are 4 earlier results``, only names them.
    """
    citation = statement.citations[index]
    text = statement.text.casefold()
    if citation.source_type == GUIDELINE:
        return citation.part in sources.passages
    own = sources.records_of(citation, statement)
    named = [record for record in own if any(name in text for name in (*record.names, *record.kind))]
    if not named:
        return "“" in statement.text and citation.source_id.startswith("documents:") and bool(own)
    every = [record for each in statement.citations for record in sources.records_of(each, statement)]
    if not any(_shows(text, record) for record in every):
        return True
    return any(_shows(text, record) for record in named) or len(statement.citations) > 1


def _shows(text: str, record: TrueRecord) -> bool:
    days = {day.isoformat() for day in record.days}
    shown = set(numbers_in(_without_texts(text, [record])))
    return bool(days & set(_days(text))) or bool(shown & record.numbers)
