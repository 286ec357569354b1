"""How sure a fact has to be before it is written without a person: set by the site, tried out before it holds.

A bar can only hold back what would have been written: no setting lets anything into the chart that the rules of
promotion keep out. What is in the chart already stays there when a bar is raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.audit import AuditAction, AuditEvent
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.review import AutomationRule
from arbiter_fhir.errors import ErrorCode, RequestError
from arbiter_fhir.ports.access import Caller
from arbiter_fhir.ports.reviews import AutomationStore, DecidedCounts
from arbiter_fhir.ports.stores import AuditLog

__all__ = ["WRITTEN_KINDS", "AutomationPipeline", "RulePreview"]

#: Kinds of facts that have a place in the chart at all.
WRITTEN_KINDS = frozenset({FactType.LAB_RESULT, FactType.ALLERGY, FactType.MEDICATION, FactType.PROBLEM})


@dataclass(frozen=True, slots=True)
class RulePreview:
    """What a bar would have done with what was read.

    Attributes:
        would_write: Facts that it lets through.
        would_wait: Facts that it holds for a person.
        decided: Decisions on facts that reach it.
    """

    rule: AutomationRule
    would_write: int
    would_wait: int
    decided: DecidedCounts

    @property
    def share_accepted(self) -> float | None:
        """Share of decided facts that people approved as they were read; ``None``: nobody decided, so not measured."""
        return self.decided.approved / self.decided.total if self.decided.total else None


class AutomationPipeline:
    """Reads, changes and tries out a site's bars."""

    def __init__(self, *, store: AutomationStore, audit: AuditLog) -> None:
        self._store = store
        self._audit = audit

    def rules(self) -> Sequence[AutomationRule]:
        """The site's bars."""
        return self._store.rules()

    def replace(self, rules: Sequence[AutomationRule], *, caller: Caller) -> Sequence[AutomationRule]:
        """Make these the site's bars; the change is audited.

        Raises:
            RequestError: Two bars for one kind, or a bar for a kind that is never written.
        """
        _require_sense(rules)
        self._store.replace(rules, by=caller.key_id)
        self._audit.append(
            AuditEvent(
                AuditAction.AUTOMATION_CHANGED,
                caller.actor_type,
                caller.key_id,
                None,
                {
                    "rules": [
                        {
                            "doc_type": rule.doc_type.value,
                            "fact_type": rule.fact_type,
                            "mode": rule.mode.value,
                            "min_confidence": rule.min_confidence,
                        }
                        for rule in rules
                    ]
                },
            )
        )
        return self._store.rules()

    def preview(self, rules: Sequence[AutomationRule], *, days: int) -> list[RulePreview]:
        """What these bars would have done with the facts of the last days, and what people said about such facts.

        Raises:
            RequestError: As `replace`.
        """
        _require_sense(rules)
        found = []
        for rule in rules:
            written, waiting = self._store.written_and_waiting(rule, days=days)
            found.append(RulePreview(rule, written, waiting, self._store.decided(rule, days=days)))
        return found


def _require_sense(rules: Sequence[AutomationRule]) -> None:
    kinds = [(rule.doc_type, rule.fact_type) for rule in rules]
    if len(set(kinds)) != len(kinds):
        raise RequestError(ErrorCode.REQUEST_INVALID, "There is more than one rule for one kind of fact.")
    if any(FactType(kind) not in WRITTEN_KINDS for _, kind in kinds):
        raise RequestError(ErrorCode.REQUEST_INVALID, "A rule names a kind of fact that is never written into a chart.")
