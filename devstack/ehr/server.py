"""Starts and stops the stand-in inside a process."""

from __future__ import annotations

import json
import ssl
import threading
import urllib.request
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import text

from devstack.ehr.application import Application
from devstack.ehr.certificates import ServerCertificate, issue_server_certificate
from devstack.ehr.connection import EhrServer, Traffic
from devstack.ehr.database import open_engine
from devstack.ehr.faults import FaultBook
from devstack.ehr.fhir import Variant
from devstack.ehr.site import SITE_NAME, Clock, Site, system_clock
from devstack.ehr.store import EhrStore

HTTP_TIMEOUT_SECONDS = 10
POLL_SECONDS = 0.05

BACKEND_SCOPES = (
    "system/Patient.read",
    "system/DocumentReference.read",
    "system/Binary.read",
    "system/Observation.read",
)


class StandInEhr:
    """An OpenEMR to develop and test against, on a port of 127.0.0.1.

    Args:
        database_url: SQLAlchemy URL of a schema that ``install_schema`` has filled.
        documents_dir: Folder for document files and keys; made if it is not there.
        variant: Which OpenEMR to play.
        tls: Whether to speak HTTPS with a certificate of an authority of its own (see ``ca_pem``).
        port: TCP port; 0 for a free one, kept over ``stop`` and ``start``.
        browse: Whether ``/`` shows the chart to people.
        configure: Whether ``start`` switches the APIs on and sets the public address, as an administrator
            would; with False the site is as it was left in ``globals``.
        clock: Present time, for tests of expiry.
        site: The site's name in addresses.
    """

    def __init__(
        self,
        database_url: str,
        documents_dir: Path,
        *,
        variant: Variant | str = Variant.V7_0_1,
        tls: bool = False,
        port: int = 0,
        browse: bool = True,
        configure: bool = True,
        clock: Clock = system_clock,
        site: str = SITE_NAME,
    ) -> None:
        documents_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.site = Site(open_engine(database_url), documents_dir.absolute(), clock, site)
        self.store = EhrStore(self.site)
        self.faults = FaultBook()
        self.traffic = Traffic()
        self._variant = Variant(variant)
        self._browse = browse
        self._configure = configure
        self._port = port
        self._certificate = (
            issue_server_certificate(documents_dir.parent / f"{documents_dir.name}-tls") if tls else None
        )
        self._server: EhrServer | None = None
        self._thread: threading.Thread | None = None

    @property
    def ca_pem(self) -> Path | None:
        """Certificate that clients must trust, None without TLS."""
        return None if self._certificate is None else self._certificate.ca_pem

    @property
    def base_url(self) -> str:
        """Address of the server, without a trailing slash."""
        scheme = "http" if self._certificate is None else "https"
        return f"{scheme}://127.0.0.1:{self._port}"

    @property
    def fhir_base_url(self) -> str:
        """Base URL of the FHIR API."""
        return f"{self.base_url}/apis/{self.site.name}/fhir"

    @property
    def token_url(self) -> str:
        """Token endpoint, which is also the audience of an assertion."""
        return f"{self.base_url}/oauth2/{self.site.name}/token"

    def start(self) -> str:
        """Starts to listen; returns the base URL.

        Raises:
            OSError: The port is taken.
        """
        if self._server is not None:
            return self.base_url
        server = EhrServer(("127.0.0.1", self._port), _tls(self._certificate))
        server.faults, server.traffic = self.faults, self.traffic
        self._port = int(server.server_address[1])
        application = Application(self.site, variant=self._variant, browse=self._browse)
        if self._configure:
            self.switch_on()
            application.ensure_keys()
        server.application = application
        self._server = server
        self._thread = threading.Thread(
            target=server.serve_forever, args=(POLL_SECONDS,), name="stand-in-ehr", daemon=True
        )
        self._thread.start()
        return self.base_url

    def switch_on(self) -> None:
        """Does what an administrator does under Connectors: FHIR, system scopes, public address."""
        for name, value in (
            ("rest_fhir_api", "1"),
            ("rest_api", "1"),
            ("rest_system_scopes_api", "1"),
            ("site_addr_oath", self.base_url),
        ):
            self.site.set_global(name, value)

    def stop(self) -> None:
        """Stops to listen and ends all connections; ``start`` may be called again and takes the same port."""
        server, thread = self._server, self._thread
        self._server = self._thread = None
        if server is not None and thread is not None:
            server.stopping.set()
            server.shutdown()
            server.server_close()
            server.close_connections()
            thread.join()
        self.site.engine.dispose()

    def register_client(
        self, jwks: Mapping[str, object], scopes: Iterable[str] = BACKEND_SCOPES, *, name: str = "arbiter-fhir"
    ) -> str:
        """Registers a backend client over HTTP, enables it in the database, and returns its client_id.

        Args:
            jwks: Public key set, ``{"keys": [...]}``.
            scopes: Scopes to register.
            name: Client name.

        Raises:
            ValueError: The registration was refused.
        """
        body = {
            "application_type": "private",
            "redirect_uris": [f"{self.base_url}/unused"],
            "client_name": name,
            "contacts": ["test@ehr.example"],
            "token_endpoint_auth_method": "client_secret_post",
            "scope": " ".join(scopes),
            "jwks": dict(jwks),
        }
        request = urllib.request.Request(
            f"{self.base_url}/oauth2/{self.site.name}/registration",
            json.dumps(body).encode("utf-8"),
            {"Content-Type": "application/json"},
        )
        context = None if self.ca_pem is None else ssl.create_default_context(cafile=str(self.ca_pem))
        # A proxy of the environment must not come between a test and its own machine.
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context)
        )
        try:
            with opener.open(request, timeout=HTTP_TIMEOUT_SECONDS) as answer:
                client_id = str(json.loads(answer.read())["client_id"])
        except (OSError, ValueError, KeyError) as error:
            raise ValueError("The stand-in refused the registration.") from error
        self.enable_client(client_id)
        return client_id

    def user_token(self, *scopes: str) -> str:
        """A token as somebody who logs in gets one, for the standard API.

        Args:
            scopes: Such as ``user/document.write``.

        Raises:
            RuntimeError: The server is not started.
        """
        if self._server is None or self._server.application is None:
            raise RuntimeError("the stand-in is not started")
        return self._server.application.user_token(list(scopes))

    def enable_client(self, client_id: str, *, enabled: bool = True) -> None:
        """Switches a client on or off, as the page API Clients does."""
        with self.site.connect() as connection:
            connection.execute(
                text("UPDATE oauth_clients SET is_enabled = :enabled WHERE client_id = :client_id"),
                {"enabled": int(enabled), "client_id": client_id},
            )

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _tls(certificate: ServerCertificate | None) -> ssl.SSLContext | None:
    return None if certificate is None else certificate.server_context()
