"""Answers under a list that name nothing of it: ``see attached``, ``I don't know``, and that there is nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion, Statement
from arbiter_fhir.extraction.narrative.candidate import Candidate, reading_doubts
from arbiter_fhir.extraction.narrative.passages import Passage
from arbiter_fhir.extraction.narrative.sections import JUDGED_PROBLEMS, SectionKind
from arbiter_fhir.extraction.narrative.text_runs import TextRun
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.terminology.allergens import allergens
from arbiter_fhir.extraction.terminology.conditions import find_conditions
from arbiter_fhir.extraction.terminology.medicines import medicines

__all__ = ["LIST_TOPICS", "denies_list", "find_open_answers", "is_open_answer"]

#: Sections that are lists, with the topic of what is said of the whole list: whoever says yes to one has something
#: to name.
LIST_TOPICS: Final = {
    SectionKind.ALLERGIES: "allergies",
    SectionKind.MEDICATIONS: "current_medications",
    SectionKind.PAST_MEDICATIONS: "stopped_medications",
    SectionKind.MEDICATION_CHANGES: "medication_changes",
    SectionKind.PAST_HISTORY: "past_history",
    SectionKind.PROBLEMS: "problems",
    **dict.fromkeys(JUDGED_PROBLEMS, "problems"),
    SectionKind.SYSTEMS: "symptoms",
    SectionKind.SURGICAL_HISTORY: "surgical_history",
    SectionKind.FAMILY_HISTORY: "family_history",
    SectionKind.IMMUNIZATIONS: "immunizations",
    SectionKind.SOCIAL_HISTORY: "social_history",
}

#: Longer answers are sentences that may name something.
MOST_WORDS: Final = 9
_OPEN: Final = re.compile(
    r"^\W*(?:(?:please\s+)?(?:see|refer to|cf\.?)\b.*\b(?:attach\w*|enclos\w*|lists?|charts?|records?|sheets?|notes?|"
    r"emr|ehr|above|hpi|bottles?|photos?|pharmacy|separate|file)\b.*|"
    r"(?:as\s+)?per\s+(?:\w+\s+){0,2}(?:list|chart|record|sheet|note|emr|ehr)s?|"
    r"(?:the\s+)?same\b.*|(?:as\s+)?(?:above|before|below|previously)\b.*|unchanged|no (?:new )?changes?\b.*|on file|"
    r"(?:in|on)\s+(?:the\s+|my\s+)?(?:chart|record|list|phone|file|portal)s?|(?:list\s+)?(?:is\s+)?attached\b.*|"
    r"(?:list|bottles?|sheet|copy)\s+(?:attached|enclosed|provided|brought|to follow|with (?:patient|me))\b.*|"
    r"(?:will|i will|i'll)\s+(?:bring|send|email|provide)\b.*|brought\b.*|many|several|various|multiple|a lot|lots|"
    r"(?:i\s+am\s+|i'm\s+)?(?:not sure|unsure|uncertain)\b.*|unknown|unclear|"
    r"unable to (?:recall|remember|obtain|provide)\b.*|"
    r"(?:i\s+|patient\s+|pt\s+)?(?:do(?:es)?\s*n[o'\u2019]?t|can\s*not|can['\u2019]?t|cannot)\s+"
    r"(?:know|remember|recall|say)\b.*|"
    r"adopted\b.*|\?+|idk|tbd|pending|yes|y)\W*$",
    re.IGNORECASE,
)


#: That there is nothing on the list. Of allergies and medications their own grammars say more.
_NOTHING: Final = re.compile(
    r"^\W*(?:none(?:\s+(?:known|reported|at this time|currently|stated|noted|listed))*|nil(?:\s+known)?|nothing|"
    r"(?:(?:patient|pt|s?he|i)\s+)?(?:denies(?:\s+any)?|has\s+no|have\s+no|no|without|takes\s+no|not\s+taking\s+any|"
    r"no\s+known)\s+(?:(?:other|known|significant|relevant|chronic|current|active|past|prior|ongoing|serious|regular|daily|"
    r"home|medical|health|surgical|family|prescription|any)\s+)*(?:history|hx|problems?|conditions?|illness(?:es)?|"
    r"diagnos[ei]s|disease|issues|surger(?:y|ies)|operations?|procedures?|medications?|meds|medicines|drugs))"
    r"(?:\s+(?:known|reported|at this time|currently|of note))?\W*$",
    re.IGNORECASE,
)
_DENIABLE: Final = frozenset(
    {
        SectionKind.PAST_HISTORY,
        SectionKind.PROBLEMS,
        SectionKind.SURGICAL_HISTORY,
        SectionKind.FAMILY_HISTORY,
    }
)


def denies_list(section: SectionKind, text: str) -> bool:
    """Whether an answer says that nothing is on a list: ``none known``, ``denies any medical problems``.

    Args:
        section: What the list is of; allergies are left to their own grammar.
        text: All that stands under the heading, or one line of it.
    """
    return section in _DENIABLE and _NOTHING.match(text) is not None


def is_open_answer(text: str) -> bool:
    """Whether an answer leaves open what is on its list: a person has to look or to ask.

    Args:
        text: All that stands under the heading, or one line of it.
    """
    return len(text.split()) <= MOST_WORDS and _OPEN.match(text) is not None and not _names_one(text)


def _names_one(text: str) -> bool:
    """Whether a text names what a list is of: "previously Lipitor" leaves its name to the list's own grammar."""
    named = (medicines().find(text), allergens().find(text), find_conditions(text, listed=False))
    return any(next(iter(found), None) is not None for found in named)


def find_open_answers(passages: Iterable[Passage]) -> tuple[Candidate, ...]:
    """What stands under a list and names nothing of it, in reading order.

    Args:
        passages: From `read_passages`.
    """
    found: list[Candidate] = []
    for passage in passages:
        run = passage.whole
        if passage.section not in LIST_TOPICS or passage.columns:
            continue
        if denies_list(passage.section, run.text):
            found.append(_denied(passage, run))
        if not is_open_answer(run.text):
            continue
        found.append(
            Candidate(
                fact_type=FactType.OTHER,
                value=Statement(LIST_TOPICS[passage.section], run.text.strip(), Assertion.POSSIBLE),
                page=run.page,
                words=run.words,
                text=_named(passage.section, run.clean()),
                section=passage.section,
                reasons=(Reason.ANSWER_INCOMPLETE, *reading_doubts(run.words)),
            )
        )
    return tuple(found)


def _denied(passage: Passage, run: TextRun) -> Candidate:
    title = LIST_TOPICS[passage.section].replace("_", " ")
    return Candidate(
        fact_type=FactType.OTHER,
        value=Statement(LIST_TOPICS[passage.section], run.text.strip(), Assertion.ABSENT),
        page=run.page,
        words=run.words,
        text=DeidentifiedText.compose(f"Nothing stated under {title}: {{}}", run.clean()),
        section=passage.section,
        reasons=reading_doubts(run.words),
    )


def _named(section: SectionKind, said: DeidentifiedText) -> DeidentifiedText:
    match section:
        case SectionKind.ALLERGIES:
            return DeidentifiedText.compose("Allergies, nothing named: {}", said)
        case SectionKind.MEDICATIONS:
            return DeidentifiedText.compose("Medications, nothing named: {}", said)
        case SectionKind.FAMILY_HISTORY:
            return DeidentifiedText.compose("Family history, nothing named: {}", said)
        case _:
            return DeidentifiedText.compose("List with nothing named: {}", said)
