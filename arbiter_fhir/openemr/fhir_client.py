"""OpenEMR's FHIR API, read only, as far as documents need it: Patient, DocumentReference, Binary, metadata.

What comes back is not trusted to be what was asked for: the patient is compared again on everything received. Searches
use no optional parameter, since OpenEMR answers one that it does not know with an empty bundle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from arbiter_fhir.errors import ChartError, ErrorCode, SourceError
from arbiter_fhir.openemr.address import SiteAddress
from arbiter_fhir.openemr.exchange import HttpAnswer, HttpExchange, HttpLimits, HttpRequest
from arbiter_fhir.openemr.oauth import TokenSource
from arbiter_fhir.openemr.refusal import refusal
from arbiter_fhir.openemr.shapes import (
    BundleShape,
    CapabilityShape,
    DocumentReferenceShape,
    PatientShape,
    parse_member,
    read_shape,
)
from arbiter_fhir.telemetry import log_event

__all__ = ["BINARY_LIMITS", "Capability", "FhirClient", "FhirDocument"]

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_ROUTE = re.compile(r"[A-Za-z]+(/[0-9a-f-]{36}(/Binary)?)?")

#: The reader's cap for a document (security notes, section 3) and a little for framing.
BINARY_BYTES = 50 * 1024 * 1024 + 64 * 1024
#: PHP decrypts the whole file before the first byte.
BINARY_LIMITS = HttpLimits(read_seconds=30.0, total_seconds=120.0, body_bytes=BINARY_BYTES)
#: No paging, and 13 ms for each document: 2,001 of them took 30 s on a live instance.
SEARCH_LIMITS = HttpLimits(read_seconds=120.0, total_seconds=180.0)
READ_LIMITS = HttpLimits()


@dataclass(frozen=True, slots=True)
class Capability:
    """What the server says about itself.

    Attributes:
        software_version: OpenEMR's version; empty where it does not say.
        fhir_version: Such as ``4.0.1``.
        server_time: The server's clock, to the second, aware; ``None`` where it does not say.
    """

    software_version: str
    fhir_version: str
    server_time: datetime | None = None


@dataclass(frozen=True, slots=True)
class FhirDocument:
    """One DocumentReference.

    Attributes:
        uuid: Its id, which is also the id of its Binary.
        patient_uuid: Whose it is.
        deleted: Whether its status is ``entered-in-error``.
        route: Path of its bytes below the FHIR base, from `attachment.url`; ``None`` where that leads elsewhere.
    """

    uuid: str
    patient_uuid: str
    deleted: bool
    route: str | None = field(repr=False)


def _date_of(answer: HttpAnswer) -> datetime | None:
    try:
        said = parsedate_to_datetime(answer.server_date)
    except ValueError:
        return None
    # A date without a zone means UTC (RFC 9110, 5.6.7).
    return said if said.tzinfo else said.replace(tzinfo=UTC)


class FhirClient:
    """Reads from one site; safe to share between threads.

    Args:
        exchange: How to reach OpenEMR.
        address: Where it is.
        tokens: Access tokens with the scopes of `oauth.SYSTEM_SCOPES`.
    """

    def __init__(self, exchange: HttpExchange, address: SiteAddress, tokens: TokenSource) -> None:
        self._exchange = exchange
        self._address = address
        self._tokens = tokens

    def capability(self) -> Capability:
        """The server's version; needs no token.

        Raises:
            ChartError: E_EHR_DISABLED, E_EHR_UNAVAILABLE or E_EHR_BAD_ANSWER.
        """
        doing = "reading the server's metadata"
        answer = self._exchange.send(
            lambda: HttpRequest(url=f"{self._address.fhir_url}/metadata"), doing=doing, limits=READ_LIMITS
        )
        if answer.status != 200:
            raise refusal(answer, doing)
        found = read_shape(CapabilityShape, answer, doing=doing)
        software = (found.software.version or "") if found.software else ""
        return Capability(software, found.fhir_version, _date_of(answer))

    def binary(self, document: FhirDocument | str) -> bytes | None:
        """A document's bytes as OpenEMR gives them; ``None`` where it knows no such document any more.

        Args:
            document: The document's uuid, or its DocumentReference where its route is to be followed.

        Raises:
            SourceError: E_SOURCE_MISSING (retryable): 500 with an empty body, OpenEMR's sign of a file that is gone.
            ChartError: OpenEMR refused, failed, or gave an empty or over-long body.
        """
        doing = "reading a document"
        route = f"Binary/{_require_uuid(document)}" if isinstance(document, str) else document.route
        if route is None:
            return None
        answer = self._get(route, {}, scope="system/Binary.read", doing=doing, limits=BINARY_LIMITS)
        if answer.status == 404:
            return None
        if answer.status == 500 and not answer.body:
            raise SourceError(
                ErrorCode.SOURCE_MISSING,
                "OpenEMR lists the document but answered 500 with an empty body when asked for it, as it does when the"
                " file is gone from its disk or its drive keys do not fit.",
                retryable=True,
            )
        if answer.status != 200:
            raise refusal(answer, doing)
        if not answer.body:
            raise ChartError(
                ErrorCode.EHR_BAD_ANSWER,
                "OpenEMR answered 200 with an empty body instead of a document.",
                retryable=True,
            )
        return answer.body

    def document_reference(self, uuid: str, *, patient_uuid: str) -> FhirDocument | None:
        """One DocumentReference; ``None`` where there is none.

        Raises:
            ChartError: E_EHR_BAD_ANSWER: it is another patient's or another document; or OpenEMR refused or failed.
        """
        doing = "reading a DocumentReference"
        answer = self._get(
            f"DocumentReference/{_require_uuid(uuid)}",
            {},
            scope="system/DocumentReference.read",
            doing=doing,
            limits=READ_LIMITS,
        )
        if answer.status == 404:
            return None
        if answer.status != 200:
            raise refusal(answer, doing)
        found = self._fhir_document(read_shape(DocumentReferenceShape, answer, doing=doing))
        if found is None or found.patient_uuid != patient_uuid or found.uuid != uuid:
            raise ChartError(
                ErrorCode.EHR_BAD_ANSWER,
                "OpenEMR answered with another document or another patient's document; it was not used.",
            )
        return found

    def document_references(self, *, patient_uuid: str) -> tuple[FhirDocument, ...]:
        """All of a patient's DocumentReferences, each once. An empty answer is no proof that there are none.

        Raises:
            ChartError: OpenEMR refused or failed, or sent no bundle.
        """
        query = {"patient": _require_uuid(patient_uuid)}
        kept: dict[str, FhirDocument] = {}
        foreign = 0
        for plain in self._search("DocumentReference", query, doing="searching a patient's documents"):
            shape = parse_member(DocumentReferenceShape, plain)
            found = self._fhir_document(shape) if shape else None
            if found is None or found.patient_uuid != patient_uuid:
                foreign += 1
            else:
                kept.setdefault(found.uuid, found)
        _log_foreign(foreign)
        return tuple(kept.values())

    def patient_uuids(self, *, mrn: str) -> tuple[str, ...]:
        """FHIR ids of the patients with this record number, compared again on what came back.

        OpenEMR gives a patient his FHIR id when he is first read this way.

        Raises:
            ChartError: OpenEMR refused or failed, or sent no bundle.
        """
        found: dict[str, None] = {}
        foreign = 0
        for plain in self._search("Patient", {"identifier": mrn}, doing="searching a patient"):
            patient = parse_member(PatientShape, plain)
            numbers = {each.value for each in (patient.identifier or ()) if each} if patient else set()
            if patient and mrn in numbers and _UUID.fullmatch(patient.id):
                found[patient.id] = None
            else:
                foreign += 1
        _log_foreign(foreign)
        return tuple(found)

    def _search(self, resource: str, query: Mapping[str, str], *, doing: str) -> Iterator[Mapping[str, object]]:
        """The members of a search, whatever the type of the bundle; null members are passed over."""
        answer = self._get(resource, query, scope=f"system/{resource}.read", doing=doing, limits=SEARCH_LIMITS)
        if answer.status != 200:
            raise refusal(answer, doing)
        bundle = read_shape(BundleShape, answer, doing=doing)
        for entry in bundle.entry or ():
            if entry is not None and entry.resource is not None:
                yield entry.resource

    def _get(self, route: str, query: Mapping[str, str], *, scope: str, doing: str, limits: HttpLimits) -> HttpAnswer:
        """An answer other than 401: with JSON it means an old token, without a body a missing scope."""
        token = self._tokens.token()
        answer = self._send(route, query, token, doing, limits)
        if answer.status == 401 and answer.is_json:
            answer = self._send(route, query, self._tokens.renew(token), doing, limits)
        if answer.status == 401 and answer.is_json:
            raise ChartError(
                ErrorCode.EHR_AUTH,
                f"OpenEMR refused a new access token while {doing}: check its clock, that a proxy passes the"
                " Authorization header on, and its OAuth2 key pair.",
            )
        if answer.status == 401:
            raise ChartError(
                ErrorCode.EHR_SCOPE,
                f"OpenEMR wants a scope that the token lacks while {doing}: register the client with {scope}.",
            )
        return answer

    def _send(self, route: str, query: Mapping[str, str], token: str, doing: str, limits: HttpLimits) -> HttpAnswer:
        request = HttpRequest(url=f"{self._address.fhir_url}/{route}", query=query, token=token)
        return self._exchange.send(lambda: request, doing=doing, limits=limits)

    def _fhir_document(self, shape: DocumentReferenceShape) -> FhirDocument | None:
        subject = (shape.subject.reference or "") if shape.subject else ""
        patient_uuid = subject.removeprefix("Patient/")
        if not (_UUID.fullmatch(shape.id) and _UUID.fullmatch(patient_uuid)):
            return None
        urls = [
            content.attachment.url
            for content in shape.content or ()
            if content is not None and content.attachment is not None and content.attachment.url
        ]
        return FhirDocument(
            uuid=shape.id,
            patient_uuid=patient_uuid,
            deleted=shape.status == "entered-in-error",
            route=self._route(urls[0]) if len(urls) == 1 else None,
        )

    def _route(self, url: str) -> str | None:
        """The path below the FHIR base; the host is left out, since it is the site's idea of its own address."""
        marker = f"/apis/{self._address.site}/fhir/"
        _, found, route = urlsplit(url).path.partition(marker)
        return route if found and _ROUTE.fullmatch(route) else None


def _require_uuid(text: str) -> str:
    if not _UUID.fullmatch(text):
        # OpenEMR answers 200 and an empty body, or an empty bundle, to an id that is not a uuid.
        raise ChartError(ErrorCode.EHR_BAD_ANSWER, "A FHIR id of OpenEMR is a lower-case uuid; this one is not.")
    return text


def _log_foreign(count: int) -> None:
    if count:
        log_event("chart.foreign_resources_dropped")
