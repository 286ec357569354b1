"""Fills the slots of sentences and remembers what was written in: every identifier and what must be gone of it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from arbiter_fhir.domain.deid import IdentifierKind
from devstack.bench.deid.people import Cast, Name

__all__ = ["Injected", "Line", "Scribe"]

_K = IdentifierKind
_SLOT: Final = re.compile(r"\{(\w+)\}")
_WORD: Final = re.compile(r"[^\W\d_]{2,}", re.UNICODE)
_DIGITS: Final = re.compile(r"\d{3,}")
#: Parts of names and addresses that identify nobody by themselves.
_IDLE: Final = frozenset(
    ["van", "den", "de", "la", "del", "von", "st", "jr", "sr", "ii", "iii", "al", "ben", "street", "avenue", "road",
     "drive", "lane", "court", "boulevard", "way", "terrace", "place", "ave", "rd", "dr", "ln", "ct", "blvd", "ext",
     "hospital", "medical", "center", "general", "clinic", "rehabilitation", "health", "memorial", "of", "and", "saint",
     "school", "elementary", "county", "transit", "foods", "casino", "logistics", "roofing", "steel", "tool", "die",
     "mr", "mrs", "ms", "miss", "https", "org", "portal", "mail", "inbox", "post", "net", "com", "example", "sn", "mrn"]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Injected:
    """One identifier as written.

    Attributes:
        kind: What it is.
        surface: As written.
        components: What of it may not be left (security.md 4.2: names' words, digit groups, month names).
    """

    kind: IdentifierKind
    surface: str
    components: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line as written, and the same line without its identifiers."""

    text: str
    rest: str


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in _WORD.findall(text) if word.casefold() not in _IDLE)


def _numbers(text: str) -> tuple[str, ...]:
    # 555 is the exchange of every invented telephone number.
    return (*(run for run in _DIGITS.findall(text) if run != "555"), text)


@dataclass
class Scribe:
    """Writes one document about a cast."""

    cast: Cast
    pick: random.Random
    injected: list[Injected] = field(default_factory=list)

    def write(self, template: str) -> Line:
        """The sentence with its slots filled."""
        return Line(_SLOT.sub(lambda slot: self.put(slot[1]), template), _SLOT.sub(" ", template))

    def put(self, slot: str) -> str:
        """What stands in a slot, noted as injected."""
        kind, surface, components = self._value(slot)
        self.injected.append(Injected(kind, surface, components))
        return surface

    def note(self, kind: IdentifierKind, surface: str) -> str:
        """Something written elsewhere, noted as injected."""
        words = kind in {_K.PERSON, _K.LOCATION}
        self.injected.append(Injected(kind, surface, _words(surface) if words else _numbers(surface)))
        return surface

    def _value(self, slot: str) -> tuple[IdentifierKind, str, tuple[str, ...]]:
        if slot in _NAMES:
            surface = _NAMES[slot](self.cast, self.pick)
            return _K.PERSON, surface, _words(surface)
        if slot in _DATES:
            return _K.DATE, *_DATES[slot](self.cast, self.pick)
        kind, get = _OTHERS[slot]
        surface = get(self.cast, self.pick)
        if kind is _K.AGE_OVER_89:
            return kind, surface, (surface,)
        if kind in {_K.LOCATION, _K.ADDRESS}:
            return kind, surface, (*_words(surface), *_DIGITS.findall(surface))
        if kind in {_K.EMAIL, _K.URL}:
            return kind, surface, (surface, surface.partition("@")[0])
        return kind, surface, _numbers(surface)


Naming = Callable[[Cast, random.Random], str]


def _of(who: Callable[[Cast], Name], form: Callable[[Name], str]) -> Naming:
    return lambda cast, _pick: form(who(cast))


def _other(form: Callable[[Name], str]) -> Naming:
    return lambda cast, pick: form(pick.choice(cast.others))


def _formal(name: Name) -> str:
    suffix = f" {name.suffix}" if name.suffix else ""
    return f"{name.given} {name.middle[0]}. {name.family}{suffix}"


def _list_style(name: Name) -> str:
    return f"{name.family}, {name.given} {name.middle[0]}"


def _patient(cast: Cast, pick: random.Random) -> str:
    name = cast.patient
    return pick.choice([name.full, _formal(name), name.full])


