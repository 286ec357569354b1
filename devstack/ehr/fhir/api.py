"""Routes requests below ``/apis/default/fhir``: switches, token, scope, resource, log."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import text

from devstack.ehr.fhir.capability import capability_statement
from devstack.ehr.fhir.diagnostic_report import DiagnosticReportResource
from devstack.ehr.fhir.document_reference import DocumentReferenceResource
from devstack.ehr.fhir.observation import ObservationResource
from devstack.ehr.fhir.patient import PatientResource
from devstack.ehr.fhir.search import NothingMatchesError
from devstack.ehr.fhir.shapes import Resource, bad_identifier, bundle, not_found
from devstack.ehr.fhir.variant import Variant
from devstack.ehr.messages import Request, Response
from devstack.ehr.oauth import SYSTEM_RESOURCES, AccessDeniedError, AccessGate, OAuthKeys
from devstack.ehr.oauth.discovery import smart_configuration
from devstack.ehr.schema.seeds import SYSTEM_USERNAME
from devstack.ehr.store import DocumentDrive, DriveKeyError
from devstack.ehr.uuids import parse_uuid

if TYPE_CHECKING:
    from devstack.ehr.site import Site

FULL_API_LOG = "2"
"""Value of ``api_log_option`` that keeps whole answers; the default."""


class _Resource(Protocol):
    def search(self, parameters: list[tuple[str, str]]) -> list[Resource]: ...

    def read(self, identifier: uuid.UUID) -> Resource | None: ...


class FhirApi:
    """The FHIR side of one site."""

    def __init__(self, site: Site, variant: Variant, keys: OAuthKeys, gate: AccessGate) -> None:
        self._site = site
        self._variant = variant
        self._keys = keys
        self._gate = gate
        self._drive = DocumentDrive(site)
        self._documents = DocumentReferenceResource(site, variant)
        self._resources: dict[str, _Resource] = {
            "Patient": PatientResource(site),
            "DocumentReference": self._documents,
            "Observation": ObservationResource(site, variant),
            "DiagnosticReport": DiagnosticReportResource(site),
        }

    def answer(self, request: Request, parts: list[str]) -> Response:
        """Returns the answer to one request.

        Args:
            request: The request.
            parts: Path segments below ``/apis/default/fhir``.
        """
        public = self._public_answer(request, parts)
        if public is None and not self._keys.exist():
            return Response.empty(500)
        if self._site.global_value("rest_fhir_api") != "1":
            return Response.empty(501)
        self._keys.ensure()
        try:
            self._drive.check_keys()
        except DriveKeyError:
            # A restore with only one half of the drive keys: PHP dies, and so early that nothing is printed.
            return Response.empty(200 if public else 500)
        return self._protected_answer(request, parts) if public is None else public()

    def _protected_answer(self, request: Request, parts: list[str]) -> Response:
        try:
            token = self._gate.verify(request)
        except AccessDeniedError as denied:
            return denied.response
        resource = parts[0] if parts else ""
        if resource not in SYSTEM_RESOURCES or request.method != "GET":
            return Response.empty(404)
        if not token.may_read(resource):
            return Response.empty(401)
        response = self._resource_answer(request, parts)
        self._log(request, response)
        return response

    def _public_answer(self, request: Request, parts: list[str]) -> Callable[[], Response] | None:
        if request.method != "GET":
            return None
        if parts == ["metadata"]:
            return lambda: Response.json(capability_statement(self._site, self._variant))
        if parts == [".well-known", "smart-configuration"]:
            return lambda: Response.json(smart_configuration(self._site))
        return None

    def _resource_answer(self, request: Request, parts: list[str]) -> Response:
        if parts[0] == "Binary":
            return self._documents.binary(parts[1]) if len(parts) == 2 else Response.empty(404)
        if len(parts) > 2:
            return Response.empty(404)
        handler = self._resources.get(parts[0])
        return self._search(request, handler) if len(parts) == 1 else self._read(parts[1], handler)

    def _search(self, request: Request, handler: _Resource | None) -> Response:
        # A resource type of OpenEMR that the stand-in does not hold has no rows.
        try:
            return bundle(self._site, [] if handler is None else handler.search(request.query()))
        except NothingMatchesError:
            return bundle(self._site, [])

    def _read(self, text_identifier: str, handler: _Resource | None) -> Response:
        identifier = parse_uuid(text_identifier)
        if identifier is None:
            return bad_identifier()
        found = None if handler is None else handler.read(identifier)
        return not_found() if found is None else Response.json(found)

    def _log(self, request: Request, response: Response) -> None:
        # OpenEMR keeps one row per authorized call and, by default, all of a JSON answer in it.
        keep = self._site.global_value("api_log_option") == FULL_API_LOG and response.content_type == "application/json"
        body = response.body.decode("utf-8") if keep else ""
        path = request.path.partition("/apis/default")[2]
        with self._site.connect() as connection:
            user_id = connection.execute(
                text("SELECT id FROM users WHERE username = :name"), {"name": SYSTEM_USERNAME}
            ).scalar_one()
            log_id = connection.execute(
                text(
                    "INSERT INTO log (date, event, category, user, groupname, comments, patient_id, success, log_from)"
                    " VALUES (:now, 'api', 'api', :name, 'Default', '', 0, :success, 'open-emr')"
                ),
                {"now": self._site.local_now(), "name": SYSTEM_USERNAME, "success": int(response.status < 400)},
            ).lastrowid
            connection.execute(
                text(
                    "INSERT INTO api_log (log_id, user_id, patient_id, ip_address, method, request, request_url,"
                    " request_body, response, created_time)"
                    " VALUES (:log, :user, 0, :address, :method, :request, :url, '', :response, NOW())"
                ),
                {
                    "log": log_id,
                    "user": user_id,
                    "address": request.client,
                    "method": request.method,
                    "request": path[:255],
                    "url": f"{self._site.address()}{request.target()}",
                    "response": body,
                },
            )
