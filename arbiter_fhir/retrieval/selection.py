"""Which candidates a question asks for: by topic, name, span of time and document; by words only to widen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from arbiter_fhir.domain.analyte import group_spellings, identify_analyte, name_words
from arbiter_fhir.domain.chart_record import ChartOrder
from arbiter_fhir.domain.drug_class import drug_classes
from arbiter_fhir.domain.fact import AbnormalFlag, LabResult
from arbiter_fhir.domain.organism import named_organisms, organisms_in
from arbiter_fhir.domain.question import Intent, RoutedQuestion, Topic
from arbiter_fhir.domain.statement import Allergy, Assertion
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.evidence import Neighbour
from arbiter_fhir.retrieval.analytes import answers, asked_keys
from arbiter_fhir.retrieval.asked_documents import FILED_WITHIN
from arbiter_fhir.retrieval.candidate import Candidate
from arbiter_fhir.retrieval.fusion import fuse_rankings
from arbiter_fhir.retrieval.nearby import grown, nearby, wider_problems, words_of
from arbiter_fhir.retrieval.needs import MEASURED, asked_signs, asked_things, needed_topics, widens
from arbiter_fhir.retrieval.sparse import bm25_scores, content_words
from arbiter_fhir.retrieval.subjects import Vocabulary, asks_for, class_of_allergen
from arbiter_fhir.retrieval.windows import has_changed, lies_in

__all__ = ["Asked", "missing_keys"]

#: Seed: the top 6 of the fused ranking go on.
TOP_K: Final = 6
#: Cosine distance beyond which a fact's sentence is not about the question. Measured with the bundled MiniLM on 21
#: questions over 13 results: within 0.52 every nearest result was the right one, the first wrong one came at 0.56.
DENSE_MAX_DISTANCE: Final = 0.45
_CRITICAL: Final = frozenset({AbnormalFlag.CRITICAL_HIGH, AbnormalFlag.CRITICAL_LOW})
#: Topics whose items bear names that a question may give.
_BY_NAME: Final = frozenset(
    {
        *(Topic.MEDICATIONS, Topic.ALLERGIES, Topic.PROBLEMS, Topic.PROCEDURES, Topic.IMMUNIZATIONS),
        *(Topic.FAMILY_HISTORY, Topic.CULTURES, Topic.SOCIAL_HISTORY),
    }
)
#: Topics whose items may bear the name that is asked for; where none does, all of them are told.
_MAYBE_BY_NAME: Final = frozenset({Topic.DEMOGRAPHICS, Topic.REFERRALS, Topic.CONCERN, Topic.OTHER, Topic.ENCOUNTERS})
#: Statements of a person's data that tell who somebody is (45 CFR 164.514(b)(2)(i)).
_IDENTIFYING: Final = frozenset(
    [
        *("name", "birth_date", "address", "phone", "email", "mrn", "ssn", "emergency_contact", "guardian"),
        *("insurance", "employer", "signature", "merged_record"),
    ]
)
_CANCELLED: Final = frozenset({"canceled", "cancelled"})


@dataclass(frozen=True, slots=True)
class Asked:
    """A question made ready for comparing.

    Attributes:
        question: With its span hung on the days of the record.
        documents: The documents that it is restricted to; ``None`` for no restriction.
        days: Document to the day on which it was stored.
        today: The site's day.
    """

    question: RoutedQuestion
    terms: Vocabulary
    documents: frozenset[DocumentId] | None
    days: Mapping[DocumentId, date]
    today: date

    @property
    def topics(self) -> frozenset[Topic]:
        """Parts of the record asked about."""
        return needed_topics(self.question)

    def choose(self, found: Sequence[Candidate], neighbours: Sequence[Neighbour]) -> list[Candidate]:
        """What the question asks for, of all that was found."""
        question = self.question
        here = [each for each in found if each.topic in self.topics and self._of_documents(each)]
        if question.intent is Intent.CHANGES:
            told = self._narrowed([each for each in here if self._matches(each)])
            return [each for each in told if has_changed(each, question.when, self.days)]
        chosen = _widen(question, here, neighbours) if widens(question) else [e for e in here if self._matches(e)]
        chosen += wider_problems(question, here, chosen)
        chosen += nearby(question, here, chosen, self.terms)
        if question.subjects and not (question.relations or Topic.FAMILY_HISTORY in question.topics):
            # A relative's condition is told where it is all that is known of the one asked about.
            chosen = [each for each in chosen if each.topic is not Topic.FAMILY_HISTORY] or chosen
        chosen = self._narrowed(chosen)
        if question.intent is Intent.MISSING:
            # What there was of a named test before the span is told beside what is missing in it.
            named = bool(question.analytes or question.subjects)
            awaited = _has_no_result if named else _is_pending
            chosen = [each for each in chosen if (awaited(each) if each.topic is Topic.ORDERS else named)]
        else:
            chosen = [each for each in chosen if self._is_of_time(each)]
        if question.intent is Intent.FACTUAL_LOOKUP and Topic.ORDERS not in question.topics and question.analytes:
            # Where a test has no result, an order that waits for one is told, or was cancelled; else nobody asked for
            # orders.
            measured = any(each.topic in MEASURED and not each.near for each in chosen)
            chosen = [e for e in chosen if e.topic is not Topic.ORDERS or (_has_no_result(e) and not measured)]
        if question.intent is Intent.ORDERED_BY:
            return _with_orders(question, chosen, here)
        chosen += self._allergies_to_asked_drugs(found)
        if question.intent is Intent.INTERPRETATION and not (question.analytes or question.subjects):
            return _of_note(chosen)
        return chosen

    def _is_of_time(self, candidate: Candidate) -> bool:
        """Whether something lies in the span that is asked about, or is said by a document that was filed for it."""
        question, when = self.question, self.question.when
        if question.intent is Intent.DOCUMENT and when is not None and when.start is not None and when.end is not None:
            filed = self.days.get(candidate.document_id) if candidate.document_id is not None else None
            if filed is not None and when.start <= filed <= when.end + FILED_WITHIN:
                return True
        return lies_in(candidate, when, self.days)

    def touches(self, candidate: Candidate) -> bool:
        """Whether something unsure belongs beside the answer: it was asked for, or it would be critical."""
        flag = candidate.value.abnormal_flag if isinstance(candidate.value, LabResult) else None
        if flag in _CRITICAL:
            return True
        question = self.question
        if candidate.topic not in self.topics or not self._of_documents(candidate):
            return False
        if widens(question):
            words = content_words(f"{candidate.printed.name} {candidate.topic.value}")
            return bool(set(content_words(question.text.value)) & set(words))
        return self._matches(candidate) and self._is_of_intent(candidate, flag)

    def _is_of_intent(self, candidate: Candidate, flag: AbnormalFlag | None) -> bool:
        question = self.question
        if question.intent is Intent.ABNORMAL_LIST and flag is AbnormalFlag.NORMAL:
            return False
        if question.intent is Intent.CHANGES:
            return has_changed(candidate, question.when, self.days)
        # An unsure date keeps nothing out.
        return candidate.observed is None or lies_in(candidate, question.when, self.days)

    def _allergies_to_asked_drugs(self, found: Sequence[Candidate]) -> list[Candidate]:
        """Who asks for a drug by name is told of an allergy to it, whether or not the drug is listed."""
        things = asked_things(self.question)
        if Topic.ALLERGIES in self.topics or Topic.MEDICATIONS not in self.topics or not things:
            return []
        return [
            each
            for each in found
            if isinstance(each.value, Allergy)
            and each.value.none_known is None
            and each.value.assertion is Assertion.PRESENT
            and self._of_documents(each)
            and self._is_named(each, things)
        ]

    def _narrowed(self, chosen: list[Candidate]) -> list[Candidate]:
        """Without the items of a topic that bear another name, where one bears the asked one."""
        things = asked_things(self.question)
        named = {each.topic for each in chosen if each.topic in _MAYBE_BY_NAME and self._is_named(each, things)}
        kept = [each for each in chosen if each.topic not in named or self._is_named(each, things)]
        if things or self.question.intent is Intent.DOCUMENT:
            return kept
        # Who somebody is stands above the chart; it is told where it is asked for, or what a document says of it.
        return [each for each in kept if each.topic is not Topic.DEMOGRAPHICS or each.subject not in _IDENTIFYING]

    def _of_documents(self, candidate: Candidate) -> bool:
        if self.documents is None:
            return True
        listed = candidate.topic is Topic.DOCUMENTS
        told = [each for each in candidate.everywhere if each.place is None or listed]
        return any(each.document_id in self.documents for each in told)

    def _matches(self, candidate: Candidate) -> bool:
        """Whether a candidate of an asked topic bears a name that is asked for; all do where none is."""
        question = self.question
        things, signs = asked_things(question), asked_signs(question)
        if candidate.topic is Topic.ENCOUNTERS:
            # A visit whose reason names the thing is told where nothing else does (`nearby`).
            matches = candidate.topic in question.topics or not (things or question.analytes)
        elif candidate.topic is Topic.VITALS:
            matches = bool(signs & candidate.names) if signs or question.analytes else True
        elif candidate.topic is Topic.ORDERS:
            matches = self._is_asked_order(candidate, things)
        elif candidate.identity is not None:
            matches = self._is_asked_result(candidate)
        elif candidate.topic not in _BY_NAME:
            here = candidate.topic in question.topics or not (things or question.analytes)
            matches = here or (bool(things) and self._is_named(candidate, things))
        else:
            matches = self._is_asked_entry(candidate, things)
        return matches

    def _is_asked_order(self, candidate: Candidate, things: Sequence[str]) -> bool:
        """Whether an order is of an asked test; of an examination by its words, for no table knows them all."""
        if self.question.analytes:
            return _order_holds(candidate, asked_keys(self.question.analytes))
        known = {mention.name.casefold() for mention in self.terms.mentions(candidate.printed.name)}
        return not things or any(
            thing.casefold() in known or set(content_words(thing)) <= words_of(candidate) for thing in things
        )

    def _is_asked_entry(self, candidate: Candidate, things: Sequence[str]) -> bool:
        question = self.question
        if candidate.topic is Topic.FAMILY_HISTORY and question.relations:
            if not any(relation in candidate.names for relation in question.relations):
                return False
        elif question.analytes and not things and candidate.topic not in question.topics:
            return False
        named = not things or self._is_named(candidate, things)
        return named or grown(named_organisms(" | ".join(things)), candidate)

    def _is_asked_result(self, candidate: Candidate) -> bool:
        question = self.question
        if question.analytes:
            keys = asked_keys(question.analytes)
            return candidate.identity is not None and answers(candidate.identity, candidate.lab.test_name, keys)
        things = asked_things(question)
        if grown(named_organisms(" | ".join(things)), candidate):
            return True
        if candidate.topic is Topic.CULTURES and things:
            words = set(content_words(candidate.printed.line))
            return any(set(content_words(thing)) <= words for thing in things)
        return not question.subjects or candidate.topic in question.topics

    def _is_named(self, candidate: Candidate, things: Sequence[str]) -> bool:
        if any(asks_for(thing, candidate.names, self.terms) for thing in things):
            return True
        # "On any penicillin?" and "penicillin allergy?" ask for amoxicillin.
        groups = [group for thing in things if (group := class_of_allergen(thing))]
        if any(asks_for(group, candidate.names, self.terms) for group in groups):
            return True
        if not isinstance(candidate.value, Allergy):
            return False
        if candidate.value.none_known is not None:
            # "Allergic to penicillin?" is answered by "no known allergies", too.
            return Topic.ALLERGIES in self.question.topics or any(self.terms.allergen(thing) for thing in things)
        group = class_of_allergen(candidate.value.allergen or candidate.value.substance)
        return any(
            thing == group or bool(group and asks_for(group, frozenset({thing}), self.terms)) for thing in things
        ) or any(self._is_of_one_family(thing, candidate) for thing in things)

    def _is_of_one_family(self, thing: str, candidate: Candidate) -> bool:
        """Whether an allergy is to a drug of the asked drug's family: amoxicillin, where ampicillin is asked about.

        A family is a class of drugs that is itself known as an allergen; "antibiotics" is none.
        """
        families = [key for key, known in drug_classes().items() if self.terms.allergen(known.display)]
        asked = frozenset({thing})
        return any(asks_for(key, asked, self.terms) and asks_for(key, candidate.names, self.terms) for key in families)


def missing_keys(asked: Asked, chosen: Sequence[Candidate]) -> tuple[str, ...]:
    """Analyte and group keys, then vital signs and topics, that were asked for and of which nothing was found.

    For what is missing in a span of time, what lies before it does not count as found.
    """
    question = asked.question
    if not asked.topics:
        return ()
    if question.intent is Intent.MISSING:
        chosen = [each for each in chosen if lies_in(each, question.when, asked.days)]
    chosen = [each for each in chosen if not each.near]
    measured = [(each.identity, each.lab.test_name) for each in chosen if each.identity is not None]
    missing = [
        key
        for key in question.analytes
        if not any(answers(identity, name, asked_keys([key])) for identity, name in measured)
    ]
    signs = sorted(asked_signs(question))
    missing += [sign for sign in signs if not any(sign in each.names for each in chosen)]
    have = {each.topic for each in chosen}
    filtered = {Topic.LABS, Topic.CULTURES} if question.analytes else set()
    filtered |= {Topic.VITALS} if signs else set()
    # "Any pending labs?" looks for orders; results that there are have nothing to do with it.
    filtered |= MEASURED if question.intent is Intent.MISSING else set()
    return (*missing, *(topic.value for topic in question.topics if topic not in have and topic not in filtered))


def _widen(question: RoutedQuestion, found: Sequence[Candidate], neighbours: Sequence[Neighbour]) -> list[Candidate]:
    """Lexical and dense search over what was found, fused; nothing at all where neither finds the topic."""
    asked = question.search_text.value
    words = content_words(" ".join([asked, *sorted(named_organisms(asked))]))
    scores = bm25_scores([content_words(_searched(each)) for each in found], words)
    lexical = sorted((index for index, score in enumerate(scores) if score > 0), key=lambda index: -scores[index])
    place = {each.record.fact_id: index for index, each in enumerate(found) if each.record is not None}
    near = [neighbour for neighbour in neighbours if neighbour.distance <= DENSE_MAX_DISTANCE]
    dense = [place[neighbour.fact.fact_id] for neighbour in near if neighbour.fact.fact_id in place]
    fused = fuse_rankings([ranking for ranking in (lexical, dense) if ranking])
    # All results of the tests that were found, not the best six rows alone: the newest may rank seventh.
    subjects = list(dict.fromkeys(found[index].subject for index, _ in fused))[:TOP_K]
    best = {found[index].subject: score for index, score in reversed(fused)}
    return [replace(each, score=best[each.subject]) for each in found if each.subject in subjects]


def _searched(candidate: Candidate) -> str:
    """The words that a candidate is found by; of a measured value its name alone, of a culture what grew as well."""
    if candidate.topic is Topic.CULTURES:
        return " ".join([candidate.printed.line, *sorted(organisms_in(candidate.printed.line))])
    return candidate.printed.name if candidate.identity is not None else candidate.printed.line


def _order_holds(candidate: Candidate, keys: frozenset[str]) -> bool:
    """Whether one of the tests of an order is asked for, by itself or as part of a panel."""
    order = candidate.value
    if not isinstance(order, ChartOrder):
        return False
    for code, name in order.tests:
        if answers(identify_analyte(name, loinc=code), name, keys):
            return True
        words = name_words(name)
        panels = [key for key, spellings in group_spellings().items() if words in spellings]
        if any(asked_keys([panel]) & keys for panel in panels):
            return True
    return False


def _has_no_result(candidate: Candidate) -> bool:
    return isinstance(candidate.value, ChartOrder) and not candidate.value.results


def _is_pending(candidate: Candidate) -> bool:
    order = candidate.value
    return isinstance(order, ChartOrder) and not order.results and order.status.casefold() not in _CANCELLED


def _with_orders(question: RoutedQuestion, chosen: Sequence[Candidate], found: Sequence[Candidate]) -> list[Candidate]:
    """Results with the orders that they came from, and orders of the tests that no result names yet.

    Where a test is named and no span of time, the order of its newest result is asked for.
    """
    # Who prescribed or who referred: the drug and the referral are what was asked about.
    named = [each for each in chosen if each.topic in question.topics and each.topic not in {*MEASURED, Topic.ORDERS}]
    if named and not question.analytes:
        return named
    results = [each for each in chosen if each.topic in MEASURED and _is_of_value(each, question)]
    about = results
    picked = question.flagged is not None or question.pick is not None or question.steps_back > 0
    if question.analytes and question.when is None and not picked:
        newest = {each.subject: each for each in sorted(results, key=_moment)}
        about = [each for each in results if each.observed is None or _moment(each) == _moment(newest[each.subject])]
    orders = [each for each in found if each.topic is Topic.ORDERS and not _is_back_filled(each)]
    linked = [each for each in orders if _results_of(each) & _rows(about)]
    unlinked = [each for each in chosen if each in orders and not _results_of(each) & _rows(results)]
    waiting = [each for each in unlinked if _is_pending(each)]
    # Of a test that was never done, whoever ordered it and it was cancelled.
    cancelled = [] if linked or waiting or results else [each for each in unlinked if _has_no_result(each)]
    return [*named, *results, *dict.fromkeys([*linked, *waiting, *cancelled])]


def _is_of_value(candidate: Candidate, question: RoutedQuestion) -> bool:
    """Whether a result has the value by which the question names it: "who ordered the K of 5.9"."""
    bound = question.bound
    if bound is None or not isinstance(candidate.value, LabResult):
        return True
    return candidate.value.numeric is not None and bound.holds(candidate.value.numeric)


def _moment(candidate: Candidate) -> datetime:
    return candidate.observed.as_datetime() if candidate.observed is not None else datetime.min  # noqa: DTZ901


def _rows(results: Sequence[Candidate]) -> set[int]:
    """Numbers of the chart's rows that say these results."""
    places = (place.place for each in results for place in each.everywhere)
    return {place.record_id for place in places if place is not None and place.table == "procedure_result"}


def _results_of(candidate: Candidate) -> set[int]:
    return set(candidate.value.result_ids) if isinstance(candidate.value, ChartOrder) else set()


def _is_back_filled(candidate: Candidate) -> bool:
    return isinstance(candidate.value, ChartOrder) and candidate.value.back_filled


def _of_note(chosen: Sequence[Candidate]) -> list[Candidate]:
    """For a look at all of a patient: of measured values those of tests whose newest is not normal."""
    newest: dict[str, Candidate] = {}
    for each in chosen:
        if each.identity is None or each.observed is None:
            continue
        known = newest.get(each.subject)
        if known is None or known.observed is None or each.observed.as_datetime() > known.observed.as_datetime():
            newest[each.subject] = each
    noted = {
        subject
        for subject, each in newest.items()
        if each.topic is Topic.VITALS or each.lab.abnormal_flag not in {None, AbnormalFlag.NORMAL}
    }
    return [each for each in chosen if each.identity is None or each.subject in noted]