def _titled(cast: Cast, pick: random.Random) -> str:
    title = pick.choice(["Ms.", "Mrs.", "Miss"] if cast.sex == "Female" else ["Mr.", "Mr"])
    return f"{title} {pick.choice([cast.patient.family, cast.patient.full])}"


_NAMES: Final[dict[str, Naming]] = {
    "pt": _patient,
    "pt_f": _of(lambda cast: cast.patient, lambda name: name.given),
    "pt_l": _of(lambda cast: cast.patient, lambda name: name.family),
    "PT_L": _of(lambda cast: cast.patient, lambda name: name.family.upper()),
    "pt_lf": _of(lambda cast: cast.patient, _list_style),
    "PT_LF": _of(lambda cast: cast.patient, lambda name: _list_style(name).upper()),
    "pt_lower": _of(lambda cast: cast.patient, lambda name: name.full.lower()),
    "pt_poss": _of(lambda cast: cast.patient, lambda name: f"{name.family}'s"),
    "mr": _titled,
    "mr_l": lambda cast, _pick: ("Mrs. " if cast.sex == "Female" else "Mr. ") + cast.patient.family,
    "rel": _of(lambda cast: cast.relatives[0], lambda name: name.full),
    "rel_f": _of(lambda cast: cast.relatives[0], lambda name: name.given),
    "rel2_f": _of(lambda cast: cast.relatives[1], lambda name: name.given),
    "doc": _of(lambda cast: cast.clinicians[0], lambda name: name.full),
    "doc_l": _of(lambda cast: cast.clinicians[0], lambda name: name.family),
    "doc_i": _of(lambda cast: cast.clinicians[0], lambda name: f"{name.given[0]}. {name.middle[0]}. {name.family}"),
    "doc2": _of(lambda cast: cast.clinicians[1], lambda name: name.full),
    "doc2_l": _of(lambda cast: cast.clinicians[1], lambda name: name.family),
    "doc_f": _of(lambda cast: cast.clinicians[0], lambda name: name.given),
    "doc_lf": _of(lambda cast: cast.clinicians[0], lambda name: f"{name.family}, {name.given}"),
    "doc2_lf": _of(lambda cast: cast.clinicians[1], _list_style),
    "REL_F": _of(lambda cast: cast.relatives[0], lambda name: name.given.upper()),
    "DOC_L": _of(lambda cast: cast.clinicians[0], lambda name: name.family.upper()),
    "DOC2_L": _of(lambda cast: cast.clinicians[1], lambda name: name.family.upper()),
    "OTHER_F": _other(lambda name: name.given.upper()),
    "DOC": _of(lambda cast: cast.clinicians[0], lambda name: name.full.upper()),
    "PT_FULL": _of(lambda cast: cast.patient, lambda name: name.full.upper()),
    "pt_comma": _of(lambda cast: cast.patient, lambda name: f"{name.family},{name.given}"),
    "pt_fi": _of(lambda cast: cast.patient, lambda name: f"{name.given[0]}. {name.family}"),
    "other_i": _other(lambda name: f"{name.given[0]}. {name.family}"),
    "other": _other(lambda name: name.full),
    "other_f": _other(lambda name: name.given),
    "other_l": _other(lambda name: name.family),
}

_DATE_FORMS: Final = (
    "%m/%d/%Y", "%m/%d/%y", "%Y-%m-%d", "%d-%b-%Y", "%B %d, %Y", "%b %d %Y", "%d %B %Y", "%m-%d-%Y", "%m.%d.%Y",
    "%A, %B %d, %Y", "%d%b%y",
)  # fmt: skip


def _written(day: date, form: str) -> tuple[str, tuple[str, ...]]:
    surface = day.strftime(form)
    month = next((name for name in (day.strftime("%B"), day.strftime("%b")) if name in surface), "")
    # Where the month is a word, the word may not be left either.
    return surface, (surface, month) if month else (surface, surface[: max(5, len(surface) - 3)])


def _visit(*forms: str) -> Callable[[Cast, random.Random], tuple[str, tuple[str, ...]]]:
    return lambda cast, pick: _written(pick.choice(cast.visits), pick.choice(forms))


