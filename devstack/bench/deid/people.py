"""Invented people: names of many origins and forms, and numbers of every shape."""

from __future__ import annotations

import random
import re
import unicodedata
from dataclasses import dataclass
from datetime import date, timedelta

from arbiter_fhir.domain.identity import ChartClinician, ChartPatient
from arbiter_fhir.domain.tenant import PatientId
from devstack.bench.deid.word_pools import pool

__all__ = ["Cast", "Name", "cast_of"]

#: Shares of names that no list can hold, that are words, and that are given by birth in many places.
UNLISTED = 0.25
WORDS = 0.2
#: Beginnings, middles and ends of syllables, for names that no list holds.
_ONSETS = pool("onsets")
_VOWELS = pool("vowels")
_CODAS = (*pool("codas"), *[""] * 6)
#: Telephone numbers as paper shows them; some are of no plan.
_PHONES = (
    "({a}) 555-{b}", "{a}-555-{b}", "{a}.555.{b}", "+1 {a} 555 {b}", "{a} 555 {b}", "1-{a}-555-{b}", "({a})555-{b}",
    "{a}/555-{b}", "{a}555{b}", "+1 ({a}) 555-{b}", "0{a}-155-{b}", "1{a}-055-{b}", "{a}-555 {b}",
)  # fmt: skip
_SUFFIXES = ("Jr.", "Sr.", "III", "II")


@dataclass(frozen=True, slots=True)
class Name:
    """Somebody's name; `suffix` only where there is one."""

    given: str
    middle: str
    family: str
    suffix: str = ""

    @property
    def full(self) -> str:
        """Given and family name."""
        return f"{self.given} {self.family}"


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody and every number that one document may name."""

    patient: Name
    relatives: tuple[Name, Name]
    clinicians: tuple[Name, Name]
    others: tuple[Name, ...]
    birth_date: date
    sex: str
    visits: tuple[date, ...]
    mrn: str
    account: str
    accession: str
    phones: tuple[str, ...]
    emails: tuple[str, ...]
    url: str
    ssn: str
    license: str
    device: str
    member: str
    house: str
    street: str
    street_suffix: str
    city: str
    state: str
    postal_code: str
    other_cities: tuple[str, ...]
    employer: str
    hospital: str
    age: int
    initials: str
    user: str
    staff_number: str

    def chart(self) -> ChartPatient:
        """The patient as the chart holds him or her."""
        return ChartPatient(
            patient_id=PatientId(1),
            given=self.patient.given,
            middle=self.patient.middle,
            family=self.patient.family,
            suffix=self.patient.suffix,
            birth_date=self.birth_date,
            sex=self.sex,
            mrn=self.mrn,
            ssn=self.ssn,
            phones=self.phones[:2],
            emails=self.emails[:1],
            street=f"{self.house} {self.street} {self.street_suffix}",
            city=self.city,
            state=self.state,
            postal_code=self.postal_code,
            relatives=tuple(relative.full for relative in self.relatives),
            other_identifiers=(self.member,),
        )

    def known_clinicians(self) -> tuple[ChartClinician, ...]:
        """The clinicians whom the EHR knows: the first of two, as outside senders are strangers."""
        return (ChartClinician(self.clinicians[0].given, self.clinicians[0].family),)


def _syllable(pick: random.Random) -> str:
    return pick.choice(_ONSETS) + pick.choice(_VOWELS) + pick.choice(_CODAS)


def _unlisted(pick: random.Random) -> str:
    return (_syllable(pick) + _syllable(pick) + pick.choice(["", "", pick.choice(_VOWELS)])).capitalize()


def _word(pick: random.Random, section: str) -> str:
    chance = pick.random()
    if chance < UNLISTED:
        return _unlisted(pick)
    return pick.choice(pool(f"{section}_words" if chance < UNLISTED + WORDS else section))


def _name(pick: random.Random) -> Name:
    suffix = pick.choice(_SUFFIXES) if pick.random() < 0.06 else ""
    return Name(_word(pick, "given"), pick.choice(pool("given")), _word(pick, "family"), suffix)


def _digits(pick: random.Random, count: int) -> str:
    return pick.choice("123456789") + "".join(pick.choice("0123456789") for _ in range(count - 1))


def _phone(pick: random.Random) -> str:
    area, line = f"{pick.randint(2, 9)}{pick.randint(0, 9)}{pick.randint(1, 9)}", f"01{pick.randint(10, 99)}"
    form = pick.choice(_PHONES)
    extension = f" ext. {pick.randint(10, 9999)}" if pick.random() < 0.15 else ""
    return form.format(a=area, b=line) + extension


def _record_number(pick: random.Random) -> str:
    shape = pick.choice(["7", "8", "MRN-6", "3-4", "2-2-3", "H7", "3 4", "PT6", "MR 8"])
    return re.sub(r"\d", lambda count: _digits(pick, int(count[0])), shape)


def _initials(name: Name) -> str:
    """Three letters; a fourth where three would be an abbreviation that is no person: ``MSH``, ``RMA``, ``PCR``."""
    letters = f"{name.given[0]}{name.middle[0]}{name.family[0]}".upper()
    return letters if letters not in pool("taken_codes") else f"{letters}{name.family[1]}".upper()


def _user(name: Name, pick: random.Random) -> str:
    """A user's name as systems give it: ``rvossman``, ``rvossman3``."""
    plain = unicodedata.normalize("NFD", f"{name.given[0]}{name.family}".lower())
    letters = re.sub(r"[^a-z]", "", plain)
    return f"{letters[:9]}{pick.choice(['', '', str(pick.randint(2, 88))])}"


