"""Labels of referral letters, and the sentences that say the same without a label.

*Source* of the labels: ``data/referral_labels.tsv``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from arbiter_fhir.extraction.tables import read_table

__all__ = ["ReferralLabel", "Spoken", "read_referral_label", "spoken_in"]

_PLAIN: Final = re.compile(r"[^a-z0-9]+")
#: Labels that are too common to be one without a colon or a cell of their own.
LONGEST_LABEL: Final = 40

#: "I am referring this patient to Cardiology for evaluation of ..."
_REFERRING: Final = re.compile(
    r"\b(?:refer(?:ring|red|ral)?|request(?:ing)? (?:an? )?(?:\w+ )?(?:consult(?:ation)?|evaluation))\b"
    r"(?:[^.;:]|(?<=\bMr)\.|(?<=\bMs)\.|(?<=\bDr)\.|(?<=\bMrs)\.){0,60}?\b"
    r"(?:to|with|by)\s+(?:your\s+|the\s+)?(?P<service>(?!\[)[A-Za-z][A-Za-z/&' -]{2,40}?)"
    r"(?:\s+(?:clinic|department|service|team|colleagues?))?(?=\s+for\b|\s+regarding\b|\s+because\b|[.,;]|$)",
    re.IGNORECASE,
)
_CONSULTATION: Final = re.compile(
    r"\b(?:request|referral|refer(?:ral)? request)\s+(?:for|to)\s+(?:an?\s+|the\s+)?"
    r"(?P<service>[A-Za-z][A-Za-z/&' -]{2,40}?)(?:\s+(?:consult(?:ation)?|evaluation|service|clinic|department))?\s*$",
    re.IGNORECASE,
)
_REASON: Final = re.compile(
    r"\b(?:refer(?:ring|red)?|evaluat(?:e|ion)|consult(?:ation)?|seeing|see)\b"
    r"(?:[^.;:]|(?<=\bMr)\.|(?<=\bMs)\.|(?<=\bDr)\.|(?<=\bMrs)\.){0,90}?"
    r"\b(?:for|regarding|because of)\s+"
    r"(?P<reason>(?!your\b|you\b|the courtesy)[^.;]{4,160})",
    re.IGNORECASE,
)
_URGENCY: Final = re.compile(
    r"\b(?P<urgency>stat|emergent|emergency|urgent|urgently|semi-urgent|routine|expedited|within \d+ (?:days?|weeks?|"
    r"months?))\b(?=[^.;]{0,40}\b(?:referral|appointment|evaluation|consult\w*|basis|review)\b)|"
    r"\b(?:see|seen|evaluat\w+|assess\w*)\b[^.;]{0,40}?\b(?P<adverb>urgently|emergently|as soon as possible|asap)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ReferralLabel:
    """A label at the start of a text.

    Attributes:
        topic: Of the statement.
        end: Where in the text its answer begins; the text's length where none follows.
        closed: Whether a colon ends it.
    """

    topic: str
    end: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a sentence says of the referral: topic, and where in the text."""

    topic: str
    start: int
    end: int


def read_referral_label(text: str) -> ReferralLabel | None:
    """The label with which a text begins; ``None`` where it begins with none."""
    colon = re.search(r"\s*[:\u2013]\s*", text[: LONGEST_LABEL + 3])
    if colon is not None:
        topic = _topics().get(_plain(text[: colon.start()]))
        return None if topic is None else ReferralLabel(topic, colon.end(), closed=True)
    topic = _topics().get(_plain(text)) if len(text) <= LONGEST_LABEL else None
    if topic is not None:
        return ReferralLabel(topic, len(text), closed=False)
    signed = re.match(r"(?:sincerely|regards|best regards|electronically signed by)[,\s]+", text, re.IGNORECASE)
    return ReferralLabel("referring_clinician", signed.end(), closed=True) if signed else None


def spoken_in(text: str) -> Iterator[Spoken]:
    """What a paragraph says of the referral in its own words: the first of each topic."""
    service = _REFERRING.search(text) or _CONSULTATION.search(text)
    if service is not None:
        yield Spoken("requested_service", *service.span("service"))
    reason = _REASON.search(text) if re.search(r"\brefer", text, re.IGNORECASE) else None
    if reason is not None:
        yield Spoken("reason", *reason.span("reason"))
    urgency = _URGENCY.search(text)
    if urgency is not None:
        yield Spoken("urgency", *urgency.span("urgency" if urgency["urgency"] else "adverb"))


def _plain(text: str) -> str:
    return _PLAIN.sub(" ", re.sub(r"\([^()]*\)", " ", text.casefold())).strip()


@cache
def _topics() -> dict[str, str]:
    topics: dict[str, str] = {}
    for row in read_table("referral_labels.tsv"):
        for name in row["names"].split(";"):
            topics.setdefault(_plain(name), row["topic"])
    return topics
