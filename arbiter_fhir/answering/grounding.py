"""Whether a sentence stands in what it cites: every name, number, unit, date, flag and word of it.

The check is by subtraction. What the cited results say is taken out of the sentence: names, reference ranges, values
with their units, dates, flags. What is left may only be the connecting words below and plain punctuation. A number, a
drug, a test, a negation, a relative or a comparator that nobody said is left over, and the sentence falls. A value must
stand with its own unit, a range must be called a range, and the date beside a value must be that value's date.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from arbiter_fhir.answering.contradiction import contradict
from arbiter_fhir.answering.sections import abnormal
from arbiter_fhir.answering.wording import DATE_LABEL, flag_words, flagged_by, measured, status_word
from arbiter_fhir.domain.answer import Section
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem

__all__ = ["NOT_CONFIRMED", "SOURCES_DIFFER", "ungrounded"]

NOT_CONFIRMED = "Not confirmed: "
SOURCES_DIFFER = "The sources differ on "

#: Words of ours that say nothing by themselves.
CONNECTIVES = frozenset(
    {"was", "were", "is", "are", "on", "for", "and", "of", "the", "in", "at", "with", "result", "results"}
)
_PUNCTUATION = set(" ().,;:")
_EARLIER = re.compile(r"There (?:is one|are (?P<count>\d+)) earlier results? for (?P<name>.+)\.")
_SOME_ABNORMAL = re.compile(r"(?P<some>\d+) of the (?P<all>\d+) results read are flagged or out of their range\.")
_NONE_ABNORMAL = re.compile(r"None of the (?P<all>\d+) results read is flagged or out of its range\.")
_ONE_NORMAL = "The one result read is not flagged and not out of its range."
_UNDATED = "its date is not known"
_SWAPPABLE = "(day and month may be swapped)"


def ungrounded(
    section: Section,
    text: str,
    cited: Sequence[EvidenceItem],
    *,
    bundle: EvidenceBundle,
    dates: Mapping[str, ClinicalDate],
) -> str:
    """What is wrong with a sentence, as a stable word; empty where it stands in what it cites.

    Args:
        section: Where it stands.
        text: The sentence with date labels.
        cited: The results that it cites.
        bundle: All evidence, for sentences that count.
        dates: Date labels of the draft.
    """
    if section is Section.PATIENT_FINDINGS:
        counted = _wrong_count(text, cited, bundle)
        return _wrong_sentence(text, cited, dates) if counted is None else counted
    if text.startswith(SOURCES_DIFFER):
        if len(cited) != 2 or not contradict(*cited):
            return "sources_agree"
        return _wrong_sentence(text.removeprefix(SOURCES_DIFFER), cited, dates)
    if not text.startswith(NOT_CONFIRMED):
        return "not_marked_as_unconfirmed"
    body, _, reasons = text.removeprefix(NOT_CONFIRMED).partition(" Reason: ")
    if reasons and reasons != ", ".join(word.replace("_", " ") for word in cited[0].review_reasons) + ".":
        return "reason_not_in_evidence"
    return _wrong_sentence(body, cited, dates)


def _wrong_count(text: str, cited: Sequence[EvidenceItem], bundle: EvidenceBundle) -> str | None:
    """What is wrong with a sentence that counts; empty where nothing is, ``None`` where it is no such sentence."""
    if match := _EARLIER.fullmatch(text):
        return _wrong_earlier(int(match["count"] or 1), match["name"], cited, bundle)
    found = abnormal(bundle.findings)
    if match := _SOME_ABNORMAL.fullmatch(text):
        right = int(match["some"]) == len(found) and int(match["all"]) == len(bundle.findings)
        complete = {id(item) for item in cited} == {id(item) for item in found}
        return "" if right and complete and found else "wrong_count"
    none = _NONE_ABNORMAL.fullmatch(text)
    if none or text == _ONE_NORMAL:
        total = int(none["all"]) if none else 1
        return "" if not found and total == len(bundle.findings) else "wrong_count"
    return None


def _wrong_earlier(count: int, name: str, cited: Sequence[EvidenceItem], bundle: EvidenceBundle) -> str:
    tests = {item.subject for item in cited}
    if count != len(cited) or len(tests) != 1:
        return "wrong_count"
    of_test = [item for item in bundle.findings if item.subject in tests]
    if name not in {item.words.name.value for item in of_test}:
        return "test_not_named"
    newest = max((_when(item) for item in of_test), default=None)
    return "" if newest is not None and all(_when(item) < newest for item in cited) else "not_earlier"


def _when(item: EvidenceItem) -> str:
    """Sortable: ISO dates of any precision; undated before all."""
    return item.observed.iso if item.observed else ""


def _without(text: str, phrase: str) -> tuple[str, bool]:
    """The text with a phrase taken out wherever it stands by itself, and whether it was there."""
    if not phrase.strip():
        return text, False
    pattern = re.compile(rf"(?<![\w.]){re.escape(phrase)}(?!\w)(?!\.\d)")
    return pattern.sub(" ", text), bool(pattern.search(text))


def _wrong_sentence(text: str, cited: Sequence[EvidenceItem], dates: Mapping[str, ClinicalDate]) -> str:
    if wrong := _wrong_dates(text, cited, dates):
        return wrong
    # A label that is not ours belongs to what a document says, and stays.
    rest = DATE_LABEL.sub(lambda match: " " if match.group() in dates else match.group(), text)
    names = sorted({item.words.name.value for item in cited}, key=len, reverse=True)
    if not all(_without(text, name)[1] for name in names):
        return "test_not_named"
    for name in names:
        rest, _ = _without(rest, name)
    for item in cited:
        if item.words.reference_range.value:
            rest, _ = _without(rest, f"reference {item.words.reference_range.value}")
    said = rest
    for item in sorted(cited, key=lambda each: -len(measured(each).value)):
        if not _without(said, measured(item).value)[1]:
            return "value_not_in_evidence"
        rest, _ = _without(rest, measured(item).value)
    return _wrong_rest(rest, cited)


def _wrong_dates(text: str, cited: Sequence[EvidenceItem], dates: Mapping[str, ClinicalDate]) -> str:
    """Whether the dates are those of the cited results, each beside its own value."""
    labels = [(match.start(), match.group()) for match in DATE_LABEL.finditer(text) if match.group() in dates]
    for item in cited:
        if item.observed is None:
            continue
        at = text.find(measured(item).value)
        following = [label for place, label in labels if place > at]
        beside = following[0] if following else (labels[-1][1] if labels else "")
        if dates.get(beside) != item.observed:
            return "date_not_in_evidence"
    observed = [item.observed for item in cited]
    if any(dates.get(label) not in observed for _, label in labels):
        return "date_not_in_evidence"
    return ""


def _wrong_rest(rest: str, cited: Sequence[EvidenceItem]) -> str:
    """Judge what is left when names, ranges, values and dates are gone: flags, statuses, connecting words."""
    if any(status_word(item.result) and f"{status_word(item.result)} result" not in rest for item in cited):
        return "status_left_out"
    phrases = {f"{status_word(item.result)} result" for item in cited if status_word(item.result)}
    phrases |= {flag_words(item.result) for item in cited} | {
        flagged_by(item) for item in cited if flag_words(item.result)
    }
    if all(item.observed is None for item in cited):
        phrases.add(_UNDATED)
    if any(item.observed is not None and item.observed.ambiguous for item in cited):
        rest = rest.replace(_SWAPPABLE, " ")
    for phrase in sorted(phrases, key=len, reverse=True):
        rest, _ = _without(rest, phrase)
    if re.search(r"\d", rest):
        return "number_not_in_evidence"
    words = re.findall(r"[^\W_]+", rest)
    if any(word.casefold() not in CONNECTIVES for word in words):
        return "word_not_in_evidence"
    left = set(re.sub(r"[^\W_]+", "", rest))
    return "sign_not_in_evidence" if left - _PUNCTUATION else ""
