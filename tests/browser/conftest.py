"""One browser and one clinic for all tests of this folder; every page is watched for what a page must never do."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from arbiter_fhir.telemetry import configure_logging
from devstack.mariadb import MariaDBHandle
from tests.browser.stage import Stage, open_stage
from tests.browser.visit import Visits
from tests.browser.watch import Watch

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def stage(mariadb: MariaDBHandle, tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Iterator[Stage]:
    """The clinic, the service and the module, read and ready."""
    configure_logging(silent=True)
    folder = Path(tmp_path_factory.mktemp("stage"))
    sources = repository / "fixtures" / "clinical-document-golden" / "sources"
    with open_stage(mariadb, folder, f"w{os.getpid()}{secrets.token_hex(2)}", sources) as stage:
        yield stage


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    if not Path(CHROMIUM).exists():
        pytest.fail("Chromium is missing: scripts/setup --tests installs it.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def pictures(repository: Path) -> Path:
    """Where screenshots go."""
    folder = repository / "eval-results" / "panel"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def watch(stage: Stage) -> Watch:
    """What pages did that no page may do; a test names the refusals that it brings about."""
    return Watch(stage.kernel.base_url)


@pytest.fixture
def visits(browser: Browser, stage: Stage, pictures: Path, watch: Watch) -> Iterator[Visits]:
    """Opens pages; at the end none of them has run a stranger's text, met an error, or asked another host."""
    with Visits(browser, stage, pictures, watch) as visits:
        yield visits
        watch.check()