def _weekday(cast: Cast, pick: random.Random) -> tuple[str, tuple[str, ...]]:
    day = pick.choice(cast.visits)
    surface = day.strftime("%A, %B %d")
    return surface, (day.strftime("%B %d"), day.strftime("%B"))


def _short(day: date) -> tuple[str, tuple[str, ...]]:
    surface = f"{day.month}/{day.day}"
    return surface, (surface,)


_DATES: Final[dict[str, Callable[[Cast, random.Random], tuple[str, tuple[str, ...]]]]] = {
    "date": _visit(*_DATE_FORMS),
    "date_long": _visit("%B %d, %Y", "%A, %B %d, %Y", "%d %B %Y"),
    "md": _visit("%m/%d", "%B %d", "%b %d"),
    "mds": lambda cast, pick: _short(pick.choice(cast.visits)),
    "my": _visit("%B %Y", "%m/%Y", "%b %Y"),
    "weekday": _weekday,
    "dob": lambda cast, pick: _written(cast.birth_date, pick.choice(_DATE_FORMS)),
}

#: Numbers of other countries up to their last group; none of them is in use.
_ABROAD: Final = ("+49 30 5550", "0044 20 7946", "+52 55 5555", "011-91-98-5555")

_OTHERS: Final[dict[str, tuple[IdentifierKind, Naming]]] = {
    "initials": (_K.ID, lambda cast, _: cast.initials),
    "user": (_K.ID, lambda cast, _: cast.user),
    "staff_no": (_K.ID, lambda cast, _: cast.staff_number),
    "age90": (_K.AGE_OVER_89, lambda cast, _: str(cast.age)),
    "mrn": (_K.MRN, lambda cast, _: cast.mrn),
    "acct": (_K.ACCOUNT, lambda cast, _: cast.account),
    "acc": (_K.ACCESSION, lambda cast, _: cast.accession),
    "phone": (_K.PHONE, lambda cast, pick: pick.choice(cast.phones)),
    "fax": (_K.PHONE, lambda cast, _: cast.phones[2]),
    "email": (_K.EMAIL, lambda cast, pick: pick.choice(cast.emails)),
    "url": (_K.URL, lambda cast, _: cast.url),
    "ssn": (_K.SSN, lambda cast, _: cast.ssn),
    "license": (_K.LICENSE, lambda cast, _: cast.license),
    "device": (_K.ID, lambda cast, _: cast.device),
    "member": (_K.ID, lambda cast, _: cast.member),
    "room": (_K.ADDRESS, lambda _, pick: f"{pick.randint(100, 899)}{pick.choice(['', '', 'A', 'B', '-2'])}"),
    "plate": (_K.ID, lambda _, pick: f"{pick.choice(['DXR', 'EAB', 'KLM'])} {pick.randint(1100, 9899)}"),
    "serial": (_K.ID, lambda _, pick: f"{pick.choice(['RNB', 'PJN', 'ZWK'])}{pick.randint(110000, 998999)}S"),
    "lot": (_K.ID, lambda _, pick: f"{pick.choice(['AH', 'EW', 'GK'])}{pick.randint(1100, 9899)}"),
    "order": (_K.ID, lambda _, pick: str(pick.randint(110000, 998999))),
    "last4": (_K.ID, lambda _, pick: str(pick.randint(1100, 9899))),
    "pager": (_K.PHONE, lambda _, pick: f"{pick.randint(2, 9)}-{pick.randint(1100, 9899)}"),
    "abroad": (_K.PHONE, lambda _, pick: f"{pick.choice(_ABROAD)} {pick.randint(1100, 9899)}"),
    "street": (_K.ADDRESS, lambda cast, _: f"{cast.house} {cast.street} {cast.street_suffix}"),
    "street_name": (_K.ADDRESS, lambda cast, _: f"{cast.street} {cast.street_suffix}"),
    "city_line": (_K.ADDRESS, lambda cast, _: f"{cast.city}, {cast.state} {cast.postal_code}"),
    "city": (_K.LOCATION, lambda cast, pick: pick.choice((cast.city, *cast.other_cities))),
    "employer": (_K.LOCATION, lambda cast, _: cast.employer),
    "hospital": (_K.LOCATION, lambda cast, _: cast.hospital),
}
