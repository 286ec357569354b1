"""Whether the chart's lists say the same as an entry, the opposite, something similar, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.promotion import (
    CHART_SAYS_NONE,
    LIST_TABLE,
    ROW_CHANGED,
    ChartListEntry,
    ListKind,
    PromotionOutcome,
)
from arbiter_fhir.domain.statement import Allergy, Medication
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.promotion.context import PromotionContext
from arbiter_fhir.promotion.fingerprint import clinical_fingerprint
from arbiter_fhir.promotion.list_subject import (
    Likeness,
    ListValue,
    likeness,
    says_none,
    strengths,
    subject_of,
)

__all__ = ["NEW_ENTRY", "ListVerdict", "compare_with_lists", "oppose_lists"]

#: Reason of an entry that nothing speaks for or against.
NEW_ENTRY: Final = "new_entry"
#: Options of the verification lists under which an entry says that it is not so.
_NOT_SO: Final = frozenset({"refuted", "entered-in-error"})


@dataclass(frozen=True, slots=True)
class ListVerdict:
    """An outcome with its reason and the chart's entry behind it."""

    outcome: PromotionOutcome
    reason: str
    table: str = LIST_TABLE
    record_id: int | None = None


def _on(outcome: PromotionOutcome, reason: str, entry: ChartListEntry) -> ListVerdict:
    return ListVerdict(outcome, reason, entry.table, entry.record_id)


def compare_with_lists(
    value: ListValue, context: PromotionContext, *, document_id: DocumentId, patient_id: PatientId
) -> ListVerdict:
    """Compare an entry that holds now with the chart and with what we promoted before."""
    compared = _compared(value, context)
    same = [entry for entry, alike in compared if alike is Likeness.SAME]
    active = [entry for entry in same if entry.active and entry.verification not in _NOT_SO]
    written = _written(context)
    fingerprint = clinical_fingerprint(value, patient_id=patient_id)
    before = [record_id for record_id, _, stored, _ in written if stored == fingerprint]
    gone = [record_id for record_id in before if record_id not in {e.record_id for e in active if _ours(e)}]
    if gone:
        return ListVerdict(PromotionOutcome.CONFLICT, ROW_CHANGED, LIST_TABLE, gone[0])
    if opposite := _said_otherwise(value, context, same, active):
        return opposite
    if active:
        own = {record_id for record_id, document, _, _ in written if document == document_id}
        ours = {record_id for record_id, _, stored, stands in written if stands or stored == fingerprint}
        return _said_already(active, own=own & set(before), ours=ours)
    similar = [entry for entry, alike in compared if alike is Likeness.SIMILAR and entry.active]
    if similar:
        return _on(PromotionOutcome.NEEDS_REVIEW, "similar_entry_in_chart", similar[0])
    return ListVerdict(PromotionOutcome.PROMOTED, NEW_ENTRY)


def oppose_lists(value: ListValue, context: PromotionContext, *, denies: bool) -> ListVerdict:
    """Compare an entry that does not hold now (negated, stopped, none known): it may contradict the chart.

    Args:
        value: The entry.
        context: The chart's lists.
        denies: Whether it says that the patient does not have or take it; otherwise it says too little to contradict.
    """
    if isinstance(value, Allergy) and value.none_known is not None:
        return _none_known(context)
    active = [entry for entry, alike in _compared(value, context) if alike is Likeness.SAME and entry.active]
    if denies and active:
        return _on(PromotionOutcome.CONFLICT, "active_in_chart", active[0])
    return ListVerdict(PromotionOutcome.NOT_PROMOTABLE, "not_stated_as_present")


def _none_known(context: PromotionContext) -> ListVerdict:
    """The statement that there are none has no row in OpenEMR that could be taken back, so it is never written."""
    entries = [e for e in context.lists.entries if e.kind is ListKind.ALLERGY and e.active and not e.taken_back]
    named = [entry for entry in entries if not says_none(entry) and entry.verification not in _NOT_SO]
    if named:
        return _on(PromotionOutcome.CONFLICT, "chart_lists_allergies", named[0])
    if entries:
        return _on(PromotionOutcome.ALREADY_EXISTS, "none_known_in_chart", entries[0])
    if ListKind.ALLERGY in context.lists.none_stated:
        return ListVerdict(PromotionOutcome.ALREADY_EXISTS, "none_known_in_chart")
    return ListVerdict(PromotionOutcome.NOT_PROMOTABLE, "no_place_for_none_known")


def _compared(value: ListValue, context: PromotionContext) -> Sequence[tuple[ChartListEntry, Likeness]]:
    subject = subject_of(value)
    entries = (entry for entry in context.lists.entries if not entry.taken_back)
    return [(entry, likeness(subject, entry, context.terms)) for entry in entries]


def _ours(entry: ChartListEntry) -> bool:
    return entry.table == LIST_TABLE


def _written(context: PromotionContext) -> list[tuple[int, DocumentId, str, bool]]:
    """Our active promotions into the lists: row, document, clinical fingerprint, and whether it counts as in the chart.

    Otherwise somebody has to look at the row, or has a hand in it.
    """
    return [
        (record.record.record_id, record.document_id, fingerprint, record.outcome is PromotionOutcome.PROMOTED)
        for record, fingerprint in context.earlier
        if record.active and record.record is not None and record.record.table == LIST_TABLE
    ]


def _said_otherwise(
    value: ListValue, context: PromotionContext, same: Sequence[ChartListEntry], active: Sequence[ChartListEntry]
) -> ListVerdict | None:
    kind = subject_of(value).kind
    none = [entry for entry in context.lists.entries if entry.active and not entry.taken_back and says_none(entry)]
    if kind is ListKind.ALLERGY and none:
        return _on(PromotionOutcome.CONFLICT, CHART_SAYS_NONE, none[0])
    if kind in context.lists.none_stated:
        return ListVerdict(PromotionOutcome.CONFLICT, CHART_SAYS_NONE)
    refuted = [entry for entry in same if entry.verification in _NOT_SO]
    if refuted:
        return _on(PromotionOutcome.CONFLICT, "refuted_in_chart", refuted[0])
    if same and not active:
        return _on(PromotionOutcome.CONFLICT, "retired_in_chart", same[0])
    if isinstance(value, Medication) and active:
        mine = strengths(value.strength)
        theirs = [(entry, strengths(f"{entry.title} {entry.details}")) for entry in active]
        if mine and all(stated and not stated & mine for _, stated in theirs):
            return _on(PromotionOutcome.CONFLICT, "other_strength_in_chart", theirs[0][0])
    return None


def _said_already(active: Sequence[ChartListEntry], *, own: set[int], ours: set[int]) -> ListVerdict:
    """The chart says it already: by this document, by somebody else, or by another document of ours."""
    mine = [entry for entry in active if _ours(entry) and entry.record_id in own]
    if mine:
        return _on(PromotionOutcome.PROMOTED, "promoted_before", mine[0])
    foreign = [entry for entry in active if not _ours(entry) or entry.record_id not in ours]
    if foreign:
        return _on(PromotionOutcome.ALREADY_EXISTS, "same_entry_in_chart", foreign[0])
    return _on(PromotionOutcome.DUPLICATE_SKIPPED, "same_entry_from_other_document", active[0])
