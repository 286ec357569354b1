"""The two calls of the standard API that a check of an installation makes: a patient, and a document's upload.

Observed answers of OpenEMR 7.0.1: an upload says `true` and no id; one that is refused says 404 and `null`; a path that
names no category is taken all the same, and the document is in none.
"""

from __future__ import annotations

from datetime import date
from email import policy
from email.parser import BytesParser
from typing import TYPE_CHECKING

from sqlalchemy import text

from devstack.ehr.messages import JSON, JsonValue, Request, Response
from devstack.ehr.oauth import AccessDeniedError, AccessGate, OAuthKeys

if TYPE_CHECKING:
    from devstack.ehr.site import Site
    from devstack.ehr.store import EhrStore

__all__ = ["StandardApi"]

_REQUIRED = ("fname", "lname", "DOB", "sex")


class StandardApi:
    """`/apis/default/api`, for user tokens.

    Args:
        site: Rows, files, clock.
        store: What OpenEMR does to a chart.
        keys: Whether tokens can be checked at all.
        gate: Checks tokens.
    """

    def __init__(self, site: Site, store: EhrStore, keys: OAuthKeys, gate: AccessGate) -> None:
        self._site = site
        self._store = store
        self._keys = keys
        self._gate = gate

    def answer(self, request: Request, parts: list[str]) -> Response:
        """Returns the answer to one request; ``parts`` are the path's segments below ``/apis/default/api``."""
        if not self._keys.exist():
            return Response.empty(500)
        if self._site.global_value("rest_api") != "1":
            return Response.empty(501)
        try:
            token = self._gate.verify(request)
        except AccessDeniedError as denied:
            return denied.response
        return self._allowed(request, parts, token.scopes)

    def _allowed(self, request: Request, parts: list[str], scopes: frozenset[str]) -> Response:
        match (request.method, parts):
            case ("POST", ["patient"]) if "user/patient.write" in scopes:
                return self._new_patient(request)
            case ("POST", ["patient", pid, "document"]) if "user/document.write" in scopes:
                return self._upload(request, int(pid))
            case ("GET", ["patient", pid, "document"]) if "user/document.read" in scopes:
                return self._listing(request, int(pid))
        # A backend client has no business here, and a scope that is missing looks the same.
        return Response.empty(401)

    def _new_patient(self, request: Request) -> Response:
        fields = request.json_object()
        missing = [name for name in _REQUIRED if not fields.get(name)]
        if missing:
            errors: dict[str, JsonValue] = {
                name: {"Required::NON_EXISTENT_KEY": f"{name} must be provided"} for name in missing
            }
            return Response.json({"validationErrors": errors, "internalErrors": [], "data": []}, 400)
        created = self._store.create_patient(
            fname=str(fields["fname"]),
            lname=str(fields["lname"]),
            dob=date.fromisoformat(str(fields["DOB"])),
            sex=str(fields["sex"]),
        )
        data: dict[str, JsonValue] = {"pid": created.pid, "uuid": str(created.uuid)}
        return Response.json({"validationErrors": [], "internalErrors": [], "data": data}, 201)

    def _upload(self, request: Request, pid: int) -> Response:
        head = f"Content-Type: {request.headers.get('content-type', '')}\r\n\r\n".encode()
        form = BytesParser(policy=policy.HTTP).parsebytes(head + request.body)
        for part in form.iter_parts() if form.is_multipart() else ():
            if part.get_param("name", header="content-disposition") == "document":
                content = part.get_payload(decode=True)
                if isinstance(content, bytes) and content:
                    category = self._category(dict(request.query()).get("path", ""))
                    self._store.store_document(pid, category, part.get_filename() or "document", content)
                    return Response(200, b"true", JSON)
        return Response.json(None, 404)

    def _listing(self, request: Request, pid: int) -> Response:
        category = self._category(dict(request.query()).get("path", ""))
        with self._site.connect() as connection:
            rows = connection.execute(
                text(
                    "SELECT documents.id, documents.mimetype FROM documents JOIN categories_to_documents AS link"
                    " ON link.document_id = documents.id AND link.category_id = :category"
                    " WHERE documents.foreign_id = :pid AND documents.deleted = 0 ORDER BY documents.id"
                ),
                {"category": category, "pid": pid},
            ).all()
        return Response.json([{"id": int(row.id), "mimetype": str(row.mimetype)} for row in rows])

    def _category(self, path: str) -> int | None:
        """The category of a path: names in lower case, spaces removed there and underscores here."""
        wanted = path.rstrip("/").rpartition("/")[2].lower().replace("_", "")
        with self._site.connect() as connection:
            for row in connection.execute(text("SELECT id, name FROM categories ORDER BY id")):
                if str(row.name).lower().replace(" ", "") == wanted:
                    return int(row.id)
        return None
