"""The leaves of a field: texts with their place in it and what the standard says that each is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from arbiter_fhir.documents.hl7v2.data_types import CODED, Holding, holdings_of, is_composite
from arbiter_fhir.documents.hl7v2.declared import declared_by_identifier_type, declared_of
from arbiter_fhir.documents.hl7v2.dictionary import field_type
from arbiter_fhir.documents.hl7v2.message import Repetition, Segment
from arbiter_fhir.domain.region import DeclaredContent

__all__ = ["Leaf", "leaves_of"]

#: An explicit null: the sender says that the value is to be deleted (section 2.5.3).
EXPLICIT_NULL: Final = '""'

#: Longest code and most words of one; what is longer is running text, whatever its field.
_CODE_CHARACTERS: Final = 60
_CODE_WORDS: Final = 4

_NUMBER: Final = re.compile(r"[<>=\u2264\u2265]{0,2}\s*[+-]?\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?")
_STRUCTURED: Final = re.compile(r"[<>=]{0,2}|[-+/.:]|[+-]?\d+(?:\.\d+)?")
_TITRE: Final = re.compile(r"[<>]?=?\s?\d+\s?[:/]\s?\d+")
#: As many digits as a telephone number has, in a value that its type says to be text: no measure is written so.
_LONG_DIGITS: Final = re.compile(r"\d{10,}")
_NAME_WORD: Final = re.compile(r"[^\W\d_a-z][^\W\d_]*[a-z]['-]?[^\W\d_]*")
#: Names of code systems in small letters.
_SYSTEM_WORDS: Final = frozenset({"local", "loinc", "snomed", "rxnorm", "lab", "other", "custom", "internal", "code"})
_DATE: Final = re.compile(r"\d{4}(?:\d{2}(?:\d{2}(?:\d{2}(?:\d{2}(?:\d{2}(?:\.\d{1,4})?)?)?)?)?)?(?:[+-]\d{4})?")
_NUMERIC_TYPES: Final = frozenset({"NM", "SI"})
_OBSERVATION: Final = ("OBX", 5)
_PATIENT_NUMBERS: Final = frozenset({2, 3, 4})
#: Parts of a name, an address or a number that are set as one.
_JOINED: Final = frozenset({Holding.NAME, Holding.PLACE, Holding.PHONE})


@dataclass(frozen=True, slots=True)
class Leaf:
    """A stretch of a field.

    Attributes:
        path: Its place in its repetition: ``""`` for a plain value or a whole name, ``.2``, ``.1.2``.
        text: Decoded; may hold newlines.
        declares: What it is.
    """

    path: str
    text: str = field(repr=False)
    declares: DeclaredContent


@dataclass(frozen=True, slots=True)
class _Field:
    """Where a leaf stands and of which type its parts are."""

    segment: str
    number: int
    data_type: str

    @property
    def is_observation(self) -> bool:
        return (self.segment, self.number) == _OBSERVATION


@dataclass(frozen=True, slots=True)
class _Atom:
    """A sub-component with its place in the repetition, before names and addresses are joined."""

    component: int
    sub: int
    holding: str
    leaf: Leaf
    is_family: bool


def leaves_of(segment: Segment, number: int, repetition: Repetition) -> list[Leaf]:
    """The leaves of one repetition of a field, in order; empty components have none.

    Names are set as ``FAMILY, GIVEN MIDDLE``, the parts of an address with commas: one leaf each.
    """
    plain = len(repetition) == 1 and len(repetition[0]) == 1
    if plain and repetition[0][0].strip() == EXPLICIT_NULL:
        return [Leaf("", EXPLICIT_NULL, DeclaredContent.CLINICAL)]
    place = _Field(segment.name, number, _type_of(segment, number))
    leaves: list[Leaf] = []
    for (_, holding, nested), run in groupby(_atoms(place, repetition), key=_run_key):
        parts = list(run)
        if holding in _JOINED:
            leaves.append(_joined(parts, holding, nested=bool(nested)))
        else:
            leaves.extend(atom.leaf for atom in parts)
    return leaves


def _type_of(segment: Segment, number: int) -> str:
    if (segment.name, number) == _OBSERVATION:
        return segment.text(2).upper() or "ST"
    return field_type(segment.name, number)


def _run_key(atom: _Atom) -> tuple[int, str, int]:
    """Joined parts of one kind are a run; every other atom stands for itself."""
    if atom.holding in _JOINED:
        # Names of which each stands in a component of its own (NDL) are not one name.
        nested = atom.component if atom.holding == Holding.NAME and atom.leaf.path.count(".") > 1 else 0
        return 0, atom.holding, nested
    return atom.component, atom.holding, atom.sub


def _atoms(place: _Field, repetition: Repetition) -> Iterator[_Atom]:
    place = replace(place, data_type=_written_type(place.data_type, repetition))
    holdings = holdings_of(place.data_type)
    composite = is_composite(place.data_type) or len(repetition) > 1
    firsts = [component[0] for component in repetition]
    for component, subs in enumerate(repetition, start=1):
        holding = holdings[component - 1] if component <= len(holdings) else Holding.TEXT
        # A type's name instead of a letter: the component has parts of its own.
        inner = holdings_of(holding) if len(holding) > 1 else ()
        field_ = _Field(place.segment, place.number, holding) if inner else place
        for sub, text in enumerate(subs, start=1):
            if not text.strip():
                continue
            own = inner[min(sub, len(inner)) - 1] if inner else holding
            own = own if len(own) == 1 else Holding.TEXT
            within, index = (subs, sub) if inner else (firsts, component)
            leaf = Leaf(
                (f".{component}" if composite else "") + (f".{sub}" if _shows_sub(subs, own, inner) else ""),
                text.strip(),
                _declared(field_, own, text.strip(), within, index),
            )
            is_family = own == Holding.NAME and index == (inner or holdings).index(Holding.NAME) + 1
            yield _Atom(component, sub, own, leaf, is_family)


def _written_type(data_type: str, repetition: Repetition) -> str:
    """The type that a sender wrote: a name's parts are often set as components where the type has them one below.

    A field of type NDL holds the person in its first component and dates in the next two (2.A.47).
    """
    second = repetition[1][0].strip() if len(repetition) > 1 else ""
    spread = data_type == "NDL" and len(repetition[0]) == 1 and bool(second) and not _DATE.fullmatch(second)
    return "XCN" if spread or (data_type in CODED and _is_misplaced_name(repetition)) else data_type


def _is_misplaced_name(repetition: Repetition) -> bool:
    """Whether a person stands in a field of codes, as where a sender leaves a field out: ``99^Foreman^Eric``.

    The name of a code system is written in capitals, and its code is rarely a bare number.
    """
    texts = [component[0].strip() for component in repetition[:3]]
    if len(texts) < 3 or not (texts[0].isdigit() or not texts[0]):
        return False
    return all(_NAME_WORD.fullmatch(text) for text in texts[1:]) and texts[2].lower() not in _SYSTEM_WORDS


def _shows_sub(subs: Sequence[str], holding: str, inner: Sequence[str]) -> bool:
    """Whether the place of a sub-component is told; the parts of a family name are one."""
    return len(subs) > 1 and (holding != Holding.NAME or bool(inner))


def _declared(place: _Field, holding: str, text: str, within: Sequence[str], index: int) -> DeclaredContent:
    """What a leaf is, after a look at whether its text can be what its type says.

    Args:
        place: Field and type.
        holding: What the type says that it holds.
        text: The leaf.
        within: Its component's (or sub-component's) fellows and itself.
        index: Its place among them, 1-based.
    """
    if place.is_observation and holding == Holding.TEXT and _is_measure(text) and not _LONG_DIGITS.fullmatch(text):
        return DeclaredContent.CLINICAL
    if holding == Holding.IDENTIFIER and place.segment == "PID" and place.number in _PATIENT_NUMBERS and index == 1:
        kind = declared_by_identifier_type(within[4] if len(within) > 4 else "")
        if kind is not None:
            return kind
    declares = declared_of(place.segment, place.number, place.data_type, holding)
    vocabulary = declares is not DeclaredContent.CLINICAL or _is_vocabulary(place.data_type, holding, text)
    coded = holding != Holding.WORDING or bool(within[index - 2].strip())
    dated = declares is not DeclaredContent.DATE or bool(_DATE.fullmatch(text))
    # The text beside a code is vocabulary; without a code it is what somebody typed.
    return declares if vocabulary and coded and dated else DeclaredContent.NARRATIVE


def _is_measure(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text) or _TITRE.fullmatch(text))


def _is_vocabulary(data_type: str, holding: str, text: str) -> bool:
    """Whether a text can be the code, number or wording that its type says."""
    if data_type in _NUMERIC_TYPES:
        return _is_measure(text)
    if data_type == "SN":
        return bool(_STRUCTURED.fullmatch(text)) or _is_measure(text)
    if holding == Holding.WORDING:
        return True
    return len(text) <= _CODE_CHARACTERS and len(text.split()) <= _CODE_WORDS


def _joined(parts: Sequence[_Atom], holding: str, *, nested: bool) -> Leaf:
    first = parts[0]
    texts = [atom.leaf.text for atom in parts]
    whole = _name(parts) if holding == Holding.NAME else (", " if holding == Holding.PLACE else " ").join(texts)
    path = "" if first.component == 1 and not nested else first.leaf.path
    return Leaf(path, whole, first.leaf.declares)


def _name(parts: Sequence[_Atom]) -> str:
    """``FAMILY, GIVEN MIDDLE SUFFIX``: an order that readers of names know, where components have one of their own."""
    given = " ".join(atom.leaf.text for atom in parts if not atom.is_family)
    # Sub-components of a family name are the whole of it, then its prefix and stem again (2.A.30).
    family: list[str] = []
    for atom in parts:
        if atom.is_family and not any(atom.leaf.text in piece for piece in family):
            family.append(atom.leaf.text)
    return ", ".join(piece for piece in (" ".join(family), given) if piece)
