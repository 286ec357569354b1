"""One controller per resource; each only calls pipelines and shapes JSON."""

from arbiter_fhir.api.controllers.automation import AutomationController
from arbiter_fhir.api.controllers.documents import DocumentController
from arbiter_fhir.api.controllers.facts import FactController
from arbiter_fhir.api.controllers.health import HealthController
from arbiter_fhir.api.controllers.jobs import JobController
from arbiter_fhir.api.controllers.mappings import MappingController
from arbiter_fhir.api.controllers.pages import PageController
from arbiter_fhir.api.controllers.patients import PatientController
from arbiter_fhir.api.controllers.queries import QueryController
from arbiter_fhir.api.controllers.reviews import ReviewController
from arbiter_fhir.api.controllers.sources import SourceController
from arbiter_fhir.api.controllers.status import StatusController

__all__ = ["CONTROLLERS"]

CONTROLLERS = (
    HealthController,
    QueryController,
    JobController,
    FactController,
    DocumentController,
    MappingController,
    PatientController,
    SourceController,
    PageController,
    StatusController,
    ReviewController,
    AutomationController,
)
