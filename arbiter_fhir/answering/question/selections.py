"""Which of the things found a question asks for: judged so, current or ended, of one source, and without what it names.

*Source*: ``data/selections.tsv``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.answering.question.mentions import Kind, Marked, Mention
from arbiter_fhir.answering.question.patterns import Rule, rules
from arbiter_fhir.domain.question import AskedFlag, AskedResponse, AskedSource, AskedState, Topic

__all__ = [
    "asked_flag",
    "asked_response",
    "asked_source",
    "asked_state",
    "asks_for_begun",
    "asks_for_cancelled",
    "asks_for_normal",
    "excluded_mentions",
    "excluded_parts",
    "from_first_to_last",
    "unknown_exclusions",
]

_TABLE: Final = "selections.tsv"
_FLAGS: Final = {
    "normal": AskedFlag.NORMAL,
    "in": AskedFlag.NORMAL,
    "within": AskedFlag.NORMAL,
    "high": AskedFlag.HIGH,
    "elevated": AskedFlag.HIGH,
    "low": AskedFlag.LOW,
    "critical": AskedFlag.CRITICAL,
}
_FLAG_WORD: Final = re.compile(
    r"\b(?:abnormal|out|flagged|normal|in|within|high|elevated|low|critical)\b", re.IGNORECASE
)
_FIRST_TO_LAST: Final = re.compile(
    r"\b(?:first|oldest|earliest|initial|baseline)\b[^.?!]*\b(?:last|latest|newest|now|most recent|current)\b"
    r"|\b(?:highest|max\w*|peak)\b[^.?!]*\b(?:lowest|min\w*|nadir)\b|\b(?:lowest|min\w*|nadir)\b[^.?!]*\b(?:highest|max\w*|peak)\b",
    re.IGNORECASE,
)
#: Behind these something else than a thing to leave out may stand: "ordered but not done".
_OFTEN_ELSE: Final = ("but", "minus", "that", "which", "who")
#: Lists whose entries hold now, or have ended.
_LISTS: Final = frozenset({Topic.MEDICATIONS, Topic.PROBLEMS, Topic.ALLERGIES})
_CLASS: Final = "class:"
#: What joins several names that are left out.
_JOINT: Final = re.compile(r"\s*(?:,|and|or|&|/|,\s*(?:and|or))\s*(?:the |her |his |any )*", re.IGNORECASE)


def _named(prefix: str) -> Iterator[Rule]:
    return (rule for rule in rules(_TABLE) if rule.kind.startswith(prefix))


def asked_flag(marks: str) -> tuple[AskedFlag, str] | None:
    """The flag of the results asked for, and which of them: ``newest``, ``oldest``, ``count``, ``all``.

    Args:
        marks: The question with its names marked (`mentions.Marked.marks`).
    """
    for rule in _named("flagged."):
        if match := rule.pattern.search(marks):
            word = _FLAG_WORD.findall(match[0])[-1].casefold()
            return _FLAGS.get(word, AskedFlag.ABNORMAL), rule.kind.removeprefix("flagged.")
    return None


def asks_for_begun(text: str) -> bool:
    """Whether it asks for what began: "meds started this year"."""
    return _says("begun", text)


def asks_for_normal(text: str) -> bool:
    """Whether it asks which results are not abnormal; "are her labs normal" asks for those that are."""
    return _says("normal", text)


def asked_response(text: str) -> AskedResponse | None:
    """How an organism answers to the drugs that are asked for; ``None`` for all of them."""
    found = next((rule.kind for rule in _named("response.") if rule.pattern.search(text)), "")
    word = found.removeprefix("response.")
    return AskedResponse(word) if word not in {"", "all"} else None


def asked_state(text: str, topics: tuple[Topic, ...], subjects: tuple[str, ...]) -> AskedState | None:
    """Whether what holds now or what has ended is asked for, of a list as a whole or of a class of drugs.

    Args:
        text: The question in plain words.
        topics: Parts of the record that it names.
        subjects: What it names in them: of one thing all is told, with its state.
    """
    if Topic.IMMUNIZATIONS in topics and _says("refused", text):
        return AskedState.REFUSED
    if topics == (Topic.ORDERS,) and asks_for_cancelled(text):
        return AskedState.CANCELLED
    if not _LISTS & set(topics) or not all(name.startswith(_CLASS) for name in subjects):
        return None
    found = next((rule.kind for rule in _named("state.") if rule.pattern.search(text)), "")
    return AskedState(found.removeprefix("state.")) if found else None


def asks_for_cancelled(text: str) -> bool:
    """Whether it speaks of what was cancelled."""
    return _says("cancelled", text)


def _says(kind: str, text: str) -> bool:
    return any(rule.pattern.search(text) for rule in _named(kind))


def asked_source(text: str) -> AskedSource | None:
    """Whose word is asked for; ``None`` for everybody's."""
    found = next((rule.kind for rule in _named("source.") if rule.pattern.search(text)), "")
    return AskedSource(found.removeprefix("source.")) if found else None


def from_first_to_last(text: str) -> bool:
    """Whether both ends are asked for, first and last or highest and lowest, and so all of the way between them."""
    return bool(_FIRST_TO_LAST.search(text))


def excluded_mentions(marked: Marked) -> tuple[Mention, ...]:
    """The names that are left out: "besides penicillin", "other than metformin and lisinopril"."""
    return tuple(each for start in _exclusions(marked.text) for each in _names_from(marked, start[1]))


def excluded_parts(marked: Marked) -> tuple[Mention, ...]:
    """The parts of the record that are left out, which is not done: "everything except labs"."""
    starts = {end for _, end in _exclusions(marked.text)}
    return tuple(each for each in marked.of(Kind.TOPIC) if each.start in starts)


def unknown_exclusions(marked: Marked) -> Iterator[str]:
    """The words of exclusions of which no vocabulary knows what is left out."""
    for start, end in _exclusions(marked.text):
        elsewhere = marked.text[start:end].casefold().startswith(_OFTEN_ELSE)
        if not elsewhere and not _names_from(marked, end):
            rest = re.match(r"[^.?!,;]*", marked.text[end:])
            yield marked.text[start : end + (rest.end() if rest else 0)].strip()


def _exclusions(text: str) -> list[tuple[int, int]]:
    return [match.span() for rule in _named("exclusion") for match in rule.pattern.finditer(text)]


def _names_from(marked: Marked, start: int) -> list[Mention]:
    """The names that stand from there on, joined by nothing but commas and "and"."""
    found: list[Mention] = []
    for each in marked.mentions:
        between = marked.text[start : each.start] if each.start >= start else None
        if between is None or each.kind in {Kind.TOPIC, Kind.DOCUMENT}:
            continue
        if between == "" or (found and _JOINT.fullmatch(between)):
            found.append(each)
            start = each.end
    return found
