"""What each component of a data type holds, as one letter.

*Source*: HL7 v2.5.1 chapter 2.A (data types). What a type does not settle counts as free text.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

__all__ = ["CODED", "Holding", "holdings_of", "is_composite"]


class Holding(StrEnum):
    """What a component holds."""

    CODE = "C"  # a code, number or flag of a closed vocabulary
    WORDING = "W"  # the text of the code that stands before it
    TEXT = "T"  # free text
    DATE = "D"
    NAME = "K"  # part of a person's name
    IDENTIFIER = "I"
    ORGANIZATION = "O"
    PLACE = "A"  # part of an address
    PHONE = "P"
    EMAIL = "E"
    DATA = "B"  # the content of an embedded document


#: Coded types: the code decides whether the text beside it is vocabulary.
CODED: Final = frozenset({"CE", "CWE", "CNE", "CF"})

_CODED_LETTERS: Final = "CWCCWCCCTCWC" + "C" * 10

#: Letters, or the name of the type that a component's sub-components make up.
_TYPES: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(sorted(CODED), tuple(_CODED_LETTERS)),
    **dict.fromkeys(
        [
            "SN",
            "NR",
            "MO",
            "CP",
            "RI",
            "RPT",
            "MSG",
            "PT",
            "VID",
            "NA",
            "SCV",
            "UVC",
            "VR",
            "SRT",
            "ERL",
            "TM",
            "PTA",
            "RMC",
            "MOP",
            "MOC",
            "DTN",
            "ICD",
            "PIP",
        ],
        ("C",) * 8,
    ),
    # A plain value has one part; what stands behind it against the standard may be anything.
    **dict.fromkeys(("ID", "IS", "SI", "NM"), ("C",)),
    **dict.fromkeys(("ST", "TX", "FT", "GTS"), ("T",) * 4),
    **dict.fromkeys(("TS", "DT", "DTM"), ("D", "C")),
    "CQ": ("C", "CE"),
    "XPN": tuple("KKKKTTCTCDCDDCK"),
    "PN": tuple("KKKKTT"),
    "XCN": tuple("IKKKKTTCOCICCOCTDCDDTOO"),
    "CN": tuple("IKKKKTTCO"),
    "PPN": tuple("IKKKKTTCOCICCOD"),
    "CNN": tuple("IKKKKTTCOOO"),
    "NDL": ("CNN", *"DDOOOOOOOO"),
    "CX": tuple("IICOCODDAO"),
    "CK": tuple("IICO"),
    "DLN": tuple("ICD"),
    "PLN": tuple("ICCD"),
    "XAD": tuple("AAAAAACAAACTDD"),
    "AD": tuple("AAAAAACA"),
    "XTN": tuple("PCCEPPPPTPPP"),
    "TN": tuple("P"),
    "XON": tuple("OCICCOCOCI"),
    "HD": tuple("OIC"),
    "EI": tuple("IOIC"),
    "EIP": ("EI", "EI"),
    "PL": ("O",) * 11,
    "LA1": (*"OOOOOOCC", "AD"),
    "LA2": tuple("OOOOOOCCAAAAAAAA"),
    "DR": tuple("DD"),
    "FC": tuple("CD"),
    "OCD": tuple("CD"),
    "OSP": tuple("CDD"),
    "DLD": tuple("CD"),
    "DIN": tuple("DC"),
    "AUI": tuple("IDO"),
    "JCC": tuple("CCT"),
    "PRL": ("CE", "C", "T"),
    "SPS": ("CE", "T", "T", "CE", "CE", "C", "CE"),
    "TQ": ("CQ", "RI", *"CDDCTTCTCT"),
    "ED": tuple("OCCCB"),
    "RP": tuple("IOCC"),
}

#: Types whose parts stand in components; a plain value of them is their first component.
_PLAIN: Final = frozenset({"ID", "IS", "SI", "NM", "ST", "TX", "FT", "GTS", "TS", "DT", "DTM", "TM", "TN", ""})


def holdings_of(data_type: str) -> tuple[str, ...]:
    """What each component holds: a `Holding` letter, or the name of the type of its sub-components.

    Empty for types that are not known here.
    """
    return _TYPES.get(data_type, ())


def is_composite(data_type: str) -> bool:
    """Whether values of the type are made of components."""
    return data_type not in _PLAIN
