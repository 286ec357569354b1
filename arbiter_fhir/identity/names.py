"""Person names as printed, taken apart and compared with a chart patient's name. Pure; values never leave in a result.

Folding: accents and case go, German umlauts and Nordic letters compare by both common spellings, hyphens, apostrophes
and spaces inside a name do not count ("De la Cruz" = "Delacruz", "Garcia-Lopez" = "Garcia Lopez").
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from arbiter_fhir.domain.identity import ChartPatient, FieldComparison, MatchOutcome
from arbiter_fhir.identity.nicknames import are_nicknames

__all__ = ["PrintedName", "compare_name", "compare_suffix", "fold_name", "read_name"]

#: One edit is a reading error in a name of at least this many letters; in shorter names it is another name.
SPELLING_MIN_LETTERS = 5

_SUFFIXES = {
    "jr": "jr",
    "junior": "jr",
    "sr": "sr",
    "senior": "sr",
    "ii": "ii",
    "2nd": "ii",
    "iii": "iii",
    "3rd": "iii",
    "iv": "iv",
    "4th": "iv",
}
_TITLES = frozenset({"mr", "mrs", "ms", "miss", "mx", "dr", "doctor", "prof"})
_CREDENTIALS = frozenset(["md", "do", "rn", "np", "pa", "phd", "dds", "dmd", "dvm", "esq", "lpn", "aprn", "pharmd"])
_APOSTROPHES = re.compile("['`\u2019\u02bc]")
_FORMER = re.compile(r"\(?\b(?:n[ée]e|formerly|maiden name|f/k/a|fka)\b:?\s*([^()]+)\)?", re.IGNORECASE)
_CALLED = re.compile(r"\(([^)]*)\)|[\"“”]([^\"“”]*)[\"“”]")
#: Letters that fold without their mark, and their spelled-out forms.
_SPELLED_OUT = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa", "æ": "ae", "œ": "oe"}
_BARE = {"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "\u0131": "i"}


@dataclass(frozen=True, slots=True)
class PrintedName:
    """A printed name taken apart; every part folded, words kept apart.

    Attributes:
        family: Family words where a comma set them apart; empty where the order of words must be tried.
        rest: Given and middle words after the comma, or all words where there was no comma.
        cuts: Where `rest` may be cut into given and family names: never inside "Smith-Doe".
        suffix: ``jr``, ``sr``, ``ii``, ``iii``, ``iv`` or empty.
        former: Former family words where the print names them ("née Smith").
        called: Names in brackets or quotes ("Margaret (Peggy) Doe").
    """

    family: tuple[str, ...]
    rest: tuple[str, ...]
    cuts: tuple[int, ...]
    suffix: str
    former: tuple[str, ...]
    called: tuple[str, ...]


def fold_name(text: str) -> tuple[str, ...]:
    """A name's words: lower case, without accents and punctuation; hyphens part words, apostrophes and dots do not."""
    lowered = unicodedata.normalize("NFC", text).casefold()
    lowered = "".join(_BARE.get(char, char) for char in lowered)
    bare = "".join(char for char in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(char))
    bare = _APOSTROPHES.sub("", bare)
    return tuple(re.findall(r"[^\W_]+", bare))


def _spell_out(text: str) -> str:
    """The other common spelling: *mueller* for *Müller*. Casefolding comes later, or it would spell out ß itself."""
    return "".join(_SPELLED_OUT.get(char, char) for char in unicodedata.normalize("NFC", text).lower())


