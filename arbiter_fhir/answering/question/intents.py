"""What can be answered: which kind of question it is, with what exactly is asked of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from arbiter_fhir.answering.question.asked_things import AskedThings
from arbiter_fhir.answering.question.case import LAST_THING, MEASURED, Case
from arbiter_fhir.answering.question.decision import Decision
from arbiter_fhir.answering.question.details import (
    asked_bound,
    asked_count,
    asked_detail,
    asked_pick,
    asked_steps,
    asks_for_extreme,
    named_value,
)
from arbiter_fhir.answering.question.judged import abnormal, judged, normal
from arbiter_fhir.answering.question.mentions import Kind
from arbiter_fhir.answering.question.reading import ReadQuestion
from arbiter_fhir.answering.question.selections import (
    asked_source,
    asks_for_cancelled,
    from_first_to_last,
)
from arbiter_fhir.domain.question import (
    AskedDetail,
    DateAnchor,
    DateWindow,
    Intent,
    Topic,
    ValueBound,
)

__all__ = ["decide"]

#: Where "the last" means the newest one, not "the current ones".
_DATED: Final = frozenset(
    {
        *MEASURED,
        Topic.ENCOUNTERS,
        Topic.IMMUNIZATIONS,
        Topic.PROCEDURES,
        Topic.ORDERS,
        Topic.DOCUMENTS,
        Topic.REFERRALS,
    }
)
#: Parts of the record that hold one statement rather than a list.
_STATEMENTS: Final = frozenset({Topic.CONCERN, Topic.DEMOGRAPHICS, Topic.OTHER})
#: Where chart and documents can contradict each other.
_COMPARED: Final = (Topic.ALLERGIES, Topic.MEDICATIONS, Topic.PROBLEMS, Topic.LABS)
#: Parts in which something can be pending.
_AWAITED: Final = frozenset(
    {*MEASURED, Topic.ORDERS, Topic.DOCUMENTS, Topic.IMMUNIZATIONS, Topic.PROCEDURES, Topic.REFERRALS}
)
_MANY: Final = re.compile(
    r"(?:visits|encounters|shots|vaccines|vaccinations|immunizations|procedures|surgeries|orders|referrals|checkups)$",
    re.IGNORECASE,
)
_PLURALS: Final = frozenset(
    {"weights", "wts", "bps", "blood pressures", "pressures", "temps", "pulses", "sugars", "blood sugars", "troponins"}
)
#: Routes to a measured value, which "as of March" asks for as it was known then.
_NEWEST_THEN: Final = frozenset({"value_at_a_time", "newest_result_of_named_tests", "results_of_named_tests"})
#: Details that are asked of one entry.
_OF_ONE_ENTRY: Final = frozenset(
    {
        AskedDetail.DATE,
        AskedDetail.REACTION,
        AskedDetail.DOSE,
        AskedDetail.INDICATION,
        AskedDetail.STOP_REASON,
    }
)
_DATE_OF: Final = re.compile(r"\b(?:dates? of|dated|when (?:was|is|did)|what date|how old is)\b", re.IGNORECASE)
#: What came in may be anything, though "came in" is said of a patient as well.
_ANYTHING: Final = re.compile(r"\b(?:any|some)thing (?:new )?(?:come|came)\b", re.IGNORECASE)
#: A change that is a name of what changed as well.
_GAINED: Final = re.compile(r"\bweight (?:gain|loss)\b", re.IGNORECASE)
_TODAY: Final = re.compile(r"\b(?:today|tonight|this (?:morning|afternoon|evening))\b", re.IGNORECASE)
#: Some words that no vocabulary knows may be a test or a finding; a whole sentence of them is something else.
_FEW_WORDS: Final = 4


def decide(read: ReadQuestion, things: AskedThings) -> Decision:
    """The kind of an answerable question; out of scope where nothing says that it is one."""
    case = Case(read, things)
    decision = next(_decisions(case), None) or Decision(Intent.OUT_OF_SCOPE, "not_about_the_record")
    if decision.intent in {Intent.OUT_OF_SCOPE, Intent.INTERPRETATION}:
        return decision
    text = read.asked.text
    detail = asked_detail(read.asked.marks) if decision.detail is None else decision.detail
    if decision.reason == "compares_sources" and detail is AskedDetail.INDICATION:
        detail = None  # why they differ is no question of what a drug is taken for
    asked = replace(decision, detail=_fitting(detail, case, decision), newest_count=asked_count(text))
    asked = replace(asked, bound=_bound(read)) if case.measured and asked.flagged is None else asked
    return _as_of(asked, read) if read.time.as_of else asked


def _as_of(asked: Decision, read: ReadQuestion) -> Decision:
    """What was known on a day: of results the newest up to then; what is new counts from then on."""
    when = read.time.window
    if when is None or when.start is None or when.end is None:
        return asked
    if asked.intent is Intent.CHANGES:
        return replace(asked, when=DateWindow(start=when.start))
    if asked.reason in _NEWEST_THEN:
        return replace(asked, intent=Intent.FACTUAL_LOOKUP, latest_only=True, when=DateWindow(end=when.end))
    return asked


_Rule = Callable[[Case], Decision | None]


def _decisions(case: Case) -> Iterator[Decision]:
    rules: tuple[_Rule, ...] = (
        _conflict, _document, _ordered_by, _due, _cancelled, _missing, _overview, _meaning, _ended, _changes, judged,
        _trend, normal, abnormal, _value, _prescribed, _record, _words,
    )  # fmt: skip
    for rule in rules:
        decision = rule(case)
        if decision is not None:
            yield decision


def _conflict(case: Case) -> Decision | None:
    if case.acts("disagree") and not case.topics - {Topic.DOCUMENTS}:
        return Decision(Intent.LIST, "compares_sources", topics=_COMPARED)
    if "conflict" in case.read.acts and case.topics and not case.measured and "trend" not in _own(case, "conflict"):
        return Decision(Intent.LIST, "compares_sources")
    return None


def _own(case: Case, kind: str) -> frozenset[str]:
    """Acts besides one and its like: "differ" is no trend."""
    return case.read.acts.kinds - {kind, "trend"} if kind == "conflict" else case.read.acts.kinds


def _document(case: Case) -> Decision | None:
    asked = case.read.document
    if asked is None:
        return None
    own = case.topics - {Topic.DOCUMENTS} or case.measured or case.things.subjects
    if own and asked.number is None and asked.doc_type is None and asked_source(case.read.asked.text) is not None:
        return None
    several = asked.doc_type is None and not (asked.newest or case.acts("says") or case.things.subjects)
    itself = asked.doc_type is not None and not own and bool(_DATE_OF.search(case.read.asked.text))
    if (several or itself or case.acts("lists_documents")) and asked.number is None and not case.measured:
        return Decision(
            Intent.LIST, "lists_documents", topics=(Topic.DOCUMENTS,), document=replace(asked, newest=False)
        )
    if asked.number is None and asked.doc_type is None and not case.acts("document_says"):
        return None
    when = case.read.time.window
    if when is None or asked.number is not None or when.anchor is not None:
        return Decision(Intent.DOCUMENT, "asks_what_a_document_says", document=asked)
    # "The lab report from March 2": the time says which one, not the newest.
    day = when.around
    dated = DateWindow(day, day) if day is not None else when
    return Decision(Intent.DOCUMENT, "asks_what_a_document_says", document=replace(asked, newest=False), when=dated)


def _ordered_by(case: Case) -> Decision | None:
    if "ordered_by" not in case.read.acts:
        return None
    if case.acts("care_team") and not (case.measured or case.things.subjects):
        return Decision(Intent.FACTUAL_LOOKUP, "asks_for_the_care_team", topics=(Topic.ENCOUNTERS,), latest_only=True)
    return Decision(Intent.ORDERED_BY, "asks_who_ordered", latest_only=_newest(case))


def _due(case: Case) -> Decision | None:
    return Decision(Intent.INTERPRETATION, "asks_what_is_due") if "due" in case.read.acts else None


def _missing(case: Case) -> Decision | None:
    if "missing" not in case.read.acts or (case.topics and not case.topics & _AWAITED):
        return None
    return Decision(Intent.MISSING, "asks_what_is_missing", topics=case.things.topics or (Topic.ORDERS,))


def _overview(case: Case) -> Decision | None:
    if "overview" not in case.read.acts:
        return None
    if case.measured:
        return Decision(Intent.LIST, "summary_of_named_tests")
    if case.topics and not case.things.subjects:
        return Decision(Intent.LIST, "summary_of_a_part")
    return Decision(Intent.INTERPRETATION, "asks_for_an_overview", when=_as_it_stands(case))


def _meaning(case: Case) -> Decision | None:
    about = case.things.anything or case.acts("patient_word")
    if (case.acts("meaning") and about) or (case.acts("condition_now") and not case.measured):
        return Decision(Intent.INTERPRETATION, "asks_for_an_interpretation")
    if "attention" in case.read.acts and not case.topics & {Topic.CONCERN, Topic.ENCOUNTERS}:
        return Decision(Intent.INTERPRETATION, "asks_what_deserves_attention", when=_as_it_stands(case))
    return None


def _as_it_stands(case: Case) -> DateWindow | None:
    """``Anything to worry about today?`` asks for the record as it is today, and not for what is dated so."""
    window = case.read.time.window
    if window is None or _TODAY.search(case.read.asked.text) is None:
        return None
    return DateWindow(end=window.end)


def _ended(case: Case) -> Decision | None:
    """What was stopped, with no part of the record named: drugs."""
    if case.things.anything or not case.acts("was_stopped"):
        return None
    intent = Intent.CHANGES if case.read.time.spans else Intent.LIST
    return Decision(intent, "asks_what_was_stopped", topics=(Topic.MEDICATIONS,))


def _cancelled(case: Case) -> Decision | None:
    if case.measured or not case.topics <= {Topic.LABS, Topic.ORDERS} or not asks_for_cancelled(case.read.asked.text):
        return None
    return Decision(Intent.LIST, "asks_what_was_cancelled", topics=(Topic.ORDERS,))


def _changes(case: Case) -> Decision | None:
    if "changes" not in case.read.acts or case.measured or (case.topics <= _STATEMENTS and case.topics):
        return None
    anything = bool(_ANYTHING.search(case.read.asked.text)) and case.topics == {Topic.ENCOUNTERS}
    return Decision(Intent.CHANGES, "asks_what_changed", topics=() if anything else None)


def _trend(case: Case) -> Decision | None:
    text = case.read.asked.text
    asked = case.acts("trend") or case.read.time.compared or _GAINED.search(text)
    if not asked or not (case.measured or case.topics & MEASURED):
        return None
    if asked_pick(text, case.things.analytes) is not None and "over time" not in text and not from_first_to_last(text):
        return None
    return Decision(Intent.TREND, "asks_for_a_trend", pick=None)


def _value(case: Case) -> Decision | None:
    """A measured value: the highest, the one before, some of them, at a time, the newest, or all."""
    if not case.measured:
        return None
    pick, steps = asked_pick(case.read.asked.text, case.things.analytes), asked_steps(case.read.asked.text)
    if pick is not None:
        return Decision(Intent.FACTUAL_LOOKUP, "picks_one_of_named_tests", pick=pick)
    if steps:
        return Decision(Intent.FACTUAL_LOOKUP, "result_before_of_named_tests", latest_only=True, steps_back=steps)
    if not case.topics <= MEASURED:
        return Decision(Intent.LIST, "several_parts", latest_only=_newest(case))
    if _asks_for_some(case.read):
        return Decision(Intent.LIST, "results_of_named_tests")
    return _value_in_time(case)


def _asks_for_some(read: ReadQuestion) -> bool:
    """Whether a number, a bound or a time that cannot be computed says which results."""
    bound = _bound(read)
    text = read.asked.text
    return bool(asked_count(text)) or bound is not None or bool(read.time.uncomputed) or asks_for_extreme(text)


def _value_in_time(case: Case) -> Decision:
    when = case.read.time.window
    several = case.acts("several") or _many_signs(case)
    if when is not None and _is_a_time(when, case.read.today) and not several:
        return Decision(Intent.VALUE_AT, "value_at_a_time")
    earlier, newest = case.acts("earlier"), case.acts("newest")
    many = case.acts("all_results") or _many_signs(case)
    if earlier or (when is not None and _is_open(when)) or (many and not newest):
        return Decision(Intent.LIST, "results_of_named_tests", latest_only=newest and not earlier and when is None)
    return Decision(Intent.FACTUAL_LOOKUP, "newest_result_of_named_tests", latest_only=newest or not many)


def _many_signs(case: Case) -> bool:
    """Whether something measured is named in the plural: "daily weights"."""
    mentions = case.read.asked.of(Kind.VITAL, Kind.LAB)
    words = (case.read.asked.text[each.start : each.end].casefold() for each in mentions)
    return any(word in _PLURALS for word in words)


def _is_a_time(when: DateWindow, today: date) -> bool:
    """Whether a span is a point or lies behind; of one that reaches up to now the newest is asked for."""
    if when.anchor is not None:
        return when.anchor is DateAnchor.AT_LAST_VISIT
    return when.around is not None or (when.start is not None and when.end is not None and when.end < today)


def _is_open(when: DateWindow) -> bool:
    return (when.start is None) != (when.end is None) or when.anchor in {
        DateAnchor.SINCE_LAST_VISIT,
        DateAnchor.BEFORE_LAST_VISIT,
    }


def _prescribed(case: Case) -> Decision | None:
    """What was prescribed, the last or all of it, with no drug named."""
    if case.things.subjects or case.topics - {Topic.MEDICATIONS, Topic.ENCOUNTERS}:
        return None
    topics = (Topic.MEDICATIONS,)
    if case.acts("last_prescription"):
        return Decision(Intent.FACTUAL_LOOKUP, "newest_prescription", latest_only=True, topics=topics)
    if case.acts("prescriptions"):
        return Decision(Intent.LIST, "asks_what_was_prescribed", topics=topics)
    return None


def _record(case: Case) -> Decision | None:
    """A part of the record, or something in it."""
    if not case.topics:
        return None
    if case.topics <= MEASURED:
        return _results(case)
    detail = asked_detail(case.marks)
    latest = bool(case.topics & _DATED) and _newest(case)
    if asked_steps(case.read.asked.text) and case.topics & _DATED:
        steps = asked_steps(case.read.asked.text)
        return Decision(Intent.FACTUAL_LOOKUP, "one_before", latest_only=True, steps_back=steps)
    named = bool(case.things.subjects or case.things.relations)
    one = latest or detail in _OF_ONE_ENTRY
    if named or (one and not _plural(case)) or case.topics <= _STATEMENTS:
        return Decision(Intent.FACTUAL_LOOKUP, "something_in_the_record", latest_only=latest)
    return Decision(Intent.LIST, "a_part_of_the_record")


def _plural(case: Case) -> bool:
    """Whether several are asked for: "all visits", "recent shots"."""
    words = (case.read.asked.text[each.start : each.end] for each in case.read.asked.of(Kind.TOPIC))
    return bool(re.search(r"\b(?:all|every|each|list)\b", case.marks)) or any(_MANY.search(word) for word in words)


def _results(case: Case) -> Decision:
    """Laboratory results, vital signs or cultures in general."""
    if case.topics == {Topic.VITALS}:
        every = _plural(case) or case.acts("earlier")
        if every or case.read.time.window is not None:
            return Decision(Intent.LIST, "all_vital_signs")
        return Decision(Intent.FACTUAL_LOOKUP, "newest_vital_signs", latest_only=True)
    if Topic.LABS in case.topics and not case.acts("bare_labs") and case.acts("lab_word"):
        return Decision(Intent.FACTUAL_LOOKUP, "unknown_test", topics=())
    return Decision(Intent.LIST, "all_results", latest_only=_newest(case) and not case.acts("earlier"))


def _newest(case: Case) -> bool:
    return bool(LAST_THING.search(case.marks)) or (case.acts("newest") and case.measured)


def _words(case: Case) -> Decision | None:
    """Words that no vocabulary knows: a test, or something that a document may say about the patient."""
    when = case.read.time.window
    if when is not None and when.anchor is DateAnchor.AT_LAST_VISIT:
        return Decision(Intent.LIST, "asks_about_the_visit", topics=(Topic.ENCOUNTERS,))
    if case.acts("lab_word"):
        return Decision(Intent.FACTUAL_LOOKUP, "unknown_test", topics=())
    if case.things.subjects:
        return Decision(Intent.FACTUAL_LOOKUP, "something_in_the_record")
    few = len(case.marks.split()) <= _FEW_WORDS and bool(re.search(r"[a-z]{3}", case.marks, re.IGNORECASE))
    if case.acts("patient_word", "any_of") or (few and not case.read.ignored):
        return Decision(Intent.FACTUAL_LOOKUP, "words_of_the_record", topics=())
    return None


def _fitting(detail: AskedDetail | None, case: Case, decision: Decision) -> AskedDetail | None:
    """The detail, where what was found can have it."""
    topics = frozenset(decision.topics if decision.topics is not None else case.things.topics)
    fits = {
        AskedDetail.DOSE: bool(topics & {Topic.MEDICATIONS, Topic.IMMUNIZATIONS}),
        AskedDetail.REACTION: Topic.ALLERGIES in topics,
        AskedDetail.INDICATION: Topic.MEDICATIONS in topics,
        AskedDetail.STOP_REASON: Topic.MEDICATIONS in topics,
        AskedDetail.FLAG: bool(topics & MEASURED),
        AskedDetail.REFERENCE_RANGE: bool(topics & MEASURED),
        AskedDetail.PRESENCE: bool(case.things.subjects or case.things.analytes)
        and decision.intent in {Intent.FACTUAL_LOOKUP, Intent.LIST, Intent.VALUE_AT}
        and decision.pick is None
        and not case.measured,
    }
    looked_up = decision.intent in {Intent.FACTUAL_LOOKUP, Intent.LIST, Intent.VALUE_AT}
    anywhere = detail in {AskedDetail.SOURCE, AskedDetail.COUNT, AskedDetail.DATE}
    return detail if detail is not None and fits.get(detail, True) and (looked_up or anywhere) else None


def _bound(read: ReadQuestion) -> ValueBound | None:
    return asked_bound(_without_dates(read)) or named_value(read.asked.marks)


def _without_dates(read: ReadQuestion) -> str:
    """The text without its times: "over 9" is a bound, "over 2 years" is none."""
    text = read.asked.text
    for start, end in read.time.spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
