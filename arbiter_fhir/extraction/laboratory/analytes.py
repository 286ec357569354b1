"""Analytes by printed name, LOINC codes by analyte, specimen and unit, and limits beyond which a value was misread.

*Source*: LOINC (loinc.org), curated in the domain's table of tests; a code is given only where name, specimen and unit
leave exactly one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cache

from rapidfuzz.distance import Levenshtein

from arbiter_fhir.domain.analyte_table import analyte_rows

__all__ = [
    "Analyte",
    "Limits",
    "SpecimenClass",
    "analytes_of_loinc",
    "find_analyte",
    "fold_name",
    "limits_of",
    "loinc_of",
    "nearest_name",
    "only_specimen",
    "respell_name",
    "specimen_class",
    "takes_no_unit",
    "units_of",
]

#: How UCUM codes begin that stand for no dimension.
_DIMENSIONLESS = ("{", "[pH]")


class SpecimenClass(StrEnum):
    """As far as specimens matter for choosing a code."""

    BLOOD = "blood"
    URINE = "urine"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Analyte:
    """What is measured.

    Attributes:
        key: Canonical, stable.
        kind: ``numeric``, ``qualitative``, ``titer`` or ``either``.
    """

    key: str
    display: str
    kind: str


@dataclass(frozen=True, slots=True)
class Limits:
    """Hard physiological limits of a value in its unit, both included."""

    low: Decimal
    high: Decimal


@dataclass(frozen=True, slots=True)
class _Code:
    specimen: SpecimenClass
    units: frozenset[str]
    loinc: str
    limits: Limits | None


_SPECIMEN_WORDS: tuple[tuple[re.Pattern[str], SpecimenClass], ...] = (
    (re.compile(r"\b(?:urine|urinalysis|ua|random urine|24 ?h(?:ou)?r urine)\b", re.IGNORECASE), SpecimenClass.URINE),
    (
        re.compile(
            r"\b(?:csf|cerebrospinal|stool|feces|faeces|sputum|swab|pleural|ascit\w+|synovial|semen|saliva)\b",
            re.IGNORECASE,
        ),
        SpecimenClass.OTHER,
    ),
    (
        re.compile(
            r"\b(?:serum|plasma|whole blood|blood|edta|metabolic|lipids?|cbc|hemogram|hematology|haematology|"
            r"differential|thyroid|liver|hepatic|renal|electrolytes|chemistry|coagulation|serology|diabetes|iron)\b",
            re.IGNORECASE,
        ),
        SpecimenClass.BLOOD,
    ),
)
_QUALIFIERS = re.compile(r"\b(?:serum|plasma|blood|s|p)$")
#: Shorter names are one letter away from too many others.
_SHORTEST_MISREAD = 3
_LONG_NAME = 10
# Optical reading: letter or digit in the names that hold both. The printed name stays as it was read.
_CONFUSED = (
    (re.compile(r"\b(h?b?)a[li|]c\b"), r"\1a1c"),
    (re.compile(r"\bvitamin b[lI|]2\b"), "vitamin b12"),
    (re.compile(r"\bt([34]),? ?[il|]ree\b"), r"t\1 free"),
)


def respell_name(printed: str) -> str | None:
    """A known name in which a letter was read for the digit that prints alike (``Hemoglobin Alc``), with the digit.

    Returns:
        The respelled name; ``None`` where nothing was confused or the name is not known.
    """
    respelled = re.sub(r"\b([Hh]?[Bb]?A)[lIi|](c|C)\b", r"\g<1>1\2", printed)
    if find_analyte(respelled) is None:
        # A capital I and a small L print alike: "lron", "lgA".
        respelled = re.sub(r"\bl(?=[A-Za-z])", "I", respelled)
    return respelled if respelled != printed and find_analyte(respelled) is not None else None


@cache
def nearest_name(printed: str) -> str | None:
    """A known name that differs from an unknown one by one letter, or by two in a long name; ``None`` for none.

    Used only to say that a name was probably misread, never to correct it.
    """
    folded = fold_name(printed)
    if len(folded) < _SHORTEST_MISREAD:
        return None
    reach = 2 if len(folded) >= _LONG_NAME else 1
    for name in _by_name():
        if abs(len(name) - len(folded)) <= reach and Levenshtein.distance(folded, name, score_cutoff=reach) <= reach:
            return name
    return None


def specimen_class(*texts: str) -> SpecimenClass | None:
    """The specimen that the first telling text names; ``None`` where none does.

    Args:
        texts: In order of trust: printed specimen, test name, panel heading.
    """
    for text in texts:
        for words, specimen in _SPECIMEN_WORDS:
            if words.search(text):
                return specimen
    return None


def fold_name(printed: str) -> str:
    """The comparison form of a test name: lower case, punctuation as blanks, known optical confusions undone."""
    folded = printed.casefold()
    folded = folded.replace("%", " percent ")
    folded = re.sub(r"[^a-z0-9|]+", " ", folded)
    folded = re.sub(r"\s+", " ", folded).strip()
    for pattern, repl in _CONFUSED:
        folded = pattern.sub(repl, folded)
    return folded.replace("|", "l")


@cache
def _by_name() -> dict[str, Analyte]:
    names: dict[str, Analyte] = {}
    shown = {row.test: row.display for row in analyte_rows() if row.display}
    for row in analyte_rows():
        for name in row.names:
            names[name] = Analyte(row.analyte, shown[row.test], row.kind)
    return names


@cache
def _codes() -> dict[str, tuple[_Code, ...]]:
    codes: dict[str, list[_Code]] = {}
    for row in analyte_rows():
        for code in row.codes:
            if not row.analyte or not code.units:
                continue
            limits = Limits(code.low, code.high) if code.low is not None and code.high is not None else None
            given = _Code(SpecimenClass(code.specimen), code.units, code.loinc, limits)
            codes.setdefault(row.analyte, []).append(given)
    return {key: tuple(rows) for key, rows in codes.items()}


@cache
def find_analyte(printed: str) -> Analyte | None:
    """The analyte of a printed name, or ``None`` where the table does not hold it."""
    folded = fold_name(printed)
    names = _by_name()
    if folded in names:
        return names[folded]
    without = re.sub(r"\s+", " ", re.sub(r"^(?:x|z) |\b(?:percent)$", "", folded)).strip()
    if without in names:
        return names[without]
    qualified = _QUALIFIERS.sub("", folded).strip()
    if qualified in names:
        return names[qualified]
    # An abbreviation in brackets repeats the name: "Carcinoembryonic Antigen (CEA)".
    outside = _QUALIFIERS.sub("", fold_name(re.sub(r"\([A-Za-z0-9 /-]{2,8}\)", " ", printed))).strip()
    return names.get(outside)


def _candidates(analyte: Analyte, unit: str, specimen: SpecimenClass | None) -> list[_Code]:
    every = _codes().get(analyte.key, ())
    if specimen is not None:
        every = tuple(code for code in every if code.specimen is specimen)
    fitting = [code for code in every if unit in code.units]
    # Without a specimen the unit must leave one kind of specimen, or no code is safe.
    return fitting if len({code.specimen for code in fitting}) == 1 else []


def loinc_of(analyte: Analyte, *, unit: str, specimen: SpecimenClass | None) -> str | None:
    """The LOINC code where name, unit and specimen leave exactly one.

    Args:
        analyte: From `find_analyte`.
        unit: UCUM code, or empty where the result has no unit.
        specimen: From `specimen_class`.
    """
    codes = {code.loinc for code in _candidates(analyte, unit, specimen)}
    return codes.pop() or None if len(codes) == 1 else None


def limits_of(analyte: Analyte, *, unit: str, specimen: SpecimenClass | None) -> Limits | None:
    """Hard limits of a value; with an unknown specimen, the widest of all specimens in that unit."""
    every = [
        code
        for code in _codes().get(analyte.key, ())
        if unit in code.units and code.limits and (specimen is None or code.specimen is specimen)
    ]
    limits = [code.limits for code in every if code.limits]
    if not limits:
        return None
    return Limits(min(limit.low for limit in limits), max(limit.high for limit in limits))


def only_specimen(analyte: Analyte) -> SpecimenClass | None:
    """The specimen of an analyte that is measured in one kind only; ``None`` for others."""
    specimens = {code.specimen for code in _codes().get(analyte.key, ())}
    return specimens.pop() if len(specimens) == 1 else None


def units_of(analyte: Analyte) -> frozenset[str]:
    """All UCUM units in which the table knows the analyte; empty string for none."""
    return frozenset(unit for code in _codes().get(analyte.key, ()) for unit in code.units)


def takes_no_unit(analyte: Analyte) -> bool:
    """Whether numbers of a test have no unit: ratios, titres, pH. A strip's glucose has none: its result is a word."""
    known = units_of(analyte)
    return "" in known and all(ucum.startswith(_DIMENSIONLESS) for ucum in known if ucum)


@cache
def analytes_of_loinc(loinc: str) -> tuple[Analyte, ...]:
    """The analytes for which the table gives a LOINC code out; none where it does not know the code."""
    keys = {key for key, codes in _codes().items() for code in codes if code.loinc == loinc}
    every = {analyte.key: analyte for analyte in _by_name().values()}
    return tuple(every[key] for key in sorted(keys))
