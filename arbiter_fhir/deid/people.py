"""The people whom the chart knows around a patient, as names to look for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from arbiter_fhir.deid.lexicon import Lexicon, plain
from arbiter_fhir.deid.names import CREDENTIALS, PARTICLES, SUFFIXES
from arbiter_fhir.domain.deid import IdentifierRole
from arbiter_fhir.domain.identity import ChartClinician, ChartPatient

__all__ = ["PATIENT_KEY", "NamePart", "Person", "people_of_chart", "person_of_name"]

#: Key of the chart's patient.
PATIENT_KEY: Final = "patient"
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_ASIDE: Final = re.compile(r"\([^)]*\)|[\"“”].*?[\"“”]")


class NamePart(StrEnum):
    """What a word is in a person's name."""

    GIVEN = "given"
    MIDDLE = "middle"
    FAMILY = "family"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody to look for.

    Attributes:
        key: Tells persons apart inside one document.
        role: Patient, relative or clinician.
        words: Plain form of each word of the name (nicknames included) to what it is.
    """

    key: str
    role: IdentifierRole
    words: tuple[tuple[str, NamePart], ...] = field(repr=False)

    def of(self, part: NamePart) -> frozenset[str]:
        """The words that are this part of the name."""
        return frozenset(word for word, each in self.words if each is part)


def _split(text: str) -> list[str]:
    return [plain(word) for word in _WORD.findall(text)]


def _parts(text: str, part: NamePart) -> Iterator[tuple[str, NamePart]]:
    for word in _split(text):
        if word not in PARTICLES and word not in SUFFIXES and len(word) > 1:
            yield word, part


def person_of_name(name: str, key: str, role: IdentifierRole, lexicon: Lexicon) -> Person | None:
    """A person from *First Middle Last* or *Last, First Middle*; ``None`` where nothing is a name."""
    text = _ASIDE.sub(" ", name)
    before, comma, after = text.partition(",")
    after_words = [word for word in _split(after) if word not in CREDENTIALS and word not in SUFFIXES]
    words: list[tuple[str, NamePart]] = []
    if comma and after_words:
        words += _parts(before, NamePart.FAMILY)
        words += [(word, NamePart.GIVEN if not index else NamePart.MIDDLE) for index, word in enumerate(after_words)]
    else:
        plain_words = [word for word in _split(before) if word not in CREDENTIALS and word not in SUFFIXES]
        for index, word in enumerate(plain_words):
            last = index == len(plain_words) - 1
            only_given = word in lexicon.given and (word not in lexicon.family or lexicon.is_plain_name(word))
            part = NamePart.FAMILY if last and (index or not only_given) else NamePart.GIVEN
            words.append((word, part if last or not index else NamePart.MIDDLE))
    kept = tuple((word, part) for word, part in words if len(word) > 1 and word not in PARTICLES)
    return Person(key, role, kept) if kept else None


def _patient(patient: ChartPatient, lexicon: Lexicon) -> Person:
    words = [
        *_parts(patient.given, NamePart.GIVEN),
        *(part for name in patient.other_given for part in _parts(name, NamePart.GIVEN)),
        *_parts(patient.middle, NamePart.MIDDLE),
        *_parts(patient.family, NamePart.FAMILY),
        *(part for name in patient.former_family for part in _parts(name, NamePart.FAMILY)),
    ]
    short = [
        (variant, NamePart.GIVEN)
        for word, part in words
        if part is not NamePart.FAMILY
        for variant in sorted(lexicon.variants(word))
    ]
    return Person(PATIENT_KEY, IdentifierRole.PATIENT, tuple(dict.fromkeys([*words, *short])))


def people_of_chart(
    patient: ChartPatient | None, clinicians: Sequence[ChartClinician], lexicon: Lexicon
) -> list[Person]:
    """Patient first, then relatives, then clinicians."""
    people: list[Person] = []
    if patient is not None:
        people.append(_patient(patient, lexicon))
        people += _numbered(
            (
                person_of_name(name, f"relative:{index}", IdentifierRole.RELATIVE, lexicon)
                for index, name in enumerate(patient.relatives)
            )
        )
    for index, clinician in enumerate(clinicians):
        words = (*_parts(clinician.given, NamePart.GIVEN), *_parts(clinician.family, NamePart.FAMILY))
        if words:
            people.append(Person(f"clinician:{index}", IdentifierRole.CLINICIAN, words))
    return [person for person in people if person.words]


def _numbered(people: Iterable[Person | None]) -> list[Person]:
    return [person for person in people if person is not None]
