"""What an observation measures: its names and codes, the analyte they stand for, and what both leave open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.analyte import is_loinc
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.statement import Coding
from arbiter_fhir.extraction.hl7v2.codes import LOINC, analytes_of_loinc, codings_of, loinc_given, wording_of
from arbiter_fhir.extraction.hl7v2.tree import SegmentView, holds_placeholder
from arbiter_fhir.extraction.laboratory.analytes import (
    Analyte,
    SpecimenClass,
    find_analyte,
    fold_name,
    loinc_of,
    takes_no_unit,
    units_of,
)
from arbiter_fhir.extraction.laboratory.qualifiers import is_qualified, leaves_unread_words
from arbiter_fhir.extraction.laboratory.ranges import parse_range
from arbiter_fhir.extraction.laboratory.units import is_unit_like, ucum_of
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["Measured", "Unit", "measured_of", "unit_of"]

#: Components of OBX-3 that hold words: text, alternate text, the original text.
_NAMES: Final = (2, 5, 9)

_UCUM: Final = frozenset({"UCUM"})

#: LOINC codes of vital signs (LOINC panel 85353-1) and measures that go with them.
_VITAL_SIGNS: Final = frozenset(
    {
        "8867-4",  # heart rate
        "9279-1",  # respiratory rate
        "2708-6",  # oxygen saturation in arterial blood
        "59408-5",  # oxygen saturation by pulse oximetry
        "8310-5",  # body temperature
        "8302-2",  # body height
        "3137-7",  # body height, measured
        "9843-4",  # head circumference
        "29463-7",  # body weight
        "3141-9",  # body weight, measured
        "39156-5",  # body mass index
        "8480-6",  # systolic blood pressure
        "8462-4",  # diastolic blood pressure
        "85354-9",  # blood pressure panel
    }
)  # fmt: skip
#: ISO/IEEE 11073 names of bedside measures.
_BEDSIDE: Final = "MDC_"

#: Units of bedside measures as printed and as ISO/IEEE 11073 names them (without ``MDC_DIM_``), in capitals.
_BEDSIDE_UNITS: Final[Mapping[str, str]] = {
    "MMHG": "mm[Hg]",
    "MM[HG]": "mm[Hg]",
    "BPM": "/min",
    "/MIN": "/min",
    "BEATS/MIN": "/min",
    "BREATHS/MIN": "/min",
    "BEAT_PER_MIN": "/min",
    "RESP_PER_MIN": "/min",
    "PERCENT": "%",
    "DEGC": "Cel",
    "CEL": "Cel",
    "FAHR": "[degF]",
    "DEGF": "[degF]",
    "[DEGF]": "[degF]",
    "KG": "kg",
    "KILO_G": "kg",
    "G": "g",
    "LB": "[lb_av]",
    "LBS": "[lb_av]",
    "[LB_AV]": "[lb_av]",
    "CM": "cm",
    "CENTI_M": "cm",
    "M": "m",
    "IN": "[in_i]",
    "INCH": "[in_i]",
    "[IN_I]": "[in_i]",
    "KG/M2": "kg/m2",
    "KG/M^2": "kg/m2",
    "L/MIN": "L/min",
    "X_L_PER_MIN": "L/min",
}


@dataclass(frozen=True, slots=True)
class Measured:
    """What an observation is about.

    Attributes:
        name: As printed, clean text.
        codes: As sent.
        loinc: The code sent, or the only one that the curated table has for name, unit and specimen.
        analyte: Of the curated table, where name or code is in it.
        is_vital_sign: Whether it is a bedside measure.
        reasons: Doubts.
    """

    name: DeidentifiedText
    codes: tuple[Coding, ...]
    loinc: str | None
    analyte: Analyte | None
    is_vital_sign: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as sent, and the UCUM code it stands for."""

    clean: DeidentifiedText | None
    ucum: str | None

    @property
    def text(self) -> str:
        """As printed; empty where none was sent."""
        return self.clean.value if self.clean else ""


def unit_of(observation: SegmentView) -> Unit:
    """The unit (OBX-6) as sent; its UCUM code is the one declared as such, or the one that the table has for it."""
    leaf = observation.leaf(6, 1) or observation.leaf(6, 2)
    if leaf is None or observation.is_null(6):
        return Unit(None, None)
    parted = _parted_unit(observation)
    if parted is not None:
        return parted
    for first in (1, 4):
        code = observation.text(6, first)
        if code and observation.text(6, first + 2).upper() in _UCUM:
            return Unit(leaf.clean, ucum_of(code) or code)
    wordings = (leaf.text, observation.text(6, 2))
    return Unit(leaf.clean, next((ucum for text in wordings if text and (ucum := _ucum(text))), None))