def cast_of(pick: random.Random) -> Cast:
    """Everybody for one document."""
    today = date(2026, 5, 1)
    patient = _name(pick)
    sibling = _name(pick)
    relatives = (Name(sibling.given, sibling.middle, patient.family), _name(pick))
    host = pick.choice(["mail.example", "inbox.example.org", "post.example.net"])
    local = f"{patient.given[0]}{patient.family}".lower().replace(" ", "").replace("'", "")
    age = pick.randint(90, 103)
    staff = _name(pick)
    return Cast(
        patient=patient,
        relatives=relatives,
        clinicians=(_name(pick), _name(pick)),
        others=tuple(_name(pick) for _ in range(4)),
        birth_date=date(pick.randint(1926, 2004), pick.randint(1, 12), pick.randint(1, 28)),
        sex=pick.choice(["Female", "Male"]),
        visits=tuple(today - timedelta(days=pick.randint(1, 1500)) for _ in range(4)),
        mrn=_record_number(pick),
        account=f"{_digits(pick, 4)}-{_digits(pick, 5)}",
        accession=pick.choice(["A{}", "26-{}", "L26{}", "AC-{}"]).format(_digits(pick, 7)),
        phones=tuple(_phone(pick) for _ in range(3)),
        emails=(f"{local}@{host}", f"records{_digits(pick, 3)}@clinic.example"),
        url=f"https://portal.example.org/r/{_digits(pick, 6)}",
        ssn=f"9{_digits(pick, 2)}-{_digits(pick, 2)}-{_digits(pick, 4)}",
        license=f"{pick.choice('ABDHS')}{_digits(pick, 8)}",
        device=f"SN{_digits(pick, 8)}",
        member=f"X{pick.choice('KQW')}{pick.choice('JHP')}{_digits(pick, 9)}",
        house=_digits(pick, pick.randint(2, 5)),
        street=pick.choice(pool("streets")),
        street_suffix=pick.choice(pool("suffixes")),
        city=pick.choice(pool("cities")),
        state=pick.choice(pool("states")),
        postal_code=_digits(pick, 5),
        other_cities=tuple(pick.sample(pool("cities"), 2)),
        employer=pick.choice(pool("employers")),
        hospital=pick.choice(pool("hospitals")),
        age=age,
        initials=_initials(staff),
        user=_user(staff, pick),
        staff_number=_digits(pick, 5),
    )
