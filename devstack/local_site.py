"""A whole installation on this machine: stand-in EHR, provisioned schemas, settings on disk.

The demo, the functional tests, the kill matrix and the benchmarks all stand on it.
"""

from __future__ import annotations

import secrets
import shutil
import time
from collections.abc import Collection, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import jwt

from arbiter_fhir.bootstrap.installation import Installation, install, issue_api_key, module_secret
from arbiter_fhir.bootstrap.secret_files import write_secret
from arbiter_fhir.domain.chart_record import BY_OWN_RIGHT, ChartPart
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.openemr import MODULE_DIRECTORY, public_jwks
from arbiter_fhir.ports.access import KeyScope
from arbiter_fhir.settings import Settings, load_settings
from devstack.ehr import EhrStore, StandInEhr, install_schema
from devstack.mariadb import MariaDBHandle

__all__ = ["CATEGORIES", "LocalSite"]

#: The seed's category names and what they are read as; the first exists in every OpenEMR.
CATEGORIES = {
    "Lab Report": DocType.LAB_PDF,
    "Intake Form": DocType.INTAKE_FORM,
    "Referral Document": DocType.REFERRAL_DOCX,
    "Clinical Workbook": DocType.CLINICAL_WORKBOOK,
    "Fax Packet": DocType.FAX_PACKET,
    "HL7 v2 Message": DocType.HL7V2_MESSAGE,
}
#: As the module's token says it of an administrator: no category, and all that OpenEMR could have.
EVERY_CATEGORY = ((0, 10**6),)


