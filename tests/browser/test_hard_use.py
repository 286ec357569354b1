"""The panel under hard use: little room, long words, right to left, few colours, paper, haste, interruptions."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from devstack.openemr_kernel.launcher import Visitor
from tests.browser.breaking_service import breaking_service
from tests.browser.stage import Stage
from tests.browser.visit import DESK, PHONE, Theme, Visits, ask, card, review
from tests.browser.watch import Watch

#: A window of 320 pixels at a zoom of 200 %.
MAGNIFIED = (160, 320)

#: Elements whose text runs out of them, or that stand outside of the window, where nothing scrolls there.
CUT = """() => {
    const scrolls = (each) => /auto|scroll/.test(getComputedStyle(each).overflowX);
    const isShown = (each) => each.getClientRects().length > 0 && !each.closest('.af-visually-hidden, thead, svg');
    const found = [];
    for (const each of document.querySelectorAll('.af *')) {
        if (!isShown(each) || each.matches('input, select, textarea')) continue;
        const runsOut = getComputedStyle(each).display !== 'inline' && each.scrollWidth > each.clientWidth + 1;
        const box = each.getBoundingClientRect();
        let around = each.parentElement;
        while (around && !scrolls(around)) around = around.parentElement;
        const isOutside = !around && (box.right > innerWidth + 1 || box.left < -1);
        if ((runsOut && !scrolls(each)) || isOutside) found.push(`${each.tagName}.${each.className}`);
    }
    return found;
}"""


def assert_nothing_is_cut(page: Page) -> None:
    """All that is shown can be read without scrolling sideways."""
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize(
    ("theme", "size"), [("dark", DESK), ("light", PHONE), ("light", MAGNIFIED)], ids=["desk", "phone", "magnified"]
)
def test_long_words_are_not_cut(visits: Visits, theme: Theme, size: tuple[int, int]) -> None:
    page = visits.translated("long", theme=theme, size=size)
    question = page.locator("#af-question")
    question.fill("LDL trend")
    question.press("Enter")
    page.locator(".af-latest .af-answer").wait_for()
    assert_nothing_is_cut(page)
    page.locator(".af-chip").first.click()
    page.locator(".af-box").wait_for()
    assert_nothing_is_cut(page)
    page.get_by_role("tab").nth(1).click()
    page.locator(".af-documents").wait_for()
    assert_nothing_is_cut(page)
    page.get_by_role("tab").nth(2).click()
    page.locator(".af-current .af-identity").wait_for()
    assert_nothing_is_cut(page)
    page.locator(".af-current .af-card-button").press("j")
    page.locator(".af-current .af-sides").wait_for()
    assert_nothing_is_cut(page)
    card(page, "Ferritin").locator(".af-card-button").press("e")
    page.locator(".af-current .af-correction").first.wait_for()
    assert_nothing_is_cut(page)
    visits.picture(page, f"long-words-{size[0]}-{theme}")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_long_words_are_not_cut_for_the_administrator(visits: Visits, size: tuple[int, int]) -> None:
    page = visits.translated("long", theme="dark", size=size, admin=True)
    for number, there in enumerate((".af-check", ".af-mappings", ".af-checks", ".af-add")):
        page.get_by_role("tab").nth(number).click()
        page.get_by_role("tabpanel").locator(there).first.wait_for()
        assert_nothing_is_cut(page)
    page.locator(".af-add button").click()
    expect(page.locator("[data-preview=share]")).not_to_be_empty()
    assert_nothing_is_cut(page)
    visits.picture(page, f"admin-long-words-{size[0]}-dark")


def test_both_sides_of_an_identity_are_in_sight_on_a_phone(visits: Visits) -> None:
    page = visits.patient(size=PHONE)
    review(page)
    row = page.locator(".af-current [data-field=name]")
    for side, name in ((0, "On the document"), (1, "In the chart")):
        cell = row.locator("td").nth(side)
        expect(cell.locator("mark").first).to_be_in_viewport(ratio=1)
        expect(cell).to_have_css("display", "grid")
        assert cell.evaluate("cell => getComputedStyle(cell, '::before').content").startswith(f'"{name}"')


def test_values_keep_their_order_where_the_page_runs_from_right_to_left(visits: Visits) -> None:
    page = visits.translated("mirrored")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.locator(".af")).to_have_css("direction", "rtl")
    ask_mirrored = page.locator("#af-question")
    ask_mirrored.fill("LDL trend")
    ask_mirrored.press("Enter")
    cell = page.locator(".af-results td", has_text="< 100").first
    cell.wait_for()
    sign, number = cell.evaluate(
        """cell => {
            const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
            return ['<', '100'].map((part) => {
                const range = document.createRange();
                range.setStart(text, text.data.indexOf(part));
                range.setEnd(text, text.data.indexOf(part) + part.length);
                return range.getBoundingClientRect().left;
            });
        }"""
    )
    assert sign < number
    page.locator(".af-chip").first.click()
    page.locator(".af-box").wait_for()
    expect(page.locator(".af-box")).to_be_in_viewport()
    assert_nothing_is_cut(page)
    visits.picture(page, "mirrored-light")


def test_what_is_chosen_is_told_apart_where_the_system_chooses_the_colours(visits: Visits) -> None:
    page = visits.patient()
    page.emulate_media(forced_colors="active")
    ask(page, "LDL trend").locator(".af-chip").first.click()
    page.locator(".af-box").wait_for()
    colour = "each => getComputedStyle(each).backgroundColor"
    pressed, plain = (page.locator(f".af-chip[aria-pressed={state}]").first for state in ("true", "false"))
    assert pressed.evaluate(colour) != plain.evaluate(colour)
    visits.picture(page, "forced-colours")


def test_on_paper_stand_the_answer_its_sources_and_whose_it_is(visits: Visits, stage: Stage) -> None:
    page = visits.patient()
    ask(page, "most recent LDL?").locator(".af-chip").first.click()
    page.locator(".af-box").wait_for()
    page.evaluate("() => { window.dispatchEvent(new Event('beforeprint')); }")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 900})
    expect(page.locator(".af-views")).to_be_visible()
    expect(page.locator(".af-frame > .af-printed")).to_contain_text(f"Patient {stage.patient}")
    expect(page.locator(".af-answer .af-printed li").first).to_contain_text(f"document {stage.documents['results']}")
    expect(page.locator(".af-form")).to_be_hidden()
    expect(page.locator(".af-tabs")).to_be_hidden()
    visits.picture(page, "paper")


def test_a_double_click_decides_once(visits: Visits, stage: Stage) -> None:
    page = visits.patient()
    decisions: list[str] = []
    page.on("request", lambda request: decisions.append("x") if '"decide"' in (request.post_data or "") else None)
    review(page)
    item = card(page, "Zinc")
    item.get_by_role("button", name="Keep as document fact").click()
    item.get_by_role("button", name="Confirm").dblclick()
    expect(item.locator(".af-card-state")).to_have_text("Kept as document fact")
    expect(page.get_by_role("alert").filter(has_text="look at it once more")).to_have_count(0)
    assert len(decisions) == 1
    stage.clinic.work()
    card(page, "Zinc").get_by_role("button", name="Undo").click()
    expect(item.locator(".af-card-state")).to_be_empty()
    stage.clinic.work()


def test_the_keyboard_stays_with_the_document_that_is_read_again(visits: Visits, stage: Stage) -> None:
    page = visits.patient()
    page.get_by_role("tab", name="Documents").click()
    locked = page.locator(f"[data-document='{stage.documents['locked']}']")
    locked.get_by_role("button", name="Read again").press("Enter")
    expect(locked.locator(".af-badge")).to_have_text("Waiting")
    expect(locked.locator(":focus")).to_have_count(1)
    stage.clinic.work()
    expect(locked.locator(".af-badge")).to_have_text("Failed")
    expect(locked.locator(":focus")).to_have_count(1)


def test_nothing_is_left_to_see_for_whoever_comes_back_to_another_patient(
    visits: Visits, stage: Stage, watch: Watch
) -> None:
    watch.expect_refusal(403)
    page = visits.patient()
    expect(ask(page, "most recent LDL?")).to_contain_text("148")
    page.context.request.get(stage.kernel.login_url(Visitor(patient=stage.other)))
    # What a window tells its page when it comes to the front.
    page.evaluate("() => { setInterval(() => window.dispatchEvent(new Event('focus')), 200); }")
    expect(page.get_by_role("alert")).to_contain_text("taken off the screen")
    expect(page.locator("#arbiter-panel")).not_to_contain_text("148")


def test_a_session_that_has_ended_meanwhile_leaves_nothing_on_the_screen(
    visits: Visits, stage: Stage, watch: Watch
) -> None:
    watch.expect_refusal(401)
    page = visits.patient()
    answer = ask(page, "most recent LDL?")
    page.context.request.get(stage.kernel.login_url(Visitor(user=0)))
    answer.locator(".af-chip").first.click()
    expect(page.get_by_role("alert")).to_contain_text("session has ended")
    expect(page.locator("#arbiter-panel")).not_to_contain_text("148")


def test_a_service_that_dies_in_the_middle_of_an_answer_leaves_a_way_on(visits: Visits, stage: Stage) -> None:
    page = visits.patient()
    page.locator(".af-examples .af-button").first.wait_for()
    secret = stage.clinic.site.module_secret
    with breaking_service() as address:
        stage.kernel.configure(url=address, secret=secret)
        try:
            page.locator("#af-question").fill("most recent LDL?")
            page.get_by_role("button", name="Ask", exact=True).press("Enter")
            alert = page.locator(".af-latest [role=alert]")
            expect(alert).to_contain_text("broke off")
        finally:
            stage.kernel.configure(url=stage.api_url, secret=secret)
    expect(page.locator(".af-latest .af-question")).to_be_focused()
    alert.get_by_role("button", name="Try again").press("Enter")
    expect(page.locator(".af-latest .af-answer")).to_contain_text("148")
    expect(page.locator(".af-latest .af-question")).to_be_focused()
