"""A decided question to JSON and back: words of the vocabularies, days and numbers; free text only as clean text."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any, Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.question import (
    AskedDetail,
    AskedDocument,
    AskedFlag,
    AskedSource,
    AskedState,
    DateAnchor,
    DateWindow,
    Intent,
    Pick,
    RoutedQuestion,
    Topic,
    ValueBound,
)
from arbiter_fhir.domain.seal import DEID_SEAL

__all__ = ["routed_from_json", "routed_to_json"]

#: What a question leans on grows with each turn; so much of its end is kept.
_LEANS_ON_CHARS: Final = 600


def routed_to_json(question: RoutedQuestion) -> dict[str, object]:
    """All that a following question can take over; not what was corrected or left out in this one."""
    return {
        "intent": question.intent.value,
        "analytes": list(question.analytes),
        "reason": question.reason,
        "latest_only": question.latest_only,
        "topics": [topic.value for topic in question.topics],
        "subjects": list(question.subjects),
        "when": _window_to_json(question.when),
        "steps_back": question.steps_back,
        "document": _document_to_json(question.document),
        "unit": question.unit,
        "follows": question.follows,
        "relations": list(question.relations),
        "leans_on": question.leans_on.value[-_LEANS_ON_CHARS:] if question.leans_on is not None else None,
        "detail": question.detail.value if question.detail else None,
        "pick": question.pick.value if question.pick else None,
        "newest_count": question.newest_count,
        "bound": [question.bound.comparator, str(question.bound.value)] if question.bound else None,
        "flagged": question.flagged.value if question.flagged else None,
        "state": question.state.value if question.state else None,
        "source": question.source.value if question.source else None,
        "excluded": list(question.excluded),
    }


def routed_from_json(text: str, stored: Mapping[str, Any]) -> RoutedQuestion:
    """Read back what `routed_to_json` wrote.

    Args:
        text: The clean question.
        stored: The JSON.

    Raises:
        ValueError: A word of it is not known to this version.
        KeyError: Something is missing.
    """
    leans_on, bound = stored["leans_on"], stored["bound"]
    return RoutedQuestion(
        text=DeidentifiedText(text, DEID_SEAL),
        intent=Intent(stored["intent"]),
        analytes=tuple(stored["analytes"]),
        reason=str(stored["reason"]),
        latest_only=bool(stored["latest_only"]),
        topics=tuple(Topic(topic) for topic in stored["topics"]),
        subjects=tuple(stored["subjects"]),
        when=_window_from_json(stored["when"]),
        steps_back=int(stored["steps_back"]),
        document=_document_from_json(stored["document"]),
        unit=str(stored["unit"]),
        follows=bool(stored["follows"]),
        relations=tuple(stored["relations"]),
        leans_on=DeidentifiedText(leans_on, DEID_SEAL) if leans_on is not None else None,
        detail=AskedDetail(stored["detail"]) if stored["detail"] else None,
        pick=Pick(stored["pick"]) if stored["pick"] else None,
        newest_count=int(stored["newest_count"]),
        bound=ValueBound(bound[0], Decimal(bound[1])) if bound else None,
        # What came in later is absent from a turn that an older version kept.
        flagged=AskedFlag(stored["flagged"]) if stored.get("flagged") else None,
        state=AskedState(stored["state"]) if stored.get("state") else None,
        source=AskedSource(stored["source"]) if stored.get("source") else None,
        excluded=tuple(stored.get("excluded", ())),
    )


def _window_to_json(when: DateWindow | None) -> dict[str, str | None] | None:
    if when is None:
        return None
    days = {"start": when.start, "end": when.end, "around": when.around}
    return {
        **{name: day.isoformat() if day else None for name, day in days.items()},
        "anchor": when.anchor.value if when.anchor else None,
    }


def _window_from_json(stored: Mapping[str, str | None] | None) -> DateWindow | None:
    if stored is None:
        return None
    anchor = stored["anchor"]
    return DateWindow(
        _day(stored["start"]), _day(stored["end"]), _day(stored["around"]), DateAnchor(anchor) if anchor else None
    )


def _day(stored: str | None) -> date | None:
    return date.fromisoformat(stored) if stored else None


def _document_to_json(document: AskedDocument | None) -> dict[str, object] | None:
    if document is None:
        return None
    kind = document.doc_type.value if document.doc_type else None
    return {"doc_type": kind, "newest": document.newest, "number": document.number}


def _document_from_json(stored: Mapping[str, Any] | None) -> AskedDocument | None:
    if stored is None:
        return None
    kind, number = stored["doc_type"], stored["number"]
    return AskedDocument(
        DocType(kind) if kind else None, bool(stored["newest"]), int(number) if number is not None else None
    )
