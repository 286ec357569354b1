"""Words before a medicine in a list that may say it is not simply taken: ``weaned Paxil``, ``only when flying Xanax``.

What people write before a name to say that it is over has no end; what they write before one that they take is short.
So a word before a name that is not among these leaves it open, and a person looks.

*Source*: curated by hand, 2026-11-30, from the usual ways lists of medications begin an entry.
"""

from __future__ import annotations

import re
from typing import Final

from arbiter_fhir.extraction.terminology.medicines import medicines

__all__ = ["leads_away"]

#: Shorter ones are numbers of entries, initials, and what is left of bullets.
SHORTEST: Final = 3
_WORD: Final = re.compile(r"(?<![\w\[])[A-Za-z][A-Za-z'\u2019]*(?![\w\]])")
_ORDINARY: Final = frozenset(
    {
        "take", "takes", "taking", "took", "continue", "continues", "continued", "currently", "current", "still",
        "also", "and", "plus", "with", "the", "for", "her", "his", "has", "had", "she", "patient", "each",
        "med", "meds", "medication", "medications", "medicine", "medicines", "drug", "drugs", "name", "list", "home",
        "prescription", "prescriptions", "prescribed", "generic", "brand", "regular", "regularly", "active", "daily",
        "once", "twice", "every", "day", "morning", "noon", "evening", "night", "bedtime", "weekly", "monthly",
        "scheduled", "needed", "prn", "uses", "using", "use", "started", "given", "receives", "receiving", "refill",
        "refilled", "increase", "increased", "decrease", "decreased", "reduce", "reduced", "managed", "controlled",
        "treated", "otc", "over", "counter", "vitamin", "vitamins", "supplement", "supplements", "herbal", "low",
        "high", "dose", "baby", "adult", "child", "children", "children's", "childrens", "infant", "infants",
        "strength", "extra", "maximum", "extended", "sustained", "delayed", "immediate", "release",
        "long", "short", "rapid", "fast", "slow", "acting", "enteric", "coated", "chewable", "buffered", "micronized",
        "oral", "tablet", "tablets", "tab", "tabs", "capsule", "capsules", "cap", "caps", "pill", "pills", "inhaled",
        "inhaler", "nebulized", "nebulizer", "topical", "nasal", "spray", "eye", "ear", "ophthalmic", "otic", "drops",
        "ointment", "cream", "gel", "lotion", "patch", "transdermal", "injection", "injectable", "shot", "syrup",
        "suspension", "solution", "liquid", "powder", "sublingual", "subcutaneous", "intramuscular", "rectal",
        "vaginal", "human", "recombinant", "blood", "pressure", "thinner", "water", "sleep", "pain", "allergy",
        "heart", "thyroid", "cholesterol", "diabetes", "stomach", "asthma", "rescue", "maintenance", "basal", "bolus",
        "mealtime", "non", "aspirin", "mcg", "units", "unit", "mls", "meq", "number", "item", "type",
    }
)  # fmt: skip


def leads_away(before: str) -> bool:
    """Whether words before a name leave open that the medicine is taken.

    Args:
        before: What an entry says before the name; a label up to its last colon is read elsewhere.
    """
    own = before.rpartition(":")[2]
    words = [found[0].casefold().replace("\u2019", "'") for found in _WORD.finditer(own)]
    return any(len(word) >= SHORTEST and word not in _ORDINARY and medicines().get(word) is None for word in words)
