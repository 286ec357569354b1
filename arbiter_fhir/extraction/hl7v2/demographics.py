"""What messages about the patient say of the person: as placeholders where it identifies, and of merged records.

*Source*: HL7 v2.5.1 sections 3.4.2 (PID) and 3.3.40 (A40, merge patient).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, LiteralString

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Statement
from arbiter_fhir.extraction.hl7v2.drafts import Draft, draft
from arbiter_fhir.extraction.hl7v2.grouping import MessageGroup
from arbiter_fhir.extraction.hl7v2.tree import SegmentView
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["read_demographics"]

#: Fields of PID, the topic of each, and the sentence that says it.
_TOPICS: Final[tuple[tuple[int, str, LiteralString], ...]] = (
    (5, "name", "Name: {}"),
    (7, "birth_date", "Date of birth: {}"),
    (8, "sex", "Sex: {}"),
    (10, "race", "Race: {}"),
    (11, "address", "Address: {}"),
    (13, "phone", "Phone: {}"),
    (15, "language", "Language: {}"),
    (16, "marital_status", "Marital status: {}"),
    (22, "ethnic_group", "Ethnic group: {}"),
    (29, "death_date", "Date of death: {}"),
    (30, "deceased", "Deceased: {}"),
)
#: Coded fields, of which the words are taken rather than the code.
_CODED: Final = frozenset({10, 15, 16, 22})

#: Events that join records, and the segment that names the record that is given up.
_MERGED: Final = "MRG"


def read_demographics(group: MessageGroup) -> Iterator[Draft]:
    """Statements about the person, of messages whose subject is the patient (ADT), and notices of merged records."""
    if group.code != "ADT":
        return
    for segment in group.segments:
        if segment.name == "PID":
            yield from _statements(segment)
        elif segment.name == _MERGED and segment.leaves:
            yield _merge_notice(segment)


def _statements(segment: SegmentView) -> Iterator[Draft]:
    for number, topic, sentence in _TOPICS:
        for repetition in segment.repetitions(number):
            leaf = (segment.leaf(number, 2, repetition=repetition) if number in _CODED else None) or segment.leaf(
                number, repetition=repetition
            )
            if leaf is None or segment.is_null(number):
                continue
            yield draft(
                segment,
                [leaf],
                lead=leaf,
                fact_type=FactType.DEMOGRAPHIC,
                value=Statement(topic, leaf.text),
                fact_text=DeidentifiedText.compose(sentence, leaf.clean),
            )


def _merge_notice(segment: SegmentView) -> Draft:
    lead = segment.leaves[0]
    return draft(
        segment,
        [lead],
        lead=lead,
        fact_type=FactType.DEMOGRAPHIC,
        value=Statement("merged_record", lead.text),
        fact_text=DeidentifiedText.compose("The message joins the record {} to this patient", lead.clean),
        reasons=[Reason.MERGE_NOTICE],
    )
