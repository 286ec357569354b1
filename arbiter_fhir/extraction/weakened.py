"""Remarks that leave a result standing and take certainty away: estimated, hemolyzed, too little material, caution.

What is said of specimens in general (``hemolyzed specimens may ...``), what is denied (``no hemolysis``), and the keys
of a legend (``QNS = quantity not sufficient``) say nothing of this result.

*Source of the words*: ordinary comments of laboratories on preanalytic faults; CLSI GP44 and HL7 table 0493 name the
same ones (hemolyzed, clotted, contaminated).
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_unfit", "speaks_of_specimen", "weakens_report", "weakens_result"]

_UNFIT: Final = re.compile(
    r"\bha?emoly[sz](?:is|ed)\b|\blip(?:a?emic|a?emia)\b|\bicter(?:ic|us)\b|\bclot(?:ted|s)?\b(?!\s*(?:retraction|lysis))"
    r"|\bfibrin\s+(?:clots?|strands?|present|seen)\b|\bplatelet\s+clump(?:s|ing|ed)?\b"
    r"|\bqns\b|\b(?:quantity|volume|amount|material|specimen|sample)\s+(?:is\s+|was\s+)?(?:not\s+sufficient|"
    r"(?:in|un)sufficient|inadequate|limited|low)\b|\binsufficient\s+(?:quantity|volume|material|specimen|sample|blood)\b"
    r"|\b(?:unsatisfactory|sub-?optimal|unacceptable|compromised|unsuitable|degraded|aged|leaking|spilled|"
    r"contaminated|tainted)\b(?!\s+for\b)|\bcontamination\b|\b(?:wrong|incorrect|improper|inappropriate)\s+"
    r"(?:tube|container|specimen|sample|anticoagulant|preservative|temperature|collection|storage|handling)\b"
    r"|\b(?:under-?filled|over-?filled|short\s+(?:draw|sample|fill)|expired\s+tube|delay(?:ed)?\s+in\s+(?:transport|"
    r"transit|processing|separation)|(?:prolonged|delayed)\s+(?:transport|storage|contact|separation)|"
    r"exceed(?:s|ed)\s+(?:the\s+)?stability|(?:past|beyond)\s+(?:the\s+)?stability|too\s+old|(?:not|un)\s*refrigerated|"
    r"not\s+(?:spun|centrifuged|separated|protected\s+from\s+light)|improperly\s+\w+|drawn\s+(?:above|from)\s+(?:an?\s+|"
    r"the\s+)?(?:iv|line|catheter|port))\b",
    re.IGNORECASE,
)
_VAGUE: Final = re.compile(
    r"\bestimat(?:ed?|ion)\b(?!\s+(?:gfr|average|glomerular|creatinine|by|using|from|with|according|date|due))"
    r"|\bapprox(?:imate(?:ly|d)?|\.)|\b(?:interpret(?:ed|ation)?|us(?:e|ed)|view(?:ed)?)\s+(?:\w+\s+){0,3}with\s+"
    r"(?:\w+\s+)?caution\b|\bcaution\s+(?:is\s+)?(?:advised|recommended)\b|\b(?:unreliable|questionable|doubtful|dubious|"
    r"suspect|implausible|unexplained)\b(?!\s*(?:false|infection|sepsis|contact))|\bnot\s+reliable\b"
    r"|\b(?:may|might|could)\s+(?:not\s+)?be\s+(?:affected|accurate|inaccurate|unreliable|invalid|erroneous|altered|"
    r"compromised|representative|(?:falsely|artefactually|artifactually|spuriously)\s+\w+)\b"
    r"|\baccuracy\s+(?:\w+\s+){0,3}(?:affected|not\s+guaranteed|limited|unknown)\b|\binterfer(?:ence|ing)\b"
    r"|\brepeat(?:\s+(?:test(?:ing)?|analysis))?\s+(?:is\s+)?(?:advised|suggested|recommended|requested)\b"
    r"(?!\s+(?:in|after|within)\s+\d)"
    r"|\b(?:redraw|re-?collect(?:ion)?|new\s+specimen|repeat\s+(?:specimen|collection|draw))\s+(?:is\s+)?"
    r"(?:advised|suggested|recommended|requested|needed|required)\b|\b(?:suggest|recommend|advise|please|request)\s+"
    r"(?:\w+\s+)?(?:redraw|re-?collect(?:ion)?|new\s+specimen|repeat\s+(?:specimen|collection|draw))\b",
    re.IGNORECASE,
)
#: What speaks of specimens or patients in general, or explains a word.
_IN_GENERAL: Final = re.compile(
    r"\b(?:(?<!all )(?<!these )(?<!both )(?:specimens|samples)|patients|individuals|persons|adults|children|cases|when|"
    r"if|unless|avoid|do\s+not|reject(?:ed)?\s+if|can\s+(?:cause|lead|result|interfere)|"
    r"may\s+(?:cause|lead|interfere|occur|raise|increase|elevate|decrease|lower|result\s+in))\b|=|"
    r"\bindex\s*:?\s*(?:0|normal|negative|none)\b",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(
    r"\b(?:no|not|non|without|never|nil|negative\s+for|free\s+of|absence\s+of)[\s-]+(?:\w+[\s,]+){0,3}$", re.IGNORECASE
)
_DENIED_BEHIND: Final = re.compile(
    r"^(?:\s+index)?\s*(?::|-|is|was|were)?\s*(?:none|no|not\s+(?:seen|present|detected|observed|noted)|absent|negative|"
    r"nil|normal|0)\b",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.;!?])\s+")
_SPECIMEN: Final = re.compile(
    r"\b(?:specimen|sample|serum|plasma|blood|tube|results?|values?|integrity|condition|qns)\b", re.IGNORECASE
)
_OF_ALL: Final = re.compile(
    r"\W*(?:specimen|sample)s?\s+(?:integrity|condition|quality|status|comments?|notes?|appearance|acceptability)\b",
    re.IGNORECASE,
)
#: A remark that names no specimen and is about a report is a short one.
SHORT_WORDS: Final = 6


def speaks_of_specimen(remark: str) -> bool:
    """Whether a remark is on the specimen of all results (``Specimen integrity: lipemic``), wherever it stands."""
    return _OF_ALL.match(remark) is not None


def is_unfit(text: str) -> bool:
    """Whether a text says that a specimen was unfit or too little (``grossly hemolyzed``, ``QNS``)."""
    return any(_says(_UNFIT, sentence) for sentence in _SENTENCE.split(text))


def weakens_result(remark: str) -> bool:
    """Whether a remark on a result takes certainty away from it.

    Args:
        remark: Clean text of the remark.
    """
    return is_unfit(remark) or any(_says(_VAGUE, sentence) for sentence in _SENTENCE.split(remark))


def weakens_report(remark: str) -> bool:
    """Whether a remark that stands beside no result takes certainty away from those of its report.

    Args:
        remark: Clean text of the line.
    """
    return any(
        weakens_result(sentence) and (_SPECIMEN.search(sentence) or len(sentence.split()) <= SHORT_WORDS)
        for sentence in _SENTENCE.split(remark)
    )


def _says(words: re.Pattern[str], sentence: str) -> bool:
    if _IN_GENERAL.search(sentence):
        return False
    return any(
        not _DENIED.search(sentence[: found.start()]) and not _DENIED_BEHIND.match(sentence[found.end() :])
        for found in words.finditer(sentence)
    )
