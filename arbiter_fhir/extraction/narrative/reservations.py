"""Words beside an entry of a list that leave open whether it holds for the patient now: such an entry goes to a person.

What lists say plainly (stopped, denied, resolved) the finders read themselves. This is the rest: entries that are
somebody else's, wrong, doubted, over or not begun. Nothing is decided from such words; they are a doubt.

*Source*: curated by hand, 2026-11-30, from the status words of FHIR R4 (allergyintolerance-verification,
condition-ver-status, medication-statement-status) and ordinary clinical usage.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from arbiter_fhir.extraction.terminology.vocabularies import relations

__all__ = ["EntryKind", "has_reservation", "is_of_another", "label_reserves"]


class EntryKind(StrEnum):
    """What an entry is of: some words say more in one list than in another."""

    ALLERGY = "allergy"
    MEDICATION = "medication"
    PROBLEM = "problem"


_ANY: Final = re.compile(
    r"\b(?:in error|erroneous\w*|mistaken\w*|wrong (?:chart|patient|person|name)|duplicate entry|refuted|disproven|"
    r"disputed|retracted|voided?|cancell?ed|deleted|removed|rejected|invalid|"
    r"not (?:the |this |our |my )?(?:patient|pt|patient's|mine|his|hers|theirs)|someone else(?:'s)?|"
    r"unconfirmed|unverified|not (?:been )?(?:confirmed|verified|sure|certain)|to be (?:confirmed|verified|clarified)|"
    r"see (?:attach\w*|above|below|(?:the |my )?(?:list|chart|notes?|comments?))|"
    r"doubt\w*|unsure|uncertain|unclear|dubious|questionable|questioned|unlikely|maybe|perhaps|tentative|provisional|"
    r"differential|thinks|believes|guess\w*|can(?:not|'t) (?:recall|remember)|does ?n(?:o|')t (?:recall|remember))\b"
    r"|\?|~~|\(?\by(?:es)?\)?\s*[/|]?\s*(?:or\s+)?\(?n(?:o)?\b|_{3,}|\.{5,}"
    # A name before a colon behind which nothing stands is a question that nobody has answered.
    # A mark that sends to a note elsewhere, which may take it back.
    r"|(?<=\w)\)?\s?\*+(?=\s|$|[,;.])|[\u2020\u2021\u00a7\u00b9\u00b2\u00b3]"
    r"|:\s*$|[\u2715-\u2718\u274c\u00d7]",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    r"\b(?:husband|wife|spouse|partner|roommate|neighbou?r|friend|boyfriend|girlfriend|fianc[e\u00e9]e?|family)(?:'s)?\b",
    re.IGNORECASE,
)
#: A person who only manages a medicine.
_HELPS: Final = re.compile(
    r"\b(?:given by|filled by|managed by|administered by|with help (?:of|from))\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
_STOP: Final = re.compile(r"[.;!?]\s+|\n")
_OF_KIND: Final = {
    EntryKind.MEDICATION: re.compile(
        r"^\W*(?:no|not|avoid|never)\b|\b(?:avoid\w*|contraindicated|"
        r"(?:was|were|had been|has been off)\s+(?:on|taking|off)|used to (?:take|be|use)|formerly|previous(?:ly)?|"
        r"in the past|past medication|until|awaiting|approval|"
        r"prior auth\w*|not yet|failed|did(?: not|n't) (?:tolerate|work|help)|not tolerated|"
        r"intolerant|expired|lapsed|cancell?ed|refused|declined|pending|proposed|planned|next (?:week|month|visit)|"
        r"(?:states?|says|reports?|told us)\b.*\b(?:tak\w+|us(?:es?|ing)|only)|vs\.?|versus|"
        r"start(?:s|ing)? (?:after|on|once|when|next|in|tomorrow)|"
        r"(?:begin|resum|restart)\w* (?:after|on|once|when|next|in)|"
        r"except|every other|alternat\w+|replaced with|"
        r"used to|about to|going to|plan(?:s|ning)? (?:to|on)|hop(?:es?|ing) to|wants? to|thinking (?:of|about)|"
        r"gave up|giv(?:es?|en|ing) up|had to (?:give|come)|tried|once took|"
        r"on hold|no longer|over the past|instead of|replaced by|switched (?:to|from)|changed to|"
        r"any ?more|in reality|actually|only (?:takes?|taking|uses?|using)|(?:takes?|taking)\b.*\bonly|"
        r"\d+(?:\s?m?c?g)? or \d+\s?(?:mg|mcg|g|units?)|if (?:no|not|symptoms|pain|bp|blood)\s+\w+|allerg(?:y|ic))\b|"
        # Any other "not" may be said of the medicine; what is said of how it is handled is not.
        r"\b(?:not|never|don['\u2019]?t|doesn['\u2019]?t|didn['\u2019]?t|no more)\b"
        r"(?!\s+(?:crush|exceed|to exceed|substitute|chew|more than|less than|drive|drink|mix|skip|swallow|refriger\w+|"
        r"on an empty|with|before|after|if|stop|miss|freeze|split|cut|available|generic))",
        re.IGNORECASE,
    ),
    EntryKind.ALLERGY: re.compile(
        r"\b(?:inactive|outgr[eo]w\w*|tolerat\w+|de-?label\w*|label|not allergic|no (?:true )?allergy|no longer|"
        r"challenge[d]?|negative|ruled out|in (?:childhood|infancy|the past)|"
        r"(?:as|when|since|while) (?:an?|i was|(?:s?he|they) (?:was|were))\b|when (?:young\w*|little|small)|"
        r"as (?:infant|child|baby|kid|toddler|teen\w*)|"
        r"used to|(?:grew|grow\w*) out|formerly|previously|was allergic|years ago|long ago|at one time|low risk|"
        r"preference|dislikes?|none|"
        r"ok(?:ay)?|fine|safe|can (?:take|have|eat|tolerate)|eats?|takes?|avoid\w*|but|side[- ]effects?)\b|"
        # A dose is told of what is taken: under "Allergies/Medications" nobody knows which it is.
        r"\b\d+(?:\.\d+)?\s*(?:mg|mcg|units?|ml|meq)\b|"
        # So is how often, and a bare amount behind the name; a year is none.
        r"\b(?:once|twice|daily|weekly|monthly|nightly|bid|tid|qid|qhs|prn|tabs?|tablets?|caps?|capsules?|puffs?|mwf)\b|"
        r"\b\d\s*x\s*(?:/|a|per)?\s*(?:day|daily|week)\b|"
        r"^\W*[A-Za-z][A-Za-z-]+\s*[/,]?\s+(?!(?:19|20)\d\d\b)(?:\d+(?:\.\d+)?|\.\d+)(?=\s*(?:$|[/,]|\d|1/2))",
        re.IGNORECASE,
    ),
    EntryKind.PROBLEM: re.compile(
        r"\b(?:inactive|not (?:present|found|seen|met|supported)|family history|at risk|risk of|screening|"
        r"rule[- ]?out|r/o|ruled[- ]out|excluded|denied|denies|vs|versus|borderline|pre-?(?=\s|$)|"
        r"treated(?!\s+(?:with|by|for))|cured|svr|"
        r"free|education|prevention|prophylaxis|vaccinat\w+|immuni[sz]ation|exposure|counsel\w+|surveillance|"
        r"encounter for|contact with|carrier|except|scare|used to|in (?:college|(?:high|grade|middle) school|youth)|"
        r"(?:as|when|while) (?:an?|i was|(?:s?he|they) (?:was|were))\b|when (?:young\w*|little|small)|years ago|"
        r"long ago|at one time|formerly|n/?a|not applicable|"
        r"under (?:evaluation|investigation)|work-?up|pending|suspicion|mis-?diagnos\w+|misdiagnosed|was told)\b",
        re.IGNORECASE,
    ),
}


def has_reservation(said: str, kind: EntryKind) -> bool:
    """Whether words beside an entry leave open that it is the patient's, and holds now.

    Args:
        said: All that the list says of the entry, its name included.
        kind: What the list is of.
    """
    if _ANY.search(said) is not None or _OF_KIND[kind].search(said) is not None:
        return True
    return _names_another(said)


def is_of_another(text: str, name: int) -> bool:
    """Whether the sentence speaks of another person before it names an entry: ``Husband takes warfarin``.

    Args:
        text: A line of a list.
        name: Where the entry's name begins in it.
    """
    opens = max((stop.end() for stop in _STOP.finditer(text, 0, name)), default=0)
    return _names_another(text[opens:name])


def _names_another(said: str) -> bool:
    """Whether words name a relative or somebody of the household who does more than manage the entry."""
    starts = [found.start() for found in _OTHERS.finditer(said)] + [found.start for found in relations().find(said)]
    return any(_HELPS.search(said[:start]) is None for start in starts)


def label_reserves(before: str, kind: EntryKind) -> bool:
    """Whether a label before the entries of a line leaves all of them open: ``None of these any more: ...``.

    Args:
        before: What stands before the first entry.
        kind: What the entries are.
    """
    label, colon, _ = before.rpartition(":")
    return bool(colon) and has_reservation(label, kind)
