"""How sure a fact has to be before it is written without a person: set by the site, tried out before it holds.

A bar can only hold back what would have been written: no setting lets anything into the chart that the rules of
promotion keep out. What is in the chart already stays there when a bar is raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.audit import AuditAction, AuditEvent
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.review import AutomationRule, ReviewWord
from arbiter_fhir.domain.tenant import FactId
from arbiter_fhir.errors import ErrorCode, RequestError
from arbiter_fhir.ports.access import Caller
from arbiter_fhir.ports.automation import AutomationStore, WeighedFact
from arbiter_fhir.ports.stores import AuditLog

__all__ = ["WRITTEN_KINDS", "AutomationPipeline", "DecidedCounts", "RulePreview", "weigh"]

#: Kinds of facts that have a place in the chart at all.
WRITTEN_KINDS = frozenset({FactType.LAB_RESULT, FactType.ALLERGY, FactType.MEDICATION, FactType.PROBLEM})


@dataclass(frozen=True, slots=True)
class DecidedCounts:
    """What reviewers decided, by number."""

    approved: int = 0
    corrected: int = 0
    kept: int = 0
    rejected: int = 0

    @property
    def total(self) -> int:
        """All decisions."""
        return self.approved + self.corrected + self.kept + self.rejected


@dataclass(frozen=True, slots=True)
class RulePreview:
    """What a bar would have done with what was read.

    Attributes:
        writes: Facts that nobody decided about and that it lets through, of several that say the same the surest one.
        holds: Facts that nobody decided about and that it holds for a person, counted alike.
        would_write: How many it would have let through, those that people decided about among them.
        would_wait: How many it would have held, counted alike.
        decided: Decisions on facts that reach it.
    """

    rule: AutomationRule
    writes: tuple[FactId, ...]
    holds: tuple[FactId, ...]
    would_write: int
    would_wait: int
    decided: DecidedCounts

    @property
    def share_accepted(self) -> float | None:
        """Share of decided facts that people approved as they were read; ``None``: nobody decided, so not measured."""
        return self.decided.approved / self.decided.total if self.decided.total else None


def weigh(rule: AutomationRule, facts: Sequence[WeighedFact]) -> RulePreview:
    """Try a bar on facts: it decides by the very word that promotion asks (`AutomationRule.holds_back`)."""
    surest: dict[str, WeighedFact] = {}
    for fact in facts:
        if fact.decided is None and (fact.says not in surest or surest[fact.says].confidence < fact.confidence):
            surest[fact.says] = fact
    decided = [fact for fact in facts if fact.decided is not None]
    held: dict[bool, list[WeighedFact]] = {True: [], False: []}
    for fact in (*surest.values(), *decided):
        held[rule.holds_back(fact.confidence)].append(fact)
    return RulePreview(
        rule,
        writes=tuple(sorted(fact.fact_id for fact in held[False] if fact.fact_id is not None)),
        holds=tuple(sorted(fact.fact_id for fact in held[True] if fact.fact_id is not None)),
        would_write=len(held[False]),
        would_wait=len(held[True]),
        decided=_counted([fact for fact in decided if rule.reaches(fact.confidence)]),
    )


def _counted(decided: Sequence[WeighedFact]) -> DecidedCounts:
    approved = [fact for fact in decided if fact.decided is ReviewWord.APPROVE]
    corrected = sum(fact.corrected for fact in approved)
    return DecidedCounts(
        approved=len(approved) - corrected,
        corrected=corrected,
        kept=sum(fact.decided is ReviewWord.KEEP for fact in decided),
        rejected=sum(fact.decided is ReviewWord.REJECT for fact in decided),
    )


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
        return [weigh(rule, self._store.weighed(rule.doc_type, rule.fact_type, days=days)) for rule in rules]


def _require_sense(rules: Sequence[AutomationRule]) -> None:
    kinds = [(rule.doc_type, rule.fact_type) for rule in rules]
    if len(set(kinds)) != len(kinds):
        raise RequestError(ErrorCode.REQUEST_INVALID, "There is more than one rule for one kind of fact.")
    if any(FactType(kind) not in WRITTEN_KINDS for _, kind in kinds):
        raise RequestError(ErrorCode.REQUEST_INVALID, "A rule names a kind of fact that is never written into a chart.")
