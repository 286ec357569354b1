"""axe-core finds nothing serious on any view, in light and in dark; what it looked at lands in pictures."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visit import PHONE, Theme, Visits, ask, card, review

AXE = Path("openemr_module") / "panel" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")


@pytest.fixture(scope="module")
def axe(repository: Path) -> str:
    """The source of axe-core, as the panel's lock names it."""
    path = repository / AXE
    if not path.exists():
        pytest.fail("axe-core is missing: run npm ci in openemr_module/panel.")
    return path.read_text(encoding="utf-8")


def assert_accessible(visits: Visits, page: Page, axe: str, name: str) -> None:
    """Nothing serious or critical on what is shown now; what axe found is kept."""
    page.evaluate(axe)
    # Without its look into style sheets, for which it would need inline styles that the page's policy forbids.
    found = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
    impacts = Counter(each["impact"] for each in found["violations"])
    visits.note(f"axe {name}", {"passed": len(found["passes"]), **impacts})
    grave = [
        (each["id"], each["impact"], [node["target"] for node in each["nodes"]])
        for each in found["violations"]
        if each["impact"] in GRAVE
    ]
    assert len(found["passes"]) > 5, "axe looked at the page"
    assert not grave, name


def answer_and_source(page: Page) -> None:
    ask(page, "LDL trend").locator(".af-chip").first.click()
    page.locator(".af-box").wait_for()


def refusal(page: Page) -> None:
    ask(page, "should I start a statin").locator(".af-refusal").wait_for()


def documents(page: Page) -> None:
    page.get_by_role("tab", name="Documents").click()
    page.locator(".af-documents").wait_for()


def identity(page: Page) -> None:
    review(page)
    card(page, "another's").locator(".af-identity").wait_for()
    page.locator(".af-page").wait_for()


def correction(page: Page) -> None:
    card(page, "Ferritin").get_by_role("button", name="Correct").click()
    page.locator(".af-current .af-correction").first.wait_for()
    page.locator(".af-box").wait_for()


#: In this order, each from where the one before it leaves off.
PATIENT_VIEWS = {
    "answer": answer_and_source,
    "refused": refusal,
    "documents": documents,
    "identity": identity,
    "correction": correction,
}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_patients_views_are_accessible(visits: Visits, axe: str, theme: Theme) -> None:
    page = visits.patient(theme=theme)
    for name, show in PATIENT_VIEWS.items():
        show(page)
        visits.picture(page, f"{name}-wide-{theme}")
        assert_accessible(visits, page, axe, f"{name} {theme}")


def test_tables_that_stand_as_blocks_are_accessible(visits: Visits, axe: str) -> None:
    page = visits.patient(size=PHONE)
    ask(page, "LDL trend").locator(".af-results").wait_for()
    assert_accessible(visits, page, axe, "answer phone")
    review(page)
    page.locator(".af-current .af-identity").wait_for()
    assert_accessible(visits, page, axe, "identity phone")
    visits.picture(page, "identity-phone-light")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_queue_and_its_list_of_keys_are_accessible(visits: Visits, axe: str, theme: Theme) -> None:
    page = visits.queue(theme=theme)
    page.locator(".af-current").wait_for()
    page.locator(".af-page").wait_for()
    assert_accessible(visits, page, axe, f"queue {theme}")
    visits.picture(page, f"queue-{theme}")
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    assert_accessible(visits, page, axe, f"keys {theme}")


ADMIN_VIEWS = {
    "Connection": ".af-check",
    "Document types": ".af-mappings",
    "Health": ".af-checks",
    "Automation": ".af-add",
}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_administrators_views_are_accessible(visits: Visits, axe: str, theme: Theme) -> None:
    page = visits.admin(theme=theme)
    for name, there in ADMIN_VIEWS.items():
        page.get_by_role("tab", name=name).click()
        page.get_by_role("tabpanel", name=name).locator(there).first.wait_for()
        if name == "Automation":
            page.get_by_role("button", name="Add a rule").click()
            expect(page.locator("[data-rule] td").nth(4)).not_to_be_empty()
        visits.picture(page, f"admin-{name.lower().replace(' ', '-')}-{theme}")
        assert_accessible(visits, page, axe, f"{name} {theme}")
