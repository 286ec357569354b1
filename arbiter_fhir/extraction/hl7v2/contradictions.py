"""Statements of one message against each other: that no allergies are known, beside an allergy."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.domain.statement import Allergy
from arbiter_fhir.extraction.hl7v2.drafts import Draft
from arbiter_fhir.extraction.narrative.contradictions import is_allergy_of_kind
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["doubt_contradictions"]


def doubt_contradictions(drafts: Sequence[Draft]) -> None:
    """Doubt both where a message says that there are none of a kind and names one of it.

    Args:
        drafts: Of one message; changed in place.
    """
    told = [(each, each.value) for each in drafts if isinstance(each.value, Allergy)]
    for none, statement in told:
        if statement.none_known is None:
            continue
        against = [each for each, value in told if is_allergy_of_kind(value, statement.none_known)]
        for each in [none, *against] if against else ():
            if Reason.CONTRADICTED_IN_DOCUMENT not in each.reasons:
                each.reasons.append(Reason.CONTRADICTED_IN_DOCUMENT)
