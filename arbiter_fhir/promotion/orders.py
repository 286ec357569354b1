"""Which open order a result answers: one that asked for this test before the specimen was taken, and only one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from arbiter_fhir.domain.analyte import (
    group_members,
    group_spellings,
    identify_analyte,
    name_words,
    same_analyte,
)
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.lab_comparison import fact_identity
from arbiter_fhir.domain.promotion import OpenOrder, OrderLine, OrderSlot

__all__ = ["answered_order"]

#: A laboratory order is good for a year, the ordinary limit of standing orders; an older one that waits is a leftover.
ORDER_VALID = timedelta(days=365)


def answered_order(lab: LabResult, orders: Iterable[OpenOrder]) -> OrderSlot | None:
    """The one line of the one open order that the result answers; ``None`` for none and for several.

    Args:
        lab: A result with its full collection date.
        orders: The patient's open orders.
    """
    if lab.collection_date is None:
        return None
    taken = lab.collection_date.day
    fitting = [
        OrderSlot(order.order_id, line.sequence, order.status)
        for order in orders
        if order.ordered_at is not None and timedelta() <= taken - order.ordered_at.date() <= ORDER_VALID
        for line in order.lines
        if _asks_for(line, lab)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _asks_for(line: OrderLine, lab: LabResult) -> bool:
    wanted = fact_identity(lab)
    if same_analyte(identify_analyte(line.name, loinc=line.code), wanted):
        return True
    groups = _groups(line.name)
    if wanted.key is not None and any(wanted.key in group_members(group) for group in groups):
        return True
    panel = lab.panel.strip()
    return bool(panel) and (name_words(panel) == name_words(line.name) or bool(groups & _groups(panel)))


def _groups(name: str) -> frozenset[str]:
    words = name_words(name)
    return frozenset(group for group, spellings in group_spellings().items() if words in spellings)
