"""A question on its way to a decision: what was read, what it is about, and what both say together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.answering.question.asked_things import AskedThings
from arbiter_fhir.answering.question.decision import is_measured
from arbiter_fhir.answering.question.reading import ReadQuestion
from arbiter_fhir.domain.question import Topic

__all__ = ["LAST_THING", "MEASURED", "Case"]

MEASURED: Final = frozenset({Topic.LABS, Topic.VITALS, Topic.CULTURES})
LAST_THING: Final = re.compile(r"\b(?:last|latest|most recent|newest|recent)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Case:
    """A question before it is decided.

    Attributes:
        read: What stands in it.
        things: What it is about.
    """

    read: ReadQuestion
    things: AskedThings

    @property
    def topics(self) -> frozenset[Topic]:
        """Parts of the record that it names."""
        return frozenset(self.things.topics)

    @property
    def measured(self) -> bool:
        """Whether it names tests or vital signs one by one."""
        return is_measured(self.things)

    @property
    def marks(self) -> str:
        """Its text with names marked."""
        return self.read.asked.marks

    def acts(self, *kinds: str) -> bool:
        """Whether it asks for one of some acts."""
        return self.read.acts.any_of(*kinds)
