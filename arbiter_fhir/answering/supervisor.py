"""The supervisor: what a question asks for, by rules, with the reason. Never a model's guess.

`question` reads what stands in the text; here it is decided. The rules are tried in this order, and the first that
holds decides. What must be refused comes before what can be answered, so a question that mixes both is refused as a
whole.

| the question                                                                  | intent           |
|-------------------------------------------------------------------------------|------------------|
| has no word in it                                                             | out_of_scope     |
| asks what a guideline says, and for no decision about the patient             | guideline        |
| asks whether a value of the patient meets one                                 | interpretation   |
| asks for a diagnosis, a treatment, a dose, a decision, a change of medication | unsafe           |
| asks about other people, another record, what is in a relative's record       | other_patient    |
| asks for something that is no record: weather, billing, an action             | out_of_scope     |
| leans on the question before it                                               | as that question |
| asks what a document says                                                     | document         |
| asks who ordered or prescribed                                                | ordered_by       |
| asks what is due, means something, deserves attention                         | interpretation   |
| asks what is pending or missing                                               | missing          |
| asks what is new or has changed                                               | changes          |
| asks how values developed                                                     | trend            |
| asks for what is abnormal                                                     | abnormal_list    |
| asks for a measured value at a time                                           | value_at         |
| names a part of the record, or something in it                                | list, factual_lookup |
| speaks of the patient in words that no vocabulary knows                       | factual_lookup   |
| anything else                                                                 | out_of_scope     |
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Final

from arbiter_fhir.answering.question.acts import read_acts
from arbiter_fhir.answering.question.advice import asks_for_advice, clauses
from arbiter_fhir.answering.question.asked_things import AskedThings, asked_things
from arbiter_fhir.answering.question.clinicians import limited_to_clinicians
from arbiter_fhir.answering.question.decision import Decision
from arbiter_fhir.answering.question.details import asked_unit
from arbiter_fhir.answering.question.follow_ups import at_the_time_before, lean_on, leans
from arbiter_fhir.answering.question.followed import with_what_follows
from arbiter_fhir.answering.question.intents import decide
from arbiter_fhir.answering.question.mentions import NO_TERMS, Kind
from arbiter_fhir.answering.question.people import asks_about_others, names_people_in_general
from arbiter_fhir.answering.question.reading import ReadQuestion, read_question
from arbiter_fhir.answering.question.scope import out_of_scope
from arbiter_fhir.answering.question.selections import asked_response, asked_source, asked_state, asks_for_begun
from arbiter_fhir.answering.question.unmet import unmet_parts
from arbiter_fhir.domain.question import (
    AskedQuestion,
    AskedResponse,
    AskedState,
    DateWindow,
    Intent,
    RoutedQuestion,
    Topic,
)
from arbiter_fhir.ports.terminology import TermMentions

__all__ = ["route"]

_WORD: Final = re.compile(r"[^\W_]")
#: What is no record, whoever is named in it.
_PLAINLY_ELSEWHERE: Final = frozenset({"asks_about_the_world", "asks_for_a_text", "asks_for_a_program"})
#: What can be asked of the whole record, with nothing named.
_OF_THE_WHOLE: Final = frozenset({Intent.CHANGES, Intent.MISSING, Intent.ABNORMAL_LIST, Intent.DOCUMENT})
_LOOKED_UP: Final = frozenset({Intent.FACTUAL_LOOKUP, Intent.LIST, Intent.VALUE_AT})
_GUIDELINE: Final = Decision(Intent.GUIDELINE, "asks_for_a_guideline")
_BESIDE_GUIDELINE: Final = Decision(Intent.INTERPRETATION, "sets_facts_beside_a_guideline")


def route(
    asked: AskedQuestion, *, today: date, previous: RoutedQuestion | None = None, terms: TermMentions = NO_TERMS
) -> RoutedQuestion:
    """Decide what a question asks for.

    Args:
        asked: The de-identified question. What stands in it is data: nothing in it can widen what is looked at, and an
            instruction in it is a word like any other.
        today: The site's day.
        previous: The question that this one may lean on: of the same patient, by the same caller.
        terms: The curated vocabularies of drugs, conditions, vaccines and the like.
    """
    read = read_question(asked, today=today, terms=terms, follows=previous is not None)
    things = asked_things(read.asked)
    leaning = leans(read, things)
    refused = _refused(read, things)
    if refused is _GUIDELINE and previous is not None and leaning and not things.anything:
        return lean_on(previous, read, things)
    if refused is not None:
        return _routed(read, things, refused)
    if leaning and previous is not None:
        return at_the_time_before(lean_on(previous, read, things), previous, read)
    decision = decide(read, things)
    nothing = not things.anything or (things.weak and things.topics == (Topic.ORDERS,) and "ordered_by" in read.acts)
    if leaning and nothing and read.document is None and decision.intent not in _OF_THE_WHOLE:
        decision = Decision(Intent.OUT_OF_SCOPE, "leans_on_no_question")
    return at_the_time_before(_routed(read, things, decision), previous, read)


def _refused(read: ReadQuestion, things: AskedThings) -> Decision | None:
    """The first rule by which a question is not looked up in the record."""
    if not _WORD.search(read.clean.value):
        return Decision(Intent.OUT_OF_SCOPE, "empty_question")
    guideline = False
    for clause in dict.fromkeys([*clauses(read.whole.marks), *clauses(read.asked.marks)]):
        if _asks_guideline(clause):
            guideline = True
        elif advice := asks_for_advice(clause):
            return Decision(Intent.UNSAFE, advice)
    elsewhere = _elsewhere(read)
    if elsewhere is not None and elsewhere.reason in _PLAINLY_ELSEWHERE:
        return elsewhere
    if others := _others(read, things, guideline=guideline):
        return others
    if guideline:
        return _BESIDE_GUIDELINE if "about_patient" in read.acts else _GUIDELINE
    return elsewhere


def _others(read: ReadQuestion, things: AskedThings, *, guideline: bool) -> Decision | None:
    """Another person, other records, people in general; these may be what a guideline is about."""
    others = asks_about_others(read.whole)
    if Topic.FAMILY_HISTORY in things.topics and others == "asks_about_others":
        return None
    if others and not (guideline and others == "asks_about_others"):
        return Decision(Intent.OTHER_PATIENT, others)
    general = names_people_in_general(read.whole.marks) and Topic.FAMILY_HISTORY not in things.topics
    if general and not guideline:
        return Decision(Intent.OTHER_PATIENT, "asks_about_others")
    if things.of_relative and not guideline:
        return Decision(Intent.OTHER_PATIENT, "asks_about_a_relative")
    return None


def _elsewhere(read: ReadQuestion) -> Decision | None:
    """Something that is no record of a patient."""
    if other := out_of_scope(read.asked):
        return Decision(Intent.OUT_OF_SCOPE, other)
    if read.ignored and not _WORD.search(read.asked.text):
        return Decision(Intent.OUT_OF_SCOPE, "asks_about_the_system")
    return None


def _asks_guideline(clause: str) -> bool:
    """Whether a clause asks what a guideline says, and not for a decision about the patient."""
    acts = read_acts(clause)
    if "guideline" not in acts:
        return False
    return "says_what_guideline" in acts or "decides_for_patient" not in acts


def _routed(read: ReadQuestion, things: AskedThings, decision: Decision) -> RoutedQuestion:
    """The decision with everything that was read."""
    routed = RoutedQuestion(
        text=read.clean,
        intent=decision.intent,
        analytes=things.analytes,
        reason=decision.reason,
        latest_only=decision.latest_only,
        topics=decision.topics if decision.topics is not None else things.topics,
        subjects=things.subjects,
        when=decision.when or read.time.window,
        steps_back=decision.steps_back,
        document=decision.document,
        unit=asked_unit(read.asked.text),
        relations=things.relations,
        detail=decision.detail,
        pick=decision.pick,
        newest_count=decision.newest_count,
        bound=decision.bound,
        flagged=decision.flagged,
        excluded=things.excluded,
        read_as=read.read_as,
        unmet=unmet_parts(read),
        instructions_ignored=read.ignored,
    )
    routed = limited_to_clinicians(_of_state_and_source(routed, read, things), read)
    return with_what_follows(_without_topics_of_guidelines(routed))


def _of_state_and_source(routed: RoutedQuestion, read: ReadQuestion, things: AskedThings) -> RoutedQuestion:
    """What is looked up, only as far as it holds now or has ended, and only by whom it is asked of."""
    text = read.asked.text
    if _asks_for_begun(routed, read):
        day = routed.when.around if routed.when is not None else None
        when = DateWindow(day, day) if day is not None else routed.when
        return replace(routed, intent=Intent.CHANGES, state=AskedState.BEGUN, when=when)
    if routed.intent is Intent.CHANGES and asked_state(text, routed.topics, things.subjects) is AskedState.ENDED:
        return replace(routed, state=AskedState.ENDED)
    if routed.intent not in _LOOKED_UP:
        return routed
    source = asked_source(text)
    others = tuple(topic for topic in routed.topics if topic is not Topic.DOCUMENTS)
    return replace(
        routed,
        response=_response(routed, read),
        state=asked_state(text, routed.topics, things.subjects),
        source=source,
        topics=others if source is not None and others else routed.topics,
    )


def _asks_for_begun(routed: RoutedQuestion, read: ReadQuestion) -> bool:
    """Whether entries of lists are asked for by the time in which they began."""
    listed = set(routed.topics) <= {Topic.MEDICATIONS, Topic.PROBLEMS} and bool(routed.topics)
    window = routed.when is not None and routed.when.anchor is None
    asked = routed.intent in {Intent.CHANGES, Intent.LIST} and not routed.subjects
    return listed and window and asked and asks_for_begun(read.asked.text)


def _response(routed: RoutedQuestion, read: ReadQuestion) -> AskedResponse | None:
    """How what grew answers to the drugs that are asked for; of a drug that is named, whatever it is is told."""
    drugs = {key for each in read.asked.of(Kind.DRUG, Kind.CLASS) for key in each.keys}
    if routed.topics != (Topic.CULTURES,) or drugs & set(routed.subjects):
        return None
    return asked_response(read.asked.text)


def _without_topics_of_guidelines(routed: RoutedQuestion) -> RoutedQuestion:
    """A guideline has no part of the patient's record and no time; what it is about stays."""
    if routed.intent is not Intent.GUIDELINE:
        return routed
    kept = tuple(topic for topic in routed.topics if topic is Topic.LABS and routed.analytes)
    return replace(routed, topics=kept, when=None, unmet=())
