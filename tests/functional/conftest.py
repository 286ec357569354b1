"""A clinic for functional tests: stand-in EHR, provisioned site, the product's real pipelines."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter_fhir.bootstrap.site import build_site
from arbiter_fhir.bootstrap.watching import build_mappings
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.evals.corpus import Corpus, load_corpus
from arbiter_fhir.pipelines.site import SitePipelines
from arbiter_fhir.telemetry import configure_logging
from arbiter_fhir.worker import WorkerTimes, build_worker
from devstack.local_site import LocalSite
from devstack.mariadb import MariaDBHandle
from tests.functional.clinic import Clinic
from tests.functional.commands import Commands, Run

#: Lab Report in OpenEMR's default categories.
LAB_REPORT = 2


@pytest.fixture(scope="session")
def corpus(repository: Path) -> Corpus:
    """The golden set with its manifest."""
    return load_corpus(repository / "fixtures" / "clinical-document-golden")


@pytest.fixture(scope="session")
def local_site(mariadb: MariaDBHandle, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalSite]:
    """One site per test process, mapped: Lab Report is read as lab_pdf."""
    configure_logging(silent=True)
    name = f"t{os.getpid()}{secrets.token_hex(2)}"
    folder = Path(tmp_path_factory.mktemp("site"))
    with LocalSite(mariadb, folder / "clinic", site=name) as site:
        build_mappings(site.settings).put(LAB_REPORT, DocType.LAB_PDF, active=True)
        yield site


@pytest.fixture(scope="session")
def pipelines(local_site: LocalSite) -> SitePipelines:
    """The site's pipelines, wired as in production."""
    return build_site(local_site.settings)


@pytest.fixture(scope="session")
def clinic(local_site: LocalSite, pipelines: SitePipelines) -> Clinic:
    """What people do in OpenEMR, and looks at what came of it."""
    worker = build_worker(pipelines, name="functional", times=WorkerTimes())
    return Clinic(local_site, pipelines, worker)


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """A command of the product, in a process of its own."""
    with Commands(tmp_path_factory.mktemp("streams")) as commands:
        yield commands.run
