"""The review queue in a browser: what is decided there stands in the chart, and is gone again when it is undone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from arbiter_fhir.domain.tenant import PatientId
from devstack.openemr_kernel.launcher import Visitor
from tests.browser.stage import CANARY, Stage
from tests.browser.visit import PHONE, Visits, ask, card, review
from tests.browser.watch import Watch


def results(stage: Stage, patient: PatientId, name: str) -> list[str]:
    """Values of one test that stand in OpenEMR's own table for a patient."""
    rows = stage.clinic.site_rows(
        "SELECT r.result FROM procedure_result r JOIN procedure_report p USING (procedure_report_id)"
        " JOIN procedure_order o USING (procedure_order_id)"
        " WHERE o.patient_id = %s AND o.activity = 1 AND r.result_text LIKE %s ORDER BY r.procedure_result_id",
        patient,
        f"{name}%",
    )
    return [str(value) for (value,) in rows]


def state(item: Locator) -> Locator:
    return item.locator(".af-card-state")


def undo(stage: Stage, page: Page, *texts: str) -> None:
    """Take decisions back, and let the product follow."""
    for text in texts:
        _undo(page, text)
    stage.clinic.work()


def _undo(page: Page, text: str) -> None:
    item = card(page, text)
    item.get_by_role("button", name="Undo").click()
    expect(state(item)).to_be_empty()


@pytest.fixture
def quiet(stage: Stage) -> None:
    """Nothing is left to do when a test begins."""
    stage.clinic.work()


@pytest.mark.usefixtures("quiet")
def test_what_is_approved_stands_in_the_chart_and_is_gone_when_undone(visits: Visits, stage: Stage) -> None:
    page = visits.patient()
    review(page)
    assert results(stage, stage.patient, "Ferritin") == []
    ferritin = card(page, "Ferritin")
    expect(page.locator(".af-source q")).to_contain_text("Ferritin")
    page.locator(".af-box").wait_for()
    visits.picture(page, "review-fact-light")
    ferritin.locator(".af-card-button").press("a")
    expect(state(ferritin)).to_have_text("Approved")
    stage.clinic.work()
    assert results(stage, stage.patient, "Ferritin") == ["9"]
    page.get_by_role("tab", name="Ask").click()
    expect(ask(page, "most recent ferritin?")).to_contain_text("9 ng/mL")
    review(page)
    undo(stage, page, "Ferritin")
    assert results(stage, stage.patient, "Ferritin") == []


@pytest.mark.usefixtures("quiet")
def test_a_correction_is_written_and_the_papers_value_stays_beside_it(visits: Visits, stage: Stage) -> None:
    page = visits.patient()
    review(page)
    ferritin = card(page, "Ferritin")
    ferritin.get_by_role("button", name="Correct").click()
    value = ferritin.get_by_label("Value", exact=True)
    expect(value).to_be_focused()
    expect(ferritin.locator("[data-field=value]")).to_contain_text("On paper: 9")
    value.fill("19")
    visits.picture(page, "review-correction-light")
    ferritin.get_by_role("button", name="Save the correction and approve").click()
    expect(state(ferritin)).to_have_text("Corrected and approved")
    expect(ferritin).to_contain_text("On paper: 9")
    stage.clinic.work()
    assert results(stage, stage.patient, "Ferritin") == ["19"]
    undo(stage, page, "Ferritin")
    assert results(stage, stage.patient, "Ferritin") == []


@pytest.mark.usefixtures("quiet")
def test_of_two_reviewers_the_slower_one_sees_what_was_decided(visits: Visits, stage: Stage, watch: Watch) -> None:
    watch.expect_refusal(409)
    first, second = visits.queue(user=1), visits.queue(user=2)
    items = [card(page, "Ferritin") for page in (first, second)]
    items[0].locator(".af-card-button").press("d")
    items[0].get_by_role("button", name="Confirm").click()
    expect(state(items[0])).to_have_text("Kept as document fact")
    items[1].locator(".af-card-button").press("a")
    expect(second.get_by_role("alert")).to_contain_text("Somebody decided this while you looked")
    stage.clinic.work()
    assert results(stage, stage.patient, "Ferritin") == []
    undo(stage, first, "Ferritin")


