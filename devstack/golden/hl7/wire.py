"""Writes HL7 v2 segments and remembers what they state and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import Certainty, FactType
from arbiter_fhir.evals.expected_items import ExpectedItem
from devstack.golden.claims import Claim
from devstack.samples import Person

__all__ = ["VERIFIED", "Message", "observed"]

VERIFIED = (Certainty.VERIFIED,)

_ENCODING = "^~\\&"
#: OpenEMR's words for HL7 table 0078.
_FLAGS = {"H": "high", "L": "low", "HH": "vhigh", "LL": "vlow", "A": "yes", "N": "no"}


def observed(
    name: str, value: str, unit: str, collected: str, normal: tuple[str, str] = ("", ""), **more: str
) -> Claim:
    """A result as its message states it, with range and flag; certain unless said otherwise."""
    reference, flag = normal
    fields = {
        "test_name": name,
        "value": value,
        "unit": unit,
        "reference_range": reference,
        "collection_date": collected,
        **({"abnormal_flag": _FLAGS[flag]} if flag else {}),
        **more,
    }
    return Claim(name, FactType.LAB_RESULT, fields, certainty=VERIFIED)


@dataclass(slots=True)
class Message:
    """One message being written with the standard's usual separators; `wire` gives it with others.

    Attributes:
        prefix: How citations name this message in a file of several: ``MSG[2]/``.
        clinician: Orders the tests, as ``number^family^given``.
    """

    kind: str
    person: Person
    version: str = "2.5.1"
    prefix: str = ""
    charset: str = ""
    control: str = "G0001"
    clinician: str = "1902847563^Okonjo^Bertrand^^^Dr"
    segments: list[str] = field(default_factory=list)
    items: list[ExpectedItem] = field(default_factory=list)
    _counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        fields = ["HARBORLAB", "HBL", "OPENEMR", "CLINIC", "20260312101500", "", self.kind, self.control, "P"]
        tail = [self.version, *[""] * 5, self.charset]
        self.segments.append("|".join([f"MSH|{_ENCODING}", *fields, *tail]).rstrip("|"))
        self._counts["MSH"] += 1

    def add(self, name: str, fields: Mapping[int, str], claim: Claim | None = None) -> None:
        """A segment by its numbered fields, and what it states."""
        self._counts[name] += 1
        last = max(fields, default=0)
        self.segments.append("|".join([name, *(fields.get(number, "") for number in range(1, last + 1))]))
        if claim is not None:
            self.state(f"{name}[{self._counts[name]}]", claim)

    def state(self, place: str, claim: Claim) -> None:
        """Remember what a segment states."""
        self.items.append(claim.item(SourceType.HL7V2_MESSAGE, place=f"{self.prefix}{place}"))

    def patient(self, person: Person | None = None) -> None:
        """The PID segment."""
        who = person or self.person
        born: date = who.birth_date
        self.add(
            "PID",
            {
                1: str(self._counts["PID"] + 1),
                3: f"{who.mrn}^^^HBL^MR",
                5: f"{who.family}^{who.given}^{who.middle}",
                7: born.strftime("%Y%m%d"),
                8: who.sex[0],
                11: f"{who.street}^^{who.city}^{who.state}^{who.postal_code}",
                13: who.phone,
            },
        )

    def order(self, code: str, *, drawn: str = "202603100815", status: str = "F", **more: str) -> None:
        """An OBR segment; ``more`` are further fields as ``f26``."""
        fields = {1: str(self._counts["OBR"] + 1), 2: "PL88217", 3: "FL-2260-771", 4: code, 7: drawn}
        fields |= {16: self.clinician, 22: "20260311164000", 25: status}
        fields |= {int(key[1:]): text for key, text in more.items()}
        self.add("OBR", fields)

    def result(
        self,
        code: str,
        value: str,
        *,
        claim: Claim | None = None,
        kind: str = "NM",
        unit: str = "",
        reference: str = "",
        flag: str = "",
        status: str = "F",
        group: str = "",
        at: str = "",
    ) -> None:
        """An OBX segment and what it states."""
        fields = {1: str(self._counts["OBX"] + 1), 2: kind, 3: code, 4: group, 5: value, 6: unit, 7: reference, 8: flag}
        fields |= {11: status} | ({14: at} if at else {})
        self.add("OBX", fields, claim)

    def number(
        self,
        loinc: str,
        name: str,
        value: str,
        unit: str,
        *normal: str,
        collected: str = "2026-03-10T08:15",
        status: str = "F",
        certainty: Sequence[Certainty] = VERIFIED,
        **more: str,
    ) -> None:
        """A numeric result with a LOINC code, the usual case; ``normal`` is range and flag, as far as given."""
        reference, flag = (*normal, "", "")[:2]
        claim = observed(name, value, unit, collected, (reference, flag), loinc=loinc, **more)
        self.result(
            f"{loinc}^{name}^LN",
            value,
            claim=replace(claim, certainty=tuple(certainty)),
            unit=unit,
            reference=reference,
            flag=flag,
            status=status,
        )

    def wire(self, ending: str = "\r") -> str:
        """The message's text."""
        return ending.join(self.segments) + ending
