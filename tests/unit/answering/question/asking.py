"""Asks the supervisor as the line does, and writes its decision in the words of the tables of questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from arbiter_fhir.answering import route
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.question import AskedQuestion, Intent, RoutedQuestion
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.extraction import CuratedTerms

#: A Monday.
TODAY = date(2026, 6, 1)
TERMS = CuratedTerms()
#: Of a refused question only the refusal matters.
REFUSED = frozenset({Intent.UNSAFE, Intent.OTHER_PATIENT, Intent.OUT_OF_SCOPE})


def ask(
    text: str, *, dates: Mapping[str, ClinicalDate] | None = None, previous: RoutedQuestion | None = None
) -> RoutedQuestion:
    """The supervisor's decision on a question."""
    question = AskedQuestion(DeidentifiedText(text, DEID_SEAL), dates or {})
    return route(question, today=TODAY, previous=previous, terms=TERMS)


@dataclass(frozen=True)
class Case:
    """A row of a table of questions."""

    question: str
    intent: str
    topics: frozenset[str]
    analytes: frozenset[str]
    subjects: frozenset[str]
    more: frozenset[str]
    dates: Mapping[str, ClinicalDate]


def cases(table: str) -> list[Case]:
    """The rows of a table beside this module."""
    lines = Path(__file__).with_name(table).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")][1:]
    return [_case(row) for row in rows]


def _case(row: list[str]) -> Case:
    question, intent, topics, analytes, subjects, more = row
    words = more.split()
    dates = [word.removeprefix("date").split("=") for word in words if word.startswith("date")]
    return Case(
        question,
        intent,
        _set(topics.split(",")),
        _set(analytes.split(",")),
        _set(subjects.split(",")),
        _set(word for word in words if not word.startswith("date")),
        {f"[DATE_{number}]": ClinicalDate.parse_iso(day) for number, day in dates},
    )


def _set(words: object) -> frozenset[str]:
    return frozenset(filter(None, words))  # type: ignore[call-overload]


def told(routed: RoutedQuestion) -> Case:
    """A decision as a row."""
    return Case(
        routed.text.value,
        routed.intent.value,
        frozenset(topic.value for topic in routed.topics),
        frozenset(routed.analytes),
        frozenset(routed.subjects),
        frozenset(_more(routed)),
        {},
    )


def _more(routed: RoutedQuestion) -> list[str]:
    flags = {"latest": routed.latest_only, "ignored": routed.instructions_ignored, "follows": routed.follows}
    values = {
        "steps": routed.steps_back,
        "n": routed.newest_count,
        "pick": routed.pick and routed.pick.value,
        "detail": routed.detail and routed.detail.value,
        "unit": routed.unit,
        "bound": routed.bound and f"{routed.bound.comparator}{routed.bound.value}",
        "relations": ",".join(routed.relations),
        "unmet": ",".join(part.kind.value for part in routed.unmet),
        "read": ",".join(each.written.value for each in routed.read_as),
    }
    if routed.when is not None:
        when = routed.when
        values |= {"start": when.start, "end": when.end, "around": when.around}
        values["anchor"] = when.anchor and when.anchor.value
    if routed.document is not None:
        asked = routed.document
        flags["every"] = not asked.newest and asked.number is None
        values |= {"doc": asked.doc_type and asked.doc_type.value, "number": asked.number}
    return [
        *(name for name, holds in flags.items() if holds),
        *(f"{name}={each}" for name, each in values.items() if each),
    ]


def conversations(table: str) -> list[list[Case]]:
    """The conversations of a table beside this module, parted by empty lines."""
    text = Path(__file__).with_name(table).read_text(encoding="utf-8").split("more\n", 1)[1]
    return [[_case(line.split("\t")) for line in block.splitlines()] for block in text.strip("\n").split("\n\n")]
