"""Ask, read the answer, click a citation, see its place on the page: in a browser, through the real module."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from devstack.samples import Box, sample
from tests.browser.page_picture import contains, drawn_box, ink, page_picture
from tests.browser.stage import CANARY, Stage
from tests.browser.visit import PHONE, Visits, ask
from tests.browser.watch import Watch

#: How far beside the frame is looked, as a fraction of the page's width: less than the gap between columns.
MARGIN = 0.01


def section_titles(answer: Locator) -> list[str]:
    return answer.locator(".af-section > h3").all_inner_texts()


def test_a_question_leads_to_the_framed_value_on_the_page(visits: Visits) -> None:
    page = visits.patient()
    answer = ask(page, "LDL trend")
    assert section_titles(answer)[0] == "Patient Findings"
    expect(answer.locator("svg[role=img]")).to_have_attribute("aria-label", re.compile("LDL Cholesterol over time"))
    expect(answer.locator("tbody tr")).to_have_count(3)
    answer.locator("tbody tr", has_text="160 mg/dL").locator(".af-chip").first.click()
    expect(page.locator(".af-source q")).to_have_text("160")
    page.locator(".af-box").wait_for()
    (truth,) = [
        word
        for row in sample("cumulative").truth.rows
        for word in row.words
        if row.test_name == "LDL Cholesterol" and word.part == "value" and word.text == "160"
    ]
    box = drawn_box(page)
    assert contains(box, truth.ink)
    # In the height of the digits, which no rule of the table crosses: all print is in the frame, none right beside it.
    line = Box(box.x, truth.ink.y, box.width, truth.ink.height)
    beside = Box(line.x - MARGIN, line.y, line.width + 2 * MARGIN, line.height)
    picture = page_picture(page)
    inside, around = (ink(picture, part).getbbox() for part in (line, beside))
    assert inside is not None, "there is print in the frame"
    assert around is not None
    assert around[2] - around[0] == inside[2] - inside[0]
    assert inside[2] - inside[0] >= 0.8 * truth.ink.width * picture.width
    visits.picture(page, "ask-wide-light")


def test_the_panel_is_painted_and_ready_to_be_asked(visits: Visits) -> None:
    page = visits.patient()
    expect(page.get_by_label("Ask about this patient's record")).to_be_focused()
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    visits.note("first paint in ms", round(painted))


def test_the_panel_speaks_the_language_of_openemr(visits: Visits) -> None:
    page = visits.translated()
    expect(page.get_by_role("tab").first).to_contain_text("[Ask]")
    page.get_by_role("tab").nth(1).click()
    expect(page.locator(".af-documents [data-document] .af-badge").first).to_have_text(re.compile(r"^\[.+\]$"))


def test_citations_are_walked_and_the_chip_follows(visits: Visits) -> None:
    page = visits.patient()
    ask(page, "most recent LDL?").locator(".af-chip").first.click()
    page.locator(".af-box").wait_for()
    pressed = page.locator(".af-chip[aria-pressed=true]")
    expect(pressed.first).to_have_text("1")
    page.get_by_role("button", name="Next citation").click()
    expect(pressed.first).to_have_text("2")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".af-source")).to_be_hidden()
    expect(page.locator(".af-chip").first).to_be_focused()


def test_a_refusal_says_why_and_what_can_be_asked_instead(visits: Visits) -> None:
    page = visits.patient()
    answer = ask(page, "should I start a statin")
    refusal = answer.locator(".af-refusal[data-reason=unsafe_request]")
    expect(refusal).to_contain_text("clinician")
    instead = refusal.get_by_role("button").first
    text = instead.inner_text()
    visits.picture(page, "refusal-light")
    instead.click()
    expect(page.locator(".af-latest .af-question")).to_have_text(text)
    page.locator(".af-latest .af-answer").wait_for()
    expect(page.locator(".af-earlier summary")).to_have_text("should I start a statin")


def test_markup_in_a_question_a_quote_and_a_file_name_stays_text(visits: Visits) -> None:
    page = visits.patient()
    ask(page, f"LDL trend {CANARY}")
    expect(page.locator(".af-latest .af-question")).to_contain_text(CANARY)
    ask(page, "zinc?")
    page.get_by_role("tab", name="Documents").click()
    page.locator(".af-documents").wait_for()
    assert page.locator("img[src=x]").count() == 0


def test_a_failed_document_says_why_and_is_read_again(visits: Visits, stage: Stage) -> None:
    page = visits.patient()
    page.get_by_role("tab", name="Documents").click()
    locked = page.locator(f"[data-document='{stage.documents['locked']}']")
    expect(locked).to_contain_text("password")
    locked.get_by_role("button", name="Read again").click()
    expect(locked.locator(".af-badge")).to_have_text("Waiting")
    stage.clinic.work()
    page.get_by_role("button", name="Reload").click()
    expect(locked.locator(".af-badge")).to_have_text("Failed")
    visits.picture(page, "documents-light")


def test_another_persons_pages_open_for_a_reviewer_alone_and_say_so(visits: Visits, stage: Stage, watch: Watch) -> None:
    watch.expect_refusal(409)
    document = stage.documents["strangers"]
    may_review = visits.patient()
    may_read = visits.allowed(stage.patient, ["patients/med", "patients/docs"])
    for page, shown in ((may_review, True), (may_read, False)):
        page.get_by_role("tab", name="Documents").click()
        row = page.locator(f"[data-document='{document}']")
        expect(row).to_contain_text("Quarantined")
        row.get_by_role("button", name="Show pages").click()
        if shown:
            page.locator(".af-source .af-page").wait_for()
        expect(page.locator(".af-source [role=alert]")).to_contain_text("Quarantined" if shown else "Code")
        expect(page.locator(".af-source .af-page")).to_have_count(int(shown))


def test_a_service_that_is_not_there_gives_a_sentence_and_a_way_on(visits: Visits, stage: Stage, watch: Watch) -> None:
    watch.expect_refusal(503)
    page = visits.patient()
    page.locator(".af-examples .af-button").first.wait_for()
    stage.kernel.configure(url="http://127.0.0.1:9", secret=stage.clinic.site.module_secret)
    try:
        page.get_by_label("Ask about this patient's record").fill("LDL?")
        page.keyboard.press("Enter")
        alert = page.locator(".af-latest [role=alert]")
        expect(alert).to_contain_text("service")
        visits.picture(page, "service-away-light")
    finally:
        stage.kernel.configure(url=stage.api_url, secret=stage.clinic.site.module_secret)
    alert.get_by_role("button", name="Try again").click()
    page.locator(".af-latest .af-answer").wait_for()


def test_another_chart_opened_meanwhile_is_never_mixed_up(visits: Visits, stage: Stage, watch: Watch) -> None:
    watch.expect_refusal(409)
    page = visits.patient()
    page.locator(".af-examples .af-button").first.wait_for()
    kernel = stage.kernel
    page.request.get(f"{kernel.base_url}/interface/login.php?user=1&keep=1&pid={stage.other}")
    page.get_by_label("Ask about this patient's record").fill("LDL?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Another patient has been opened")
    assert page.locator(".af-answer").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_shows_everything_without_scrolling_sideways(visits: Visits, theme: str) -> None:
    page = visits.patient(theme=theme, size=PHONE)  # type: ignore[arg-type]

    def fits() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]

    ask(page, "LDL trend").locator(".af-chip").first.scroll_into_view_if_needed()
    fits()
    visits.picture(page, f"ask-phone-{theme}")
    page.locator(".af-answer .af-chip").first.click()
    page.locator(".af-box").wait_for()
    expect(page.locator(".af-views")).to_be_hidden()
    expect(page.locator(".af-box")).to_be_in_viewport()
    fits()
    visits.picture(page, f"source-phone-{theme}")
    page.keyboard.press("Escape")
    expect(page.locator(".af-answer .af-chip").first).to_be_focused()
    page.get_by_role("tab", name="Documents").click()
    page.locator(".af-documents").wait_for()
    fits()


def test_all_of_it_works_with_the_keyboard_alone(visits: Visits) -> None:
    page = visits.patient()
    question = page.get_by_label("Ask about this patient's record")
    expect(question).to_be_focused()
    page.keyboard.type("most recent LDL?")
    page.keyboard.press("Enter")
    page.locator(".af-latest .af-answer").wait_for()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('af-chip')"):
            break
    expect(page.locator(".af-chip").first).to_be_focused()
    page.keyboard.press("Enter")
    page.locator(".af-box").wait_for()
    expect(page.locator(".af-source-title")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Next citation")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".af-chip").first).to_be_focused()
