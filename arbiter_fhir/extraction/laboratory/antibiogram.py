"""The cells of one drug in a susceptibility table: category, concentration, and what else stands beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.statement import SusceptibilityInterpretation
from arbiter_fhir.extraction.laboratory.geometry import Fragment, text_of
from arbiter_fhir.extraction.laboratory.growth import formerly_at
from arbiter_fhir.extraction.laboratory.microbiology import category_of, concentration_of, longest_drug
from arbiter_fhir.extraction.laboratory.ranges import parse_range
from arbiter_fhir.extraction.reasons import Reason

__all__ = [
    "Answer",
    "Tick",
    "answer_of",
    "drug_name",
    "drugs_apart",
    "ends_in_answer",
    "is_level",
    "listed_drugs",
    "tick_titles",
    "unit_of_concentrations",
]

#: Words of a level of the drug in the blood, which is a measurement and no susceptibility.
_LEVEL: Final = re.compile(r"\b(?:peak|trough|level|levels|random|serum|dose|predose)\b", re.IGNORECASE)
#: What may stand beside a category without changing what it says: methods, units, marks of footnotes.
_BESIDE: Final = re.compile(
    r"^(?:mic|kb|etest|e-test|disk|disc|mm|[u\u00b5\u03bc]g/ml|mcg/ml|mg/l|mg|urine|systemic|oral|iv|po|"
    r"[(\[]?[a-z0-9*\u2020#][)\]]?|\*+|[-\u2013:|=])$",
    re.IGNORECASE,
)
_MIC: Final = re.compile(r"^\(?m\.?i\.?c\.?s?\b", re.IGNORECASE)
_UNIT: Final = re.compile(r"^(?:[u\u00b5\u03bc]g/ml|mcg/ml|mg/l)$", re.IGNORECASE)
_COMPARATOR: Final = re.compile(r"^(?:[<>]=?|[\u2264\u2265]|=[<>])$")
_TICK: Final = re.compile(r"^(?:[xX]|[\u2713\u2714\u2715\u2717\u2611\u2612\u25cf\u2022*+])$")
_GLUED_ANSWER: Final = re.compile(r"\w{3}[=:-](?:SDD|NS|[SIR])$")
#: A line without columns that names a drug and its category has at most this many words.
SHORT_LINE_WORDS: Final = 3
#: Words that begin a list of drugs, and how a list goes on.
_TO: Final = re.compile(r"^(?:to:?|:)$", re.IGNORECASE)
_AND: Final = frozenset({"and", "&"})


@dataclass(frozen=True, slots=True)
class Answer:
    """What the cells of one organism say about a drug.

    Attributes:
        category: The category.
        printed: The concentration's fragments; empty where none is printed.
        said: Every fragment that the answer rests on, left to right.
        doubts: What is unclear.
        unit: Of the concentration, where it is printed in the row.
    """

    category: SusceptibilityInterpretation
    printed: tuple[Fragment, ...]
    said: tuple[Fragment, ...]
    doubts: tuple[Reason, ...]
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Tick:
    """A column in which a mark stands for a category; `x` is the middle of its title in points."""

    category: SusceptibilityInterpretation
    x: float


def drug_name(fragments: Sequence[Fragment]) -> int:
    """How many leading fragments name a drug, with what is said of it in brackets; 0 where none do."""
    count = longest_drug([fragment.text for fragment in fragments])
    if not count or count >= len(fragments) or not fragments[count].text.startswith("("):
        return count
    for index in range(count, min(count + 3, len(fragments))):
        inner = fragments[index].text
        if category_of(inner) or concentration_of(inner.strip("()")):
            return count
        if inner.endswith(")"):
            return index + 1 if len(inner) > 3 else count
    return count


def is_level(fragments: Sequence[Fragment]) -> bool:
    """Whether a line that begins with a drug measures it in the blood: such words, or a reference range."""
    ranged = any("-" in each.text and parse_range(each.text) is not None for each in fragments)
    return ranged or _LEVEL.search(text_of(fragments)) is not None


def answer_of(cells: Sequence[Fragment], ticks: Sequence[Tick]) -> Answer | None:
    """What the fragments right of a drug's name say; ``None`` where they say no category.

    Args:
        cells: The fragments of one organism, left to right.
        ticks: Columns whose title is the category.
    """
    now = cells[: formerly_at(cells)]
    said = [each for each in now if category_of(each.text)]
    if not said:
        return _ticked(cells, ticks)
    category = category_of(said[0].text)
    if category is None:
        return None
    amounts = list(_concentrations(now))
    printed = amounts[0] if amounts else ()
    known = {id(each) for amount in amounts for each in amount} | {id(each) for each in said}
    beside = [each for each in cells if id(each) not in known and not _BESIDE.match(each.text)]
    doubts: list[Reason] = []
    if len({category_of(each.text) for each in said}) > 1 or len(now) < len(cells):
        doubts.append(Reason.TWO_VALUES)
    elif len(amounts) > 1 or beside or (printed and _is_mark(printed, said[0])):
        doubts.append(Reason.VALUE_CELL_UNCLEAR)
    both = sorted((*printed, said[0]), key=lambda each: each.x0)
    return Answer(category, printed, tuple(both), tuple(doubts), _unit(now))


def _is_mark(printed: Sequence[Fragment], category: Fragment) -> bool:
    """Whether what looks like a concentration may be the mark of a footnote: a bare digit behind the category."""
    return len(printed) == 1 and printed[0].x0 > category.x0 and printed[0].text.isdigit()


def drugs_apart(fragments: Sequence[Fragment]) -> list[Sequence[Fragment]]:
    """A line cut before each drug, where every piece says a category; the whole line in one piece elsewhere."""
    starts = [
        0,
        *(at for at in range(1, len(fragments)) if drug_name(fragments[at:]) and not drug_name(fragments[at - 1 :])),
    ]
    pieces = [fragments[low:high] for low, high in zip(starts, [*starts[1:], len(fragments)], strict=True)]
    each_answers = drug_name(fragments) > 0 and all(any(category_of(each.text) for each in piece) for piece in pieces)
    return pieces if each_answers else [fragments]


def ends_in_answer(cells: Sequence[Sequence[Fragment]]) -> bool:
    """Whether a line of cells ends in a category beside a name that is no drug of the table."""
    if len(cells) == 1:
        # "Xyzmycin R", "Xyzmycin=S": a word or two before a capital letter.
        words = [each.text for each in cells[0]]
        glued = _GLUED_ANSWER.search(words[-1]) is not None
        return len(words) <= SHORT_LINE_WORDS and (glued or (len(words) > 1 and words[-1] in {"S", "I", "R"}))
    behind = [each.text for cell in cells[1:] for each in cell]
    said = [category for text in behind if (category := category_of(text))]
    numbers = [text for text in behind if concentration_of(text)]
    return bool(said) and len(said) + len(numbers) == len(behind)


def _ticked(cells: Sequence[Fragment], ticks: Sequence[Tick]) -> Answer | None:
    amounts = list(_concentrations(cells))
    marks = [(each,) for each in cells if _TICK.match(each.text)] or amounts
    if not ticks or len(marks) != 1 or len(marks[0]) != len(cells):
        return None
    mark = marks[0]
    middle = (mark[0].x0 + mark[-1].x1) / 2
    nearest = min(ticks, key=lambda tick: abs(tick.x - middle))
    return Answer(nearest.category, mark if mark in amounts else (), mark, (Reason.CHECKBOX_UNCLEAR,))


def _concentrations(cells: Sequence[Fragment]) -> Iterator[tuple[Fragment, ...]]:
    """Concentrations with their comparators, which may stand apart (``<= 4``)."""
    for index, each in enumerate(cells):
        if concentration_of(each.text):
            before = cells[index - 1 : index] if index else ()
            apart = bool(before) and _COMPARATOR.match(before[0].text) is not None and each.text[:1].isdigit()
            yield (before[0], each) if apart else (each,)


def unit_of_concentrations(fragments: Sequence[Fragment]) -> str:
    """The unit that a line of titles gives to minimal inhibitory concentrations; empty where it gives none."""
    at = next((index for index, each in enumerate(fragments) if _MIC.match(each.text)), len(fragments))
    return _unit(fragments[at : at + 3])


def _unit(fragments: Sequence[Fragment]) -> str:
    bare = [each.text.strip("()[],") for each in fragments]
    return next((text for text in bare if _UNIT.match(text)), "")


def tick_titles(fragments: Sequence[Fragment]) -> tuple[Tick, ...]:
    """Categories that head columns side by side (``S  I  R``); empty where a line has no two of them."""
    found = [(category, each) for each in fragments if (category := category_of(each.text))]
    if len(found) < 2 or len({category for category, _ in found}) < len(found) or len(fragments) > len(found) + 2:
        return ()
    return tuple(Tick(category, (each.x0 + each.x1) / 2) for category, each in found)


def listed_drugs(
    fragments: Sequence[Fragment],
) -> tuple[Fragment, SusceptibilityInterpretation, list[tuple[Fragment, ...]], bool] | None:
    """Drugs that a line lists behind their category (``Sensitive to: ceftriaxone, gentamicin``).

    Returns:
        The category's fragment, the category, the drugs, and whether every word behind it was a drug; ``None`` where
        the line is no such list.
    """
    category = category_of(fragments[0].text.rstrip(":")) if len(fragments) > 1 else None
    if category is None:
        return None
    letter = len(fragments[0].text.rstrip(":")) < 4
    at = 2 if _TO.match(fragments[1].text) else 1
    drugs: list[tuple[Fragment, ...]] = []
    whole = True
    while at < len(fragments):
        count = longest_drug([each.text.rstrip(",;.") for each in fragments[at:]])
        if count:
            drugs.append(tuple(fragments[at : at + count]))
        elif fragments[at].text.casefold() not in _AND:
            whole = False
        at += max(count, 1)
    return (fragments[0], category, drugs, whole) if drugs and (whole or not letter) else None
