"""Placeholders of a validated answer become names and dates again: for its caller, and only those that it shows."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter_fhir.answering import placeholders_in
from arbiter_fhir.domain.answer import ValidatedAnswer
from arbiter_fhir.domain.deid import PhiMap
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.custody import PhiMapReader
from arbiter_fhir.retrieval import GatheredEvidence

__all__ = ["restore_labels"]


def restore_labels(
    answer: ValidatedAnswer, gathered: GatheredEvidence, *, view: RecordView, maps: PhiMapReader | None
) -> Mapping[str, str]:
    """Label to value, for the labels that an answer shows and whose value is known.

    Args:
        answer: It has passed validation.
        gathered: The evidence that it was made from.
        view: Whose evidence it is: no map of another patient, or of a document that is closed, can be asked for.
        maps: The encrypted maps of documents; ``None`` where this installation restores nothing from documents.

    Raises:
        DeidentificationError: A stored value does not decrypt as what it claims to be.
    """
    restored: dict[str, str] = {}
    read: dict[DocumentId, PhiMap] = {}
    for label in placeholders_in(answer):
        origin = gathered.bundle.placeholders.get(label)
        if origin is None:
            continue
        if origin.document_id is None:
            value = gathered.values.get(label)
        elif maps is None or origin.document_id not in view.documents:
            value = None
        else:
            if origin.document_id not in read:
                read[origin.document_id] = maps.read(view.patient_id, origin.document_id)
            value = next(iter(read[origin.document_id].values.get(origin.label, ())), None)
        if value is not None:
            restored[label] = value
    return restored
