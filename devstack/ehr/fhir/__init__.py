"""The FHIR R4 API as OpenEMR 7.0.1 serves it (and, in one variant, as 8.x is read to).

*Takes* requests below ``/apis/default/fhir``.
*Gives* Patient, DocumentReference, Binary, Observation and DiagnosticReport with the oddities that were observed:
``collection`` bundles, no paging, empty bundles for unknown parameters, decimals cut off.
*Never* writes, but for identifiers of rows that have none and for the log of calls.
"""

from devstack.ehr.fhir.api import FhirApi
from devstack.ehr.fhir.variant import Variant

__all__ = ["FhirApi", "Variant"]