def _parted_unit(observation: SegmentView) -> Unit | None:
    """A unit whose power was sent without escaping and so falls into two components: ``10^3/uL``, ``mL/min/1.73m^2``.

    ``None`` where the first component is a unit, or both together are none that is known.
    """
    first, second = observation.leaf(6, 1), observation.leaf(6, 2)
    if first is None or second is None or _ucum(first.text) is not None:
        return None
    ucum = ucum_of(f"{first.text}^{second.text}")
    return Unit(DeidentifiedText.join("^", [first.clean, second.clean]), ucum) if ucum is not None else None


def _ucum(printed: str) -> str | None:
    return ucum_of(printed) or _BEDSIDE_UNITS.get(printed.upper().replace(" ", "").removeprefix("MDC_DIM_"))


def measured_of(
    observation: SegmentView, *, unit: Unit, specimen: SpecimenClass | None, is_number: bool
) -> Measured | None:
    """What an observation measures; ``None`` where OBX-3 is empty.

    Args:
        observation: OBX.
        unit: Of its value.
        specimen: Where known.
        is_number: Whether its value is a number.
    """
    leaf = wording_of(observation, 3)
    if leaf is None:
        return None
    codes = codings_of(observation, 3)
    named = find_analyte(leaf.text) or find_analyte(observation.text(3, 5))
    given = loinc_given(codes)
    coded = analytes_of_loinc(given) if given else ()
    by_code = coded[0] if len(coded) == 1 else None
    doubts: list[Reason] = []
    if any(coding.system == LOINC and not is_loinc(coding.code) for coding in codes):
        doubts.append(Reason.CODE_INVALID)
    if named is not None and coded and not any(_are_kin(named, analyte) for analyte in coded):
        doubts.append(Reason.CODE_CONTRADICTS_NAME)
    called = [observation.text(3, component) for component in _NAMES]
    if is_qualified(called, coded or ((named,) if named else ())):
        doubts.append(Reason.NAME_QUALIFIED)
    elif leaves_unread_words(leaf.text, coded):
        doubts.append(Reason.NAME_UNCLEAR)
    analyte = by_code or named
    vital = given in _VITAL_SIGNS or any(_BEDSIDE in (coding.code + coding.display) for coding in codes)
    # A code that the table does not hold may measure anything, an age as well; a range is a laboratory's mark.
    ranged = bool(given and is_number and unit.ucum) and parse_range(observation.text(7)) is not None
    if analyte is None and not vital and not ranged:
        doubts.append(Reason.NAME_UNKNOWN)
    if not any(char.isalpha() for char in leaf.text):
        doubts.append(Reason.NAME_UNCLEAR)
    if holds_placeholder(leaf.text):
        doubts.append(Reason.NAME_DEIDENTIFIED)
    safe = unit.ucum is not None or not unit.text
    mapped = loinc_of(analyte, unit=unit.ucum or "", specimen=specimen) if analyte and safe and not given else None
    doubts += _unit_doubts(unit, analyte, is_number=is_number)
    return Measured(leaf.clean, codes, given or mapped, analyte, vital, tuple(doubts))


def _are_kin(named: Analyte, coded: Analyte) -> bool:
    """Whether one of two is the other, more exactly named: ``LDL cholesterol``, ``LDL cholesterol, direct``."""
    if named.key == coded.key:
        return True
    one, other = set(fold_name(named.display).split()), set(fold_name(coded.display).split())
    return one <= other or other <= one


def _unit_doubts(unit: Unit, analyte: Analyte | None, *, is_number: bool) -> list[Reason]:
    known = units_of(analyte) if analyte else frozenset[str]()
    if not unit.text:
        bare = analyte is not None and takes_no_unit(analyte)
        return [] if bare or not is_number else [Reason.UNIT_MISSING]
    if unit.ucum is None:
        return [] if is_unit_like(unit.text) else [Reason.UNIT_UNCLEAR]
    return [Reason.UNIT_UNEXPECTED] if is_number and known and unit.ucum not in known else []
