"""Words that stand directly beside a known substance and may be a part of its name.

``lodinated contrast`` is no ``contrast``, and ``egg-free vaccine`` no ``vaccine``: where an unknown word touches a name
that a table knows, the name may be longer than the table, or misread, and a person has to look. Words that lists of
allergies use beside names (``severe penicillin allergy``, ``oral contrast``) are no part of them.

*Source* of these words: ``data/words_beside_allergens.tsv``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from arbiter_fhir.extraction.narrative.allergy_items import AllergyItem, severity_in
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.tables import read_table
from arbiter_fhir.extraction.terminology.allergens import allergens, reactions
from arbiter_fhir.extraction.terminology.vocabularies import relations

__all__ = ["edge_doubts"]

_BEFORE: Final = re.compile(r"(?<![\w\]])(?P<word>[^\W_][\w'\u2019]*)[\s-]+$")
#: A word behind the name belongs to it only where nothing else follows on: ``contrast rnedia (hives)``.
_AFTER: Final = re.compile(r"^[\s-]+(?P<word>[^\W_][\w'\u2019]*)\s*(?=$|[.(:;,=?*>]|[-\u2013\u2014])")
#: Shorter words are numbers of items, initials and what is left of bullets.
SHORTEST: Final = 3


def edge_doubts(text: str, item: AllergyItem) -> list[Reason]:
    """The doubt of an item of a list, or of a cell, whose known name may not be the whole name.

    Args:
        text: The text in which the item's places are.
        item: What was read; an unknown substance is named by all its words and has no doubt of this kind.
    """
    if item.allergen is None:
        return []
    reasons = []
    before = _BEFORE.search(text[item.start : item.name_start])
    after = _AFTER.match(text[item.name_end : item.end])
    if any(found is not None and _is_stranger(found["word"]) for found in (before, after)):
        reasons.append(Reason.NAME_INCOMPLETE)
    name = text[item.name_start : item.name_end]
    if name.startswith("l") and allergens().get(f"i{name[1:]}") not in {None, item.allergen}:
        # A small l at the start is a capital I as well: "lodine" names one medicine, "Iodine" another.
        reasons.append(Reason.NAME_MISREAD)
    return reasons


def _is_stranger(word: str) -> bool:
    folded = word.casefold()
    if len(word) < SHORTEST or word.isdigit() or not _ordinary().isdisjoint({folded, folded.removesuffix("s")}):
        return False
    known = (allergens(), reactions(), relations())
    return not severity_in(word) and all(table.get(word) is None for table in known)


@cache
def _ordinary() -> frozenset[str]:
    """Words that stand beside names of substances without being a part of them."""
    return frozenset(word for row in read_table("words_beside_allergens.tsv") for word in row["words"].split())