@pytest.mark.usefixtures("quiet")
def test_a_document_of_doubtful_identity_is_let_in_and_taken_out_again(visits: Visits, stage: Stage) -> None:
    page = visits.patient(stage.other)
    review(page)
    item = card(page, "record number")
    expect(item.locator("[data-field=birth_date] mark").first).to_be_visible()
    visits.picture(page, "review-identity-light")
    item.get_by_role("button", name="It is this patient's", exact=True).click()
    item.get_by_label("Note").fill("Confirmed with the front desk")
    item.get_by_role("button", name="Confirm").click()
    expect(state(item)).to_have_text("Approved")
    stage.clinic.work()
    assert results(stage, stage.other, "LDL") == ["148"]
    undo(stage, page, "record number")
    assert results(stage, stage.other, "LDL") == []


@pytest.mark.usefixtures("quiet")
def test_a_conflict_stands_side_by_side_and_leaves_the_charts_row_alone(visits: Visits, stage: Stage) -> None:
    page = visits.patient()
    review(page)
    item = card(page, "Triglycerides")
    sides = item.locator(".af-side")
    expect(sides.nth(0)).to_contain_text("187")
    expect(sides.nth(1)).to_contain_text("147")
    page.locator(".af-box").wait_for()
    visits.picture(page, "review-conflict-light")
    before = results(stage, stage.patient, "Triglycerides")
    item.get_by_role("button", name="Reject", exact=True).click()
    item.get_by_role("button", name="Confirm").click()
    expect(state(item)).to_have_text("Rejected")
    stage.clinic.work()
    assert results(stage, stage.patient, "Triglycerides") == before
    undo(stage, page, "Triglycerides")


@pytest.mark.usefixtures("quiet")
def test_a_document_is_approved_in_one_go_after_a_look(visits: Visits, stage: Stage) -> None:
    page = visits.patient()
    review(page)
    page.get_by_role("button", name="Approve all 2 of this document").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Ferritin")
    # A sign of comparison at a name's end is none of the name's.
    expect(dialog).to_contain_text(CANARY.removesuffix(">"))
    visits.picture(page, "review-together-light")
    dialog.get_by_role("button", name="Approve all 2").click()
    expect(page.locator(".af-together")).to_have_count(0)
    stage.clinic.work()
    assert results(stage, stage.patient, "Ferritin") == ["9"]
    undo(stage, page, "Ferritin", "Zinc")
    assert results(stage, stage.patient, "Ferritin") == []


@pytest.mark.usefixtures("quiet")
def test_the_queue_is_worked_with_keys_alone(visits: Visits, stage: Stage) -> None:
    page = visits.patient()
    page.locator(".af-examples .af-button").first.wait_for()
    for _ in range(30):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.getAttribute('role') === 'tab'"):
            break
    page.keyboard.press("End")
    expect(page.get_by_role("tab", name="Review")).to_be_focused()
    page.locator(".af-current").wait_for()
    page.keyboard.press("Tab")
    for _ in range(10):
        page.keyboard.press("j")
        if "Ferritin" in page.locator(".af-current .af-card-title").inner_text():
            break
    item = page.locator(".af-review-card", has=page.locator(".af-card-title", has_text="Ferritin"))
    page.keyboard.press("x")
    expect(item.get_by_label("Reason")).to_be_focused()
    page.keyboard.press("Escape")
    expect(item.locator(".af-card-button")).to_be_focused()
    page.keyboard.press("a")
    expect(state(item)).to_have_text("Approved")
    page.keyboard.press("u")
    expect(state(item)).to_be_empty()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("keep as document fact")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.usefixtures("quiet")
def test_nothing_of_a_patient_stays_when_another_one_is_opened(visits: Visits, stage: Stage, watch: Watch) -> None:
    watch.expect_refusal(403)
    page = visits.patient()
    review(page)
    expect(card(page, "Ferritin")).to_be_visible()
    page.locator(".af-box").wait_for()
    page.context.request.get(stage.kernel.login_url(Visitor(patient=stage.other)))
    page.get_by_role("button", name="Reload").click()
    expect(page.get_by_role("alert")).to_contain_text("What this page showed was taken off the screen.")
    expect(page.locator("#arbiter-panel")).not_to_contain_text("Ferritin")
    expect(page.locator("#arbiter-panel img")).to_have_count(0)


@pytest.mark.usefixtures("quiet")
def test_the_queue_fits_a_phone(visits: Visits) -> None:
    page = visits.patient(size=PHONE)
    review(page)
    item = card(page, "Ferritin")
    item.get_by_role("button", name="Correct").click()
    item.locator(".af-correction").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    visits.picture(page, "review-phone-light")
    item.get_by_role("button", name="Show the page").click()
    expect(page.locator(".af-box")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
