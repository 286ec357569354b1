"""A file of HL7 v2 messages: clean pages in, cited facts out, and nothing observed is silent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedDocument, DeidentifiedPage, DeidentifiedText
from arbiter_fhir.domain.document import DocType, DocumentWarning, PartKind, WarningCode
from arbiter_fhir.domain.fact import CitedFact, FactType, LabResult, RejectedCandidate
from arbiter_fhir.domain.seal import FACT_SEAL
from arbiter_fhir.domain.statement import Statement, Susceptibility
from arbiter_fhir.extraction.citing import Source
from arbiter_fhir.extraction.contradicting_answers import doubt_contradicting_answers
from arbiter_fhir.extraction.grounding import quote_words
from arbiter_fhir.extraction.hl7v2.clinical import CLINICAL_SEGMENTS, read_clinical
from arbiter_fhir.extraction.hl7v2.codes import wording_of
from arbiter_fhir.extraction.hl7v2.contradictions import doubt_contradictions
from arbiter_fhir.extraction.hl7v2.dates import date_in, doubts_of_span
from arbiter_fhir.extraction.hl7v2.demographics import read_demographics
from arbiter_fhir.extraction.hl7v2.drafts import Draft, cite_drafts, draft, reject
from arbiter_fhir.extraction.hl7v2.duplicates import repeated_results
from arbiter_fhir.extraction.hl7v2.grouping import MessageGroup, Observation, Request, group_messages
from arbiter_fhir.extraction.hl7v2.order_control import under_control
from arbiter_fhir.extraction.hl7v2.results import EMBEDDED_DOCUMENT, QUOTED, Context, read_result, unresulted_of
from arbiter_fhir.extraction.hl7v2.subjects import doubts_of_message, doubts_of_request
from arbiter_fhir.extraction.hl7v2.susceptibilities import is_susceptibility, read_susceptibility
from arbiter_fhir.extraction.hl7v2.texts import read_text, text_runs
from arbiter_fhir.extraction.hl7v2.tree import Leaf, SegmentView, read_segments
from arbiter_fhir.extraction.hl7v2.values import read_value
from arbiter_fhir.extraction.injection import speaks_to_machine
from arbiter_fhir.extraction.laboratory.report import read_laboratory_report
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.ports.documents import Extraction

__all__ = ["read_hl7v2_messages"]

_Dates = Mapping[str, ClinicalDate]

#: Messages in which a laboratory reports.
_REPORTS: Final = frozenset({"ORU", "OUL"})

#: Messages that are read; of any other what its segments say is taken, and the message is named among the rejected.
_READ: Final = _REPORTS | {"ADT", "ORM", "OML", "OMG", "VXU", "RDE", "OMP", "MDM", "PPR", "BAR", "DFT"}

#: Kind of observation (OBX-29, table 0936): questions asked with the order, and supplemental information.
_OBSERVATION_TYPE: Final = 29
_QUESTIONS: Final = frozenset({"QST", "SCI"})

#: Reasons for requesting, beside the observations: field of OBR, topic, and our words for it.
_REASON_FOR_STUDY: Final = 31
_CLINICAL_INFORMATION: Final = 13


def read_hl7v2_messages(document: DeidentifiedDocument, *, doc_type: DocType, source_id: str) -> Extraction:
    """Read the facts of all messages of a file.

    Args:
        document: The clean document, with the regions that say which words are which field.
        doc_type: For citations: the type of the document.
        source_id: For citations: ``documents:123`` or a file label.

    Returns:
        Facts in reading order; for every observation that is none a rejected candidate; warnings.
    """
    source = Source(SourceType(doc_type.value), source_id)
    carried = {part.number for part in document.parts if part.kind is PartKind.ATTACHMENT}
    pages = [page for page in document.pages if page.part not in carried]
    drafts: list[Draft] = []
    rejected: list[RejectedCandidate] = []
    for group in group_messages(read_segments(pages)):
        made = list(_of_group(group, document.dates))
        found = [each for each in made if isinstance(each, Draft)]
        _doubt_dates(found, group, document.dates)
        doubt_contradictions(found)
        repeated = repeated_results(found)
        rejected += [each for each in made if isinstance(each, RejectedCandidate)]
        rejected += [_repeated(found[index]) for index in sorted(repeated)]
        drafts += [each for index, each in enumerate(found) if index not in repeated]
        if group.code not in _READ and group.segments:
            header = next((segment for segment in group.segments if segment.name == "MSH"), group.segments[0])
            rejected.append(reject(header, "message_type_not_extracted", (9,)))
    facts = cite_drafts(drafts, source)
    rejected = _without_read_documents(rejected, document)
    warnings = list(_warnings(pages))
    for part in sorted(carried):
        inner = replace(document, pages=tuple(page for page in document.pages if page.part == part), parts=())
        found_inside = read_laboratory_report(inner, doc_type=doc_type, source_id=source_id)
        facts += found_inside.facts
        rejected += found_inside.rejected
        warnings += found_inside.warnings
    return Extraction(tuple(_numbered(doubt_contradicting_answers(facts))), tuple(rejected), tuple(warnings))


def _without_read_documents(
    rejected: Sequence[RejectedCandidate], document: DeidentifiedDocument
) -> list[RejectedCandidate]:
    """What was not taken, without the documents of a message of which every one was read as a part of its own.

    Where one could not be read a warning says which; then all of that message stay named.
    """
    of_page = {page.number: page.part for page in document.pages}
    read = Counter(part.parent for part in document.parts if part.kind is PartKind.ATTACHMENT)
    carried = Counter(of_page[each.page] for each in rejected if each.reason == EMBEDDED_DOCUMENT)
    return [
        each
        for each in rejected
        if each.reason != EMBEDDED_DOCUMENT or read[of_page[each.page]] < carried[of_page[each.page]]
    ]


def _doubt_dates(drafts: Iterable[Draft], group: MessageGroup, dates: _Dates) -> None:
    """Doubt what was collected before the patient was born, or after the message was sent."""
    patient = next((segment for segment in group.segments if segment.name == "PID"), None)
    born = date_in(patient.leaf(7) if patient else None, dates)
    sent = date_in(group.header.leaf(7) if group.header else None, dates)
    for each in drafts:
        if isinstance(each.value, LabResult | Susceptibility):
            each.reasons += doubts_of_span(each.value.collection_date, born=born, sent=sent)


def _of_group(group: MessageGroup, dates: _Dates) -> Iterator[Draft | RejectedCandidate]:
    yield from read_demographics(group)
    control = ""
    for segment in group.segments:
        if segment.name == "ORC":
            control = segment.text(1)
        if segment.name in CLINICAL_SEGMENTS:
            yield under_control(read_clinical(segment, dates), control)
    whole = doubts_of_message(group)
    for request in group.requests:
        doubts = [*whole, *doubts_of_request(request)]
        for made in _of_request(request, group, dates):
            if isinstance(made, Draft) and isinstance(made.value, LabResult | Susceptibility):
                made.reasons += doubts
            yield made


def _of_request(request: Request, group: MessageGroup, dates: _Dates) -> Iterator[Draft | RejectedCandidate]:
    yield from _asked(request)
    context = Context(request, dates, is_report=group.code in _REPORTS)
    for run in text_runs(request.observations):
        if len(run) > 1 and group.code != "MDM":
            yield read_text(run, context)
        else:
            yield from (_observed(observation, context, group) for observation in run)


def _observed(observation: Observation, context: Context, group: MessageGroup) -> Draft | RejectedCandidate:
    if group.code == "MDM":
        return _document_text(observation, context.request)
    if observation.segment.text(_OBSERVATION_TYPE).upper() in _QUESTIONS:
        return _answered_question(observation, context.request)
    if is_susceptibility(observation, context.request, group.requests):
        made = read_susceptibility(observation, context.request, group.requests, context.dates)
        if made is not None:
            return made
    return read_result(observation, context)


def _document_text(observation: Observation, request: Request) -> Draft | RejectedCandidate:
    """A line of a transcribed document (MDM): a statement, no result."""
    segment = observation.segment
    unresulted = unresulted_of(segment, request.segment)
    if unresulted is not None or not segment.field(5):
        return unresulted or reject(segment, "value_missing")
    leaves = segment.field(5)
    text = DeidentifiedText.join(" ", [leaf.clean for leaf in leaves])
    return _statement(segment, leaves, Statement("document_text", text.value), text)


def _answered_question(observation: Observation, request: Request) -> Draft | RejectedCandidate:
    """An answer to a question that was asked with the order: a statement, no result."""
    segment = observation.segment
    unresulted = unresulted_of(segment, request.segment)
    question, value = wording_of(segment, 3), read_value(segment)
    if unresulted is not None or question is None or value is None:
        return unresulted or reject(segment, "value_missing")
    leaves = [leaf for leaf in segment.leaves if leaf.number in QUOTED]
    said = DeidentifiedText.compose("{}: {}", question.clean, value.clean)
    return _statement(segment, leaves, Statement("order_question", said.value), said)


def _asked(request: Request) -> Iterator[Draft]:
    """Why the study was asked for, as the request says."""
    segment = request.segment
    if segment is None:
        return
    for repetition in segment.repetitions(_REASON_FOR_STUDY):
        reason = wording_of(segment, _REASON_FOR_STUDY, repetition=repetition)
        if reason is not None:
            leaves = segment.field(_REASON_FOR_STUDY, repetition)
            sentence = DeidentifiedText.compose("Reason for study: {}", reason.clean)
            yield _statement(segment, leaves, Statement("reason_for_study", reason.text), sentence)
    information = segment.leaf(_CLINICAL_INFORMATION)
    if information is not None:
        sentence = DeidentifiedText.compose("Clinical information: {}", information.clean)
        yield _statement(segment, [information], Statement("clinical_information", information.text), sentence)


def _statement(segment: SegmentView, leaves: Sequence[Leaf], value: Statement, sentence: DeidentifiedText) -> Draft:
    return draft(
        segment,
        leaves,
        lead=leaves[0],
        fact_type=FactType.OTHER,
        value=value,
        fact_text=sentence,
        reasons=[Reason.INSTRUCTION_IN_DOCUMENT] if speaks_to_machine(value.text) else [],
    )


def _repeated(each: Draft) -> RejectedCandidate:
    return RejectedCandidate(each.page.page.number, "repeated_result", quote_words(each.page.page, each.words))


def _warnings(pages: Iterable[DeidentifiedPage]) -> Iterator[DocumentWarning]:
    for page in pages:
        if any(speaks_to_machine(line) for line in page.text.value.split("\n")):
            yield DocumentWarning(
                WarningCode.INJECTION,
                "Text that reads like an instruction to a program; it was not followed.",
                page.number,
            )


def _numbered(facts: Iterable[CitedFact]) -> Iterator[CitedFact]:
    """One numbering over messages and the documents that they carry."""
    used: Counter[str] = Counter()
    for fact in facts:
        name = fact.citation.field_or_chunk_id.partition("[")[0]
        path = f"{name}[{used[name]}]"
        used[name] += 1
        if path == fact.citation.field_or_chunk_id:
            yield fact
        else:
            yield replace(fact, citation=replace(fact.citation, field_or_chunk_id=path), seal=FACT_SEAL)