def _without_titles(words: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """Words without a leading title, and the suffix that stood after the first of them."""
    # Of two words, neither is a title: *Prof* and *Ms* have been family names.
    if len(words) > 2 and words[0] in _TITLES:
        words = words[1:]
    suffixes = [_SUFFIXES[word] for word in words[1:] if word in _SUFFIXES]
    kept = tuple(word for index, word in enumerate(words) if index == 0 or word not in _SUFFIXES)
    return kept, (suffixes[0] if suffixes else "")


def _without_credentials(words: tuple[str, ...]) -> tuple[str, ...]:
    """Words after a comma without trailing credentials; a *Do* that is followed by a name is a name itself."""
    while words and words[-1] in _CREDENTIALS:
        words = words[:-1]
    return words


def _cuts(text: str, words: tuple[str, ...]) -> tuple[int, ...]:
    """Positions in ``words`` at which a new printed word begins; words inside a hyphenated name are none."""
    cuts = []
    position = 0
    for group in (fold_name(part) for part in text.split()):
        if words[position : position + len(group)] != group:
            continue  # a title or a suffix that was taken out
        if 0 < position < len(words):
            cuts.append(position)
        position += len(group)
    return tuple(cuts)


def read_name(printed: str) -> PrintedName:
    """Take a printed name apart: "Last, First M", "First M. Last, Jr.", "LAST^FIRST^M" and plain order."""
    former = _FORMER.search(printed)
    text = _FORMER.sub(" ", printed)
    called = [fold_name(one or two) for one, two in _CALLED.findall(text)]
    text = _CALLED.sub(" ", text).replace("^", ",", 1).replace("^", " ")
    head, comma, tail = text.partition(",")
    head_words, head_suffix = _without_titles(fold_name(head))
    # "John Smith, Jr., MD": what follows the comma is a suffix or a credential, not a given name.
    # After one word alone ("Vang, Pa") it is the given name whatever it looks like.
    after = _without_credentials(fold_name(tail)) if len(head_words) > 1 else fold_name(tail)
    tail_suffixes = [_SUFFIXES[word] for word in after if word in _SUFFIXES]
    given = tuple(word for word in after if word not in _SUFFIXES)
    suffix = head_suffix or (tail_suffixes[0] if tail_suffixes else "")
    listed = bool(comma) and bool(given)
    return PrintedName(
        family=head_words if listed else (),
        rest=given if listed else head_words,
        cuts=_cuts(head, head_words),
        suffix=suffix,
        former=fold_name(former.group(1)) if former else (),
        called=tuple(word for words in called for word in words),
    )


@dataclass(frozen=True, slots=True)
class _ChartName:
    given: tuple[str, ...]
    middle: tuple[str, ...]
    family: tuple[str, ...]
    suffix: str
    former: tuple[tuple[str, ...], ...]
    other_given: tuple[tuple[str, ...], ...]
    family_spellings: frozenset[str]
    given_spellings: frozenset[str]


def _chart_name(patient: ChartPatient) -> _ChartName:
    family, in_family = _without_titles(fold_name(patient.family))
    given, in_given = _without_titles(fold_name(patient.given))
    stated = next((_SUFFIXES[word] for word in fold_name(patient.suffix) if word in _SUFFIXES), "")
    return _ChartName(
        given=given,
        middle=fold_name(patient.middle),
        family=family,
        suffix=stated or in_family or in_given,
        former=tuple(words for words in map(fold_name, patient.former_family) if words),
        other_given=tuple(words for words in map(fold_name, patient.other_given) if words),
        family_spellings=frozenset({"".join(family), "".join(fold_name(_spell_out(patient.family)))} - {""}),
        given_spellings=frozenset({"".join(given), "".join(fold_name(_spell_out(patient.given)))} - {""}),
    )


_RANK = {MatchOutcome.MATCH: 2, MatchOutcome.CLOSE: 1, MatchOutcome.MISMATCH: 0, MatchOutcome.NOT_COMPARABLE: -1}
_Judged = tuple[MatchOutcome, str]


def _close_spelling(one: str, other: str) -> bool:
    return min(len(one), len(other)) >= SPELLING_MIN_LETTERS and OSA.distance(one, other, score_cutoff=1) <= 1


def _judge_family(words: tuple[str, ...], former_printed: tuple[str, ...], chart: _ChartName) -> _Judged:
    joined, family = "".join(words), "".join(chart.family)
    former = {"".join(name) for name in chart.former}
    double = {name + family for name in former} | {family + name for name in former}
    if joined in chart.family_spellings:
        return MatchOutcome.MATCH, ""
    # "Jane Doe (née Smith)": the paper says which name she had before, and it is the chart's.
    if joined in former | double or "".join(former_printed) in chart.family_spellings:
        return MatchOutcome.MATCH, "former_family_name"
    return _judge_family_slip(words, chart)


def _judge_family_slip(words: tuple[str, ...], chart: _ChartName) -> _Judged:
    joined = "".join(words)
    if len(joined) == 1 and any(name.startswith(joined) for name in chart.family_spellings):
        return MatchOutcome.CLOSE, "family_name_initial"
    # One half of a double name: common in use, and common between relatives. A lone initial is no half.
    more, fewer = set(words) - set(chart.family), set(chart.family) - set(words)
    if set(words) & set(chart.family) and not (more and fewer) and all(len(word) > 1 for word in more | fewer):
        return MatchOutcome.CLOSE, "family_name_in_part"
    # An initial drawn into the family name is no slip of the pen.
    initials = any(len(word) == 1 for word in words)
    if not initials and any(_close_spelling(joined, spelling) for spelling in chart.family_spellings):
        return MatchOutcome.CLOSE, "family_name_spelling"
    return MatchOutcome.MISMATCH, "family_name_differs"


def _judge_given(words: tuple[str, ...], called: tuple[str, ...], chart: _ChartName) -> _Judged:
    """Given and middle words against the chart's. ``words`` may hold several given names and an initial."""
    if "".join(words) in chart.given_spellings:
        return MatchOutcome.MATCH, ""
    best: _Judged = (MatchOutcome.MISMATCH, "given_name_differs")
    for cut in range(1, len(words) + 1):
        outcome = _judge_first("".join(words[:cut]), called, chart)
        if outcome[0] is not MatchOutcome.MISMATCH and not _middle_agrees(words[cut:], chart):
            outcome = (MatchOutcome.CLOSE, "middle_name_differs")
        if _RANK[outcome[0]] > _RANK[best[0]]:
            best = outcome
    return best


def _judge_first(given: str, called: tuple[str, ...], chart: _ChartName) -> _Judged:
    others = {"".join(name) for name in chart.other_given}
    # In this order: the plainest agreement gives the detail.
    rules = (
        (given in chart.given_spellings or given == _first_of_several(chart), MatchOutcome.MATCH, ""),
        (given in others or bool(chart.given_spellings & set(called)), MatchOutcome.MATCH, "preferred_name"),
        (
            any(are_nicknames(given, name) for name in {*chart.given_spellings, *others}),
            MatchOutcome.MATCH,
            "nickname",
        ),
        (
            any(min(len(given), len(name)) == 1 and given[0] == name[0] for name in chart.given_spellings),
            MatchOutcome.CLOSE,
            "given_name_initial",
        ),
        (given == "".join(chart.middle), MatchOutcome.CLOSE, "goes_by_middle_name"),
        (
            any(_close_spelling(given, spelling) for spelling in chart.given_spellings),
            MatchOutcome.CLOSE,
            "given_name_spelling",
        ),
    )
    holding = ((outcome, detail) for holds, outcome, detail in rules if holds)
    return next(holding, (MatchOutcome.MISMATCH, "given_name_differs"))


def _first_of_several(chart: _ChartName) -> str | None:
    """The first given name where the chart has several ("Mary Ann"); never a lone initial."""
    first = chart.given[0] if len(chart.given) > 1 else ""
    return first if len(first) > 1 else None


def _middle_agrees(words: tuple[str, ...], chart: _ChartName) -> bool:
    """Blank agrees with anything here: a missing middle name is no evidence either way."""
    own = (*chart.given[1:], *chart.middle)
    if not words or not own:
        return True
    if "".join(words) in {"".join(own), "".join(chart.middle)}:
        return True
    return any(
        word == name or (len(word) == 1 and name.startswith(word)) or (len(name) == 1 and word.startswith(name))
        for word in words
        for name in own
    )


def _worse(one: _Judged, other: _Judged) -> _Judged:
    """The weaker of two judgements; an earlier detail is kept where both are equally strong."""
    if _RANK[one[0]] == _RANK[other[0]]:
        return one if one[1] or not other[1] else other
    return min(one, other, key=lambda judged: _RANK[judged[0]])


def _readings(name: PrintedName) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], str]]:
    """Family words, given words and the order's name, for each way to read a printed name."""
    if name.family:
        yield name.family, name.rest, ""
        return
    for cut in reversed(name.cuts):
        yield name.rest[cut:], name.rest[:cut], ""
    for cut in name.cuts:
        yield name.rest[:cut], name.rest[cut:], "family_name_first"


