"""Conditions and symptoms by name and abbreviation, with ICD-10-CM codes where the bare name leaves exactly one.

*Source*: ``data/conditions.tsv``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from arbiter_fhir.extraction.tables import read_table
from arbiter_fhir.extraction.terminology.lexicon import Lexicon, Match

__all__ = ["Condition", "conditions", "find_conditions", "is_code_of_another", "known_codes"]

#: Abbreviations that are words or other abbreviations as well: they count only in capitals.
_CAPITALS: Final = frozenset(
    [
        "dm",
        "mi",
        "hf",
        "af",
        "as",
        "mr",
        "pe",
        "pd",
        "ms",
        "ra",
        "oa",
        "ed",
        "uc",
        "tb",
        "ar",
        "cap",
        "add",
        "cp",
        "sob",
        "mono",
        "ich",
        "sah",
        "arf",
        "cri",
        "ida",
        "all",
        "ca",
        "pad",
        "pvd",
        "vt",
        "chd",
        "als",
        "osa",
        "rls",
        "gad",
        "mdd",
        "ocd",
        "mci",
        "gca",
        "pmr",
        "hcm",
        "pft",
        "ibs",
        "ibd",
        "sbo",
        "bph",
        "lbp",
        "ddd",
        "cts",
        "tia",
        "cva",
        "svt",
        "pvc",
        "pvcs",
        "aaa",
        "dvt",
        "vte",
        "poag",
        "scc",
        "bcc",
        "rcc",
        "hcc",
        "nhl",
        "cll",
        "sle",
        "asd",
        "pfo",
        "aki",
        "ckd",
        "cad",
        "chf",
        "htn",
        "hld",
        "gerd",
        "copd",
        "uri",
        "uti",
        "pna",
        "mvp",
    ]
)
#: Of these, the ones that even in capitals mean something else in a sentence.
_LISTS_ONLY: Final = frozenset(["ed", "as", "ms", "mr", "pd", "ar", "add", "ca", "all", "cap", "mono", "pe"])


_WEIGHED: Final = re.compile(
    r"\b(?:rule out|r/o|ruled out for|history of|h/o|with|for|of|no|acute|known|possible|probable|suspected|likely|"
    r"bilateral|rule-out|denies|had|has)\s+$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of the table.

    Attributes:
        name: Normalised.
        is_symptom: A complaint or finding rather than a disease.
        icd10: ICD-10-CM code of the bare name; ``None`` where none is right.
    """

    name: str
    is_symptom: bool
    icd10: str | None


@cache
def conditions() -> Lexicon[Condition]:
    """All names of conditions and symptoms."""
    names: list[tuple[str, Condition]] = []
    for row in read_table("conditions.tsv"):
        condition = Condition(row["condition"], row["kind"] == "symptom", row["icd10"] or None)
        names.append((row["condition"], condition))
        names.extend((name, condition) for name in row["names"].split("|") if name)
    return Lexicon(names)


@cache
def known_codes() -> frozenset[str]:
    """The ICD-10-CM codes that the table gives."""
    return frozenset(row["icd10"] for row in read_table("conditions.tsv") if row["icd10"])


#: The first characters of an ICD-10-CM code name its category (ICD-10-CM Official Guidelines, section I.A.2).
CATEGORY_CHARS: Final = 3


def is_code_of_another(printed: str | None, condition: Condition) -> bool:
    """Whether a printed code is the table's code of another condition, in another category than the name's own."""
    own = condition.icd10
    return bool(own and printed and own[:CATEGORY_CHARS] != printed[:CATEGORY_CHARS] and printed in known_codes())


def find_conditions(text: str, *, listed: bool) -> Iterator[Match[Condition]]:
    """Conditions that a text names; doubtful abbreviations only as they are meant.

    Args:
        text: Where to look.
        listed: The text is an item of a list of conditions.
    """
    for match in conditions().find(text):
        printed = text[match.start : match.end]
        folded = re.sub(r"[^a-z0-9]", "", printed.casefold())
        if folded in _CAPITALS and not printed.isupper() and not (listed and len(text.split()) <= 2):
            continue
        if folded in _LISTS_ONLY and not listed and not _after_doubt(text, match.start):
            continue
        yield match


def _after_doubt(text: str, start: int) -> bool:
    """Whether a text weighs what follows as a diagnosis: ``rule out PE``, ``history of MS``."""
    return _WEIGHED.search(text[:start]) is not None