class LocalSite:
    """One site on a running MariaDB. Schemas of the same name are replaced: every start is a fresh clinic.

    Args:
        mariadb: The server.
        folder: Where settings, keys and the stand-in's document files go.
        site: Site name; also decides the names of schemas and accounts.
        variant: Which OpenEMR the stand-in plays.
        ehr_port: Port of the stand-in, 0 for a free one.
    """

    def __init__(
        self, mariadb: MariaDBHandle, folder: Path, *, site: str = "default", variant: str = "7.0.1", ehr_port: int = 0
    ) -> None:
        self.mariadb = mariadb
        self.folder = folder
        self.site = site
        self.openemr_schema = f"openemr_{site}"
        self._variant = variant
        self._ehr_port = ehr_port
        self._ehr: StandInEhr | None = None
        self._installation: Installation | None = None

    @property
    def ehr(self) -> StandInEhr:
        """The running stand-in."""
        if self._ehr is None:
            raise RuntimeError("the site is not set up")
        return self._ehr

    @property
    def store(self) -> EhrStore:
        """What people do in OpenEMR."""
        return self.ehr.store

    @property
    def env_file(self) -> Path:
        """The settings file for `arbiter-fhir --env-file`."""
        if self._installation is None:
            raise RuntimeError("the site is not set up")
        return self._installation.env_file

    @property
    def settings(self) -> Settings:
        """The settings as a process reads them."""
        return load_settings(self.env_file)

    @property
    def admin_url(self) -> str:
        """An administrator's URL of the server."""
        return self.mariadb.url()

    def set_up(self) -> None:
        """Make the clinic and install arbiter-fhir beside it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self._recreate_schemas()
        install_schema(self.mariadb.url(self.openemr_schema))
        self._ehr = StandInEhr(
            self.mariadb.url(self.openemr_schema),
            self.folder / "ehr-documents",
            variant=self._variant,
            port=self._ehr_port,
            site=self.site,
        )
        self._ehr.start()
        self._installation = install(self.admin_url, self.site, self.openemr_schema, self.folder / "settings")
        client_id = self._ehr.register_client(public_jwks(self._installation.ehr_key_file.read_bytes()))
        self.configure(ARBITER_EHR_BASE_URL=self._ehr.base_url, ARBITER_EHR_CLIENT_ID=client_id)
        self.register_module()

    def configure(self, **lines: object) -> None:
        """Add lines to the settings file, the last of a name wins."""
        text = self.env_file.read_text(encoding="utf-8").strip()
        kept = [line for line in text.splitlines() if line.split("=")[0] not in lines]
        write_secret(self.env_file, "\n".join([*kept, *(f"{name}={value}" for name, value in lines.items())]))

    def api_key(self, *scopes: KeyScope) -> str:
        """A new API key."""
        _, key = issue_api_key(self.settings, self.admin_url, scopes or tuple(KeyScope), label="local site")
        return key

    def register_module(self) -> None:
        """Register, enable and configure the OpenEMR module, as an administrator does on its pages."""
        with self.mariadb.connect(self.openemr_schema) as connection, connection.cursor() as cursor:
            cursor.execute("DELETE FROM modules WHERE mod_directory = %s", (MODULE_DIRECTORY,))
            cursor.execute(
                "INSERT INTO modules (mod_name, mod_directory, mod_active, mod_ui_name, mod_relative_link, directory,"
                " date, sql_run, type, sql_version, acl_version)"
                " VALUES ('Arbiter FHIR', %s, 1, 'Arbiter FHIR', 'public/admin.php', '', now(), 1, 0, '0', '')",
                (MODULE_DIRECTORY,),
            )
            # OpenEMR encrypts the secret; nothing here opens it.
            cursor.executemany(
                "REPLACE INTO globals (gl_name, gl_index, gl_value) VALUES (%s, 0, %s)",
                [("arbiter_fhir_url", "http://127.0.0.1:8350"), ("arbiter_fhir_secret", "sealed")],
            )
            connection.commit()

    @property
    def module_secret(self) -> str:
        """What the OpenEMR module of this site signs its tokens with."""
        return module_secret(self.settings)

    def panel_token(
        self,
        *scopes: KeyScope,
        pid: int | None,
        user: int = 1,
        categories: Sequence[tuple[int, int]] = EVERY_CATEGORY,
        chart: Collection[ChartPart] = BY_OWN_RIGHT,
    ) -> str:
        """A token as the module mints one: for one call.

        Args:
            scopes: What it permits; all scopes where none is given.
            pid: The patient that it opens; the site where ``None``.
            user: `users.id`.
            categories: Runs of the document categories that OpenEMR opens to the user.
            chart: Parts of the chart with a right of their own that it opens.
        """
        now = int(time.time())
        claims = {
            "iss": "oe-module-arbiter-fhir",
            "aud": "arbiter-fhir",
            "site": self.site,
            "sub": f"users:{user}",
            "pid": pid,
            "scopes": [scope.value for scope in scopes or tuple(KeyScope)],
            "categories": [list(run) for run in categories],
            "chart": sorted(part.value for part in chart),
            "iat": now,
            "exp": now + 60,
            "jti": secrets.token_hex(16),
        }
        return jwt.encode(claims, self.module_secret, algorithm="HS256", headers={"typ": "arbiter-panel+jwt"})

    def tear_down(self) -> None:
        """Stop the stand-in; schemas and files stay until the next set-up."""
        if self._ehr is not None:
            self._ehr.stop()
            self._ehr = None

    def drop(self) -> None:
        """Stop, and remove schemas, accounts and files."""
        self.tear_down()
        self._drop_schemas()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _recreate_schemas(self) -> None:
        self._drop_schemas()
        with self.mariadb.connect() as connection, connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE `{self.openemr_schema}` COLLATE utf8mb4_general_ci")

    def _drop_schemas(self) -> None:
        with self.mariadb.connect() as connection, connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS `{self.openemr_schema}`")
            cursor.execute(f"DROP DATABASE IF EXISTS `arbiter_{self.site}`")
            cursor.execute(
                "SELECT User, Host FROM mysql.global_priv WHERE User LIKE %s", (f"arbiter\\_{self.site}\\_%",)
            )
            for user, host in cursor.fetchall():
                cursor.execute("DROP USER %s@%s", (user, host))

    def __enter__(self) -> Self:
        self.set_up()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.drop()
