"""Texts that are sent line by line: one observation for each line, all of one name, are one result.

*Source*: HL7 v2.5.1 section 7.4.2.5 (OBX-5 of type TX or FT; narrative reports repeat the OBX segment).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import LabResult, RejectedCandidate
from arbiter_fhir.extraction.hl7v2.abnormal import interpretation_of
from arbiter_fhir.extraction.hl7v2.codes import wording_of
from arbiter_fhir.extraction.hl7v2.drafts import Draft
from arbiter_fhir.extraction.hl7v2.grouping import Observation
from arbiter_fhir.extraction.hl7v2.results import QUOTED, Context, read_result
from arbiter_fhir.extraction.hl7v2.values import ValueType, read_value, value_type_of
from arbiter_fhir.extraction.hl7v2.wording import cut, said
from arbiter_fhir.extraction.injection import speaks_to_machine
from arbiter_fhir.extraction.laboratory.schema import MAX_COMMENT, MAX_TEXT
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["read_text", "text_runs"]

#: Fields that only a result of its own has: units, range, flags.
_RESULT_FIELDS: Final = (6, 7, 8)


def text_runs(observations: Sequence[Observation]) -> list[list[Observation]]:
    """Observations in order; lines of one text together, every other for itself."""
    runs: list[list[Observation]] = []
    for observation in observations:
        if runs and _goes_on(runs[-1][-1], observation):
            runs[-1].append(observation)
        else:
            runs.append([observation])
    return [part for run in runs for part in ([run] if _is_text(run) else [[each] for each in run])]


def _goes_on(before: Observation, after: Observation) -> bool:
    one, other = wording_of(before.segment, 3), wording_of(after.segment, 3)
    if one is None or other is None or one.text != other.text:
        return False
    same_status = before.segment.text(11) == after.segment.text(11)
    return same_status and _is_line(before) and _is_line(after)


def _is_line(observation: Observation) -> bool:
    """Whether an observation can be a line of a text; an empty one is a blank line."""
    segment = observation.segment
    if interpretation_of(segment.text(5)) is not None:
        # S, I or R: how an organism answers to a drug, and the next one of another organism.
        return False
    return value_type_of(segment) is ValueType.TEXT and not any(segment.field(number) for number in _RESULT_FIELDS)


def _is_text(run: Sequence[Observation]) -> bool:
    """Whether a run is running text: at least one of its lines is no value by itself."""
    values = [read_value(observation.segment) for observation in run]
    return len(run) > 1 and any(value is not None and Reason.VALUE_IS_NOTE in value.reasons for value in values)


def read_text(run: Sequence[Observation], context: Context) -> Draft | RejectedCandidate:
    """The lines of a text as one result: its beginning as the value, all of it as the comment.

    The citation quotes what stands on the page where the text begins.
    """
    spoken = [observation for observation in run if observation.segment.field(5)]
    made = read_result(spoken[0], context)
    if isinstance(made, RejectedCandidate) or not isinstance(made.value, LabResult):
        return made
    lines = [leaf.clean for observation in spoken for leaf in observation.segment.field(5)]
    notes = [leaf.clean for observation in run for note in observation.notes for leaf in note.field(3)]
    text = DeidentifiedText.join(" ", lines)
    whole = cut(said(text, *notes, separator=" "), MAX_COMMENT)
    made.value = replace(made.value, value=cut(text, MAX_TEXT).value, comment=whole.value)
    name = wording_of(spoken[0].segment, 3)
    made.fact_text = said(name.clean if name else None, cut(text, MAX_TEXT), separator=" ")
    made.words = [
        word
        for observation in spoken
        for leaf in observation.segment.leaves
        if leaf.number in QUOTED
        for words, start, end in leaf.stretches
        if words is made.page
        for word in words.between(start, end)
    ]
    made.place = f"{run[0].segment.path}-5 to {run[-1].segment.path}-5"
    made.reasons = [reason for reason in made.reasons if reason is not Reason.VALUE_DEIDENTIFIED]
    made.reasons += [Reason.VALUE_IS_NOTE, *([Reason.INSTRUCTION_IN_DOCUMENT] if speaks_to_machine(text.value) else [])]
    return made
