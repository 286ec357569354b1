"""Which laboratory test a printed name means: the one rule for promotion, retrieval and answers.

Two results speak of the same test when their known keys are equal; where a code is not in our vocabulary, when the
codes are equal; and where one side has neither key nor code, when their names have the same words. Only exact spellings
count here, because a wrong merge would hide a result: tolerance for typing errors belongs to questions, in
`analyte_mentions`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from arbiter_fhir.domain.analyte_table import analyte_groups, analyte_rows

__all__ = [
    "AnalyteIdentity",
    "KnownAnalyte",
    "display_name",
    "group_members",
    "group_spellings",
    "identify_analyte",
    "is_loinc",
    "is_spelling_of",
    "known_analytes",
    "name_words",
    "same_analyte",
]

#: Words in a test name that say nothing about which test it is.
_NOISE = frozenset(
    [
        "serum",
        "plasma",
        "ser",
        "plas",
        "level",
        "levels",
        "lvl",
        "quant",
        "quantitative",
        "qn",
        "test",
        "result",
        "results",
        "calc",
        "calculated",
        "computed",
        "random",
        "auto",
        "automated",
    ]
)
_WORD = re.compile(r"[a-z0-9%]+")
_LOINC = re.compile(r"(\d{1,7})-(\d)")
#: "Cholesterol/HDL" is a ratio, "Cholesterol, HDL" is not: here the stroke is a word.
_CHOLESTEROL_RATIO = re.compile(r"(chol\w*)\s*/\s*(hdl\w*)")
_URINE = re.compile(r"\burin|\bua\b", re.IGNORECASE)
_PERCENT_UNITS = frozenset({"%", "percent", "pct"})


@dataclass(frozen=True, slots=True)
class KnownAnalyte:
    """One test of the vocabulary.

    Attributes:
        key: Canonical key such as ``hba1c``.
        display: Our own wording of its name.
        loincs: LOINC codes that mean it.
        spellings: Names as word sets.
        unitless: Its results carry no unit.
        by_unit: ``percent`` or ``count`` where one name stands for two tests told apart by unit; else empty.
    """

    key: str
    display: str
    loincs: frozenset[str]
    spellings: tuple[tuple[str, ...], ...]
    unitless: bool
    by_unit: str


@dataclass(frozen=True, slots=True)
class AnalyteIdentity:
    """What is known about which test a result is of.

    Attributes:
        key: Canonical key, or ``None`` for a test that the vocabulary does not know.
        loinc: LOINC code, where it came with a valid one.
        name: The name's words in order of the alphabet, for tests without key and code.
        assured: False where the key comes from the name although the code is one that we do not know: then it is most
            likely the same name in another specimen.
    """

    key: str | None
    loinc: str | None
    name: str
    assured: bool = True

    @property
    def stable(self) -> str:
        """The best single name of the test, for fingerprints and grouping: key, LOINC code or words."""
        if self.key and self.assured:
            return self.key
        return f"loinc:{self.loinc}" if self.loinc else f"name:{self.name}"

    @property
    def unitless(self) -> bool:
        """Whether results of this test are complete without a unit: known so, or a ratio or index by name."""
        if self.key:
            return known_analytes()[self.key].unitless
        return bool({"ratio", "index", "inr", "ph", "gravity"} & set(self.name.split()))


def name_words(name: str) -> tuple[str, ...]:
    """The words that identify a test name: lower case, no accents or punctuation, noise words dropped, sorted.

    A name of noise words only keeps them, so that no name becomes empty by this rule alone.
    """
    folded = unicodedata.normalize("NFKD", name).casefold().replace("haem", "hem")
    plain = "".join(char for char in folded if not unicodedata.combining(char))
    words = _WORD.findall(_CHOLESTEROL_RATIO.sub(r"\1 \2 ratio", plain))
    kept = [word for word in words if word not in _NOISE] or words
    return tuple(sorted(set(kept)))


def is_loinc(code: str) -> bool:
    """Whether a code has the form and the check digit of a LOINC code.

    *Source*: LOINC Users' Guide, modulus 10 check digit.
    """
    match = _LOINC.fullmatch(code.strip())
    if match is None:
        return False
    digits = [int(digit) for digit in reversed(match.group(1))]
    total = sum(sum(divmod(digit * 2, 10)) if index % 2 == 0 else digit for index, digit in enumerate(digits))
    return (10 - total % 10) % 10 == int(match.group(2))


@cache
def known_analytes() -> Mapping[str, KnownAnalyte]:
    """The vocabulary by key."""
    known: dict[str, KnownAnalyte] = {}
    for row in analyte_rows():
        codes = frozenset(code.loinc for code in row.codes if code.loinc)
        if (before := known.get(row.test)) is not None:
            known[row.test] = replace(before, loincs=before.loincs | codes)
            continue
        known[row.test] = KnownAnalyte(
            key=row.test,
            display=row.display,
            loincs=codes,
            spellings=tuple(name_words(spelling) for spelling in row.spellings),
            unitless="unitless" in row.marks,
            by_unit=next((mark for mark in ("percent", "count") if mark in row.marks), ""),
        )
    return MappingProxyType(known)


@cache
def _by_loinc() -> Mapping[str, str]:
    return MappingProxyType({code: known.key for known in known_analytes().values() for code in known.loincs})


@cache
def _by_words() -> Mapping[tuple[str, ...], tuple[KnownAnalyte, ...]]:
    table: dict[tuple[str, ...], tuple[KnownAnalyte, ...]] = {}
    for known in known_analytes().values():
        for words in known.spellings:
            if known not in table.get(words, ()):
                table[words] = (*table.get(words, ()), known)
    return MappingProxyType(table)


def _key_by_name(words: tuple[str, ...], unit: str) -> str | None:
    choices = _by_words().get(words, ())
    if len(choices) == 1 and not choices[0].by_unit:
        return choices[0].key
    # A differential is printed as a share or as a count under one name; without a unit it stays unknown.
    if not unit.strip():
        return choices[0].key if len(choices) == 1 else None
    wanted = "percent" if unit.strip().casefold() in _PERCENT_UNITS else "count"
    fitting = [known.key for known in choices if known.by_unit == wanted]
    return fitting[0] if len(fitting) == 1 else None


def identify_analyte(name: str, *, loinc: str | None = None, unit: str = "", context: str = "") -> AnalyteIdentity:
    """Which test a result is of.

    Args:
        name: As printed or as the chart has it.
        loinc: A code that claims to be LOINC; ignored where it is not one.
        unit: As printed; tells shares from counts in a white-cell differential.
        context: Panel and specimen words; urine moves a test to its urine sibling.
    """
    code = loinc.strip() if loinc and is_loinc(loinc) else None
    words = name_words(name)
    if _URINE.search(context) and "urine" not in words:
        words = tuple(sorted({*words, "urine"}))
        if not _by_words().get(words):
            bare = _key_by_name(name_words(name), unit)
            # A test that exists in urine only (nitrite, urobilinogen) needs no word for it.
            words = name_words(name) if bare and bare.startswith("ur") and bare != "uric_acid" else words
    key = _by_loinc().get(code) if code else None
    assured = key is not None or code is None
    if key and key.startswith("urine_") and "urine" not in words:
        words = tuple(sorted({*words, "urine"}))
    return AnalyteIdentity(key=key or _key_by_name(words, unit), loinc=code, name=" ".join(words), assured=assured)


def same_analyte(one: AnalyteIdentity, other: AnalyteIdentity) -> bool:
    """Whether two results are of the same test."""
    if one.loinc and other.loinc:
        return one.key == other.key if one.assured and other.assured else one.loinc == other.loinc
    same_name = bool(one.name) and one.name == other.name
    if one.key is None or other.key is None:
        return same_name
    # One side is coded more finely than the other's name says ("eGFR" as CKD-EPI 2021): the name they share decides,
    # unless it is the name that a share and a count share.
    return one.key == other.key or (same_name and not known_analytes()[one.key].by_unit)


def is_spelling_of(name: str, key: str) -> bool:
    """Whether a printed name is wholly made of a known test's own words: then nobody's name stands in it."""
    known = known_analytes().get(key)
    words = name_words(name)
    if known is None or not name.isascii():
        return False
    return words in known.spellings or tuple(sorted({*words, "urine"})) in known.spellings


@cache
def _groups() -> Mapping[str, tuple[str, tuple[tuple[str, ...], ...], tuple[str, ...]]]:
    groups = {
        group.key: (group.display, tuple(name_words(part) for part in group.spellings), group.members)
        for group in analyte_groups()
    }
    return MappingProxyType(groups)


def group_spellings() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Group key such as ``group:lipids`` to the word sets that name it in a question."""
    return {key: spellings for key, (_, spellings, _) in _groups().items()}


def group_members(key: str) -> tuple[str, ...]:
    """The analyte keys that a group key stands for; any other key stands for itself."""
    group = _groups().get(key)
    return group[2] if group else (key,)


def display_name(key: str) -> str:
    """Our own wording for an analyte or group key; the words themselves for a ``name:`` key."""
    if key in _groups():
        return _groups()[key][0]
    known = known_analytes().get(key)
    return known.display if known else key.partition(":")[2] or key
