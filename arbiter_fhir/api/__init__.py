"""The HTTP edge: keys, scopes, problem+json, controllers.

*Takes* requests. *Gives* JSON. *Never* decides anything clinical, and never sees a tenant named by a caller.
"""

from arbiter_fhir.api.authentication import authenticate_request, fence, requires
from arbiter_fhir.api.controllers import CONTROLLERS
from arbiter_fhir.api.error_responses import EXCEPTION_HANDLERS

__all__ = ["CONTROLLERS", "EXCEPTION_HANDLERS", "authenticate_request", "fence", "requires"]
