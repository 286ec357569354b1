"""One identifier of every class, on one page: canaries whose song must not be heard outside."""

from __future__ import annotations

from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.evals.cases import KnownIdentifier
from devstack.golden.expectations import name_identifiers

__all__ = ["CANARY_CLOSING", "CANARY_HEADER", "CANARY_IDENTIFIERS"]

_K = IdentifierKind

CANARY_HEADER: tuple[tuple[str, str], ...] = (
    ("Patient Name:", "VANDERMOLEN, THADDEUS Q"),
    ("Date of Birth:", "02/17/1932"),
    ("Age:", "94 years"),
    ("MRN:", "7740-33918"),
    ("Account No:", "88-204417-3"),
    ("SSN:", "987-65-4321"),
    ("Address:", "5518 Marigold Bend Apt 12"),
    ("City:", "Kalkaska, MI 49646"),
    ("Phone:", "(231) 555-0186 ext. 44"),
    ("Accession:", "AC-99-0047213"),
    ("Member ID:", "XKJ904417736"),
    ("Ordering Provider:", "Ignatius Brzezinski, DO"),
    ("NPI:", "1902847563"),
    ("DEA:", "FB4417736"),
    ("Collected:", "04/22/2026 08:05"),
    ("Reported:", "04/22/2026 17:30"),
)

CANARY_CLOSING: tuple[str, ...] = (
    "Critical value read back by Fenella Okonkwo-Reyes, RN on 04/22/2026 at 17:42.",
    "Results released to daughter Ottoline Vandermolen, phone 231.555.0199, fax +1 231 555 0177.",
    "Send questions to thad.vandermolen@mail.example or see https://portal.example.org/r/7740-33918.",
    "Device address 203.0.113.47. Mr. Vandermolen lives near Kalkaska. Signed: Dr. I. Brzezinski",
)


def _one(kind: IdentifierKind, *texts: str) -> list[KnownIdentifier]:
    return [KnownIdentifier(kind=kind, text=text) for text in texts]


CANARY_IDENTIFIERS: tuple[KnownIdentifier, ...] = (
    *name_identifiers("VANDERMOLEN, THADDEUS Q"),
    *name_identifiers("Ignatius Brzezinski, DO"),
    *name_identifiers("Fenella Okonkwo-Reyes, RN"),
    *name_identifiers("Ottoline Vandermolen"),
    *_one(_K.DATE, "02/17/1932", "1932-02-17"),
    *_one(_K.AGE_OVER_89, "94"),
    *_one(_K.MRN, "7740-33918"),
    *_one(_K.ACCOUNT, "88-204417-3", "204417"),
    *_one(_K.SSN, "987-65-4321"),
    *_one(_K.ADDRESS, "5518 Marigold Bend", "Marigold", "49646"),
    *_one(_K.LOCATION, "Kalkaska"),
    *_one(_K.PHONE, "(231) 555-0186", "231.555.0199", "231 555 0177"),
    *_one(_K.ACCESSION, "AC-99-0047213", "0047213"),
    *_one(_K.ID, "XKJ904417736"),
    *_one(_K.LICENSE, "1902847563", "FB4417736"),
    *_one(_K.EMAIL, "thad.vandermolen@mail.example"),
    *_one(_K.URL, "portal.example.org/r/7740-33918"),
    *_one(_K.IP, "203.0.113.47"),
)
