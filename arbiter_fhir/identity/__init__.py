"""The identity gate: whose document is this?

*Takes* the identifiers printed on a document, and the chart's own record of the patient under whom it was filed.
*Gives* the document's parts, a decision on each with its reason and field-by-field outcomes free of values, and the
facts and placeholders that may become evidence.
*Never* reads or writes anything, never puts an identifier's value into a decision, never takes blank for agreement.
"""

from arbiter_fhir.identity.activation import activate, own_phi, review_identity
from arbiter_fhir.identity.decide import decide_identity
from arbiter_fhir.identity.dividing import divide
from arbiter_fhir.identity.names import compare_name
from arbiter_fhir.identity.parts import decide_document
from arbiter_fhir.identity.reviewing import apply_identity_reviews
from arbiter_fhir.identity.self_reference import mask_own_name

__all__ = [
    "activate",
    "apply_identity_reviews",
    "compare_name",
    "decide_document",
    "decide_identity",
    "divide",
    "mask_own_name",
    "own_phi",
    "review_identity",
]