def compare_name(printed: str, patient: ChartPatient) -> FieldComparison:
    """Compare a printed name with the chart's, suffix aside.

    Gives MATCH for the same name in any order and form (nickname, preferred or former name named in the detail), CLOSE
    for a reading or typing error, an initial, half a double name or another middle name, MISMATCH for another name.
    """
    chart = _chart_name(patient)
    forms = {read_name(printed), read_name(_spell_out(printed))}
    if not chart.given or not chart.family:
        return FieldComparison("name", MatchOutcome.NOT_COMPARABLE, "name_incomplete")
    best: _Judged | None = None
    readings = ((form, reading) for form in forms for reading in _readings(form))
    for form, (family, rest, order) in readings:
        by_family = _judge_family(family, form.former, chart)
        by_given = _judge_given(rest, form.called, chart)
        judged = _worse(by_family, by_given)
        if judged == (MatchOutcome.MATCH, "") and order:
            judged = (MatchOutcome.MATCH, order)
        if judged[0] is MatchOutcome.MISMATCH:
            judged = (MatchOutcome.MISMATCH, _which_differs(by_family, by_given))
        if best is None or _RANK[judged[0]] > _RANK[best[0]] or (judged[0] is best[0] and _tells_more(judged, best)):
            best = judged
    outcome, detail = best or (MatchOutcome.NOT_COMPARABLE, "name_incomplete")
    return FieldComparison("name", outcome, detail)


def _which_differs(by_family: _Judged, by_given: _Judged) -> str:
    family_differs = by_family[0] is MatchOutcome.MISMATCH
    given_differs = by_given[0] is MatchOutcome.MISMATCH
    if family_differs and given_differs:
        return "both_names_differ"
    return "family_name_differs" if family_differs else "given_name_differs"


def _tells_more(judged: _Judged, best: _Judged) -> bool:
    """Of two equal outcomes, the plainer reading: no detail for a match, a shared half for a mismatch."""
    if judged[0] is MatchOutcome.MISMATCH:
        return best[1] == "both_names_differ" and judged[1] != best[1]
    return bool(best[1]) and not judged[1]


def compare_suffix(printed: str, patient: ChartPatient) -> FieldComparison:
    """Compare Jr, Sr, II and so on, only where both sides have one: many charts leave it out."""
    own = _chart_name(patient).suffix
    suffix = read_name(printed).suffix
    if not own or not suffix:
        return FieldComparison("suffix", MatchOutcome.NOT_COMPARABLE)
    outcome = MatchOutcome.MATCH if own == suffix else MatchOutcome.MISMATCH
    return FieldComparison("suffix", outcome, "" if own == suffix else "suffix_differs")
