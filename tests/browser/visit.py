"""Visits of the module's pages in the browser, as people make them, under watch."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from devstack.openemr_kernel.launcher import Visitor
from tests.browser.stage import Stage
from tests.browser.watch import Watch

__all__ = ["DESK", "PATIENCE_MS", "PHONE", "Theme", "Visits", "ask", "card", "review"]

#: Generous: a test that waits for a condition ends when it holds.
PATIENCE_MS = 60_000
PHONE = (320, 640)
DESK = (1360, 900)

Theme = Literal["light", "dark"]
#: Texts in brackets; texts with the long words of German; texts and page from right to left.
Language = Literal["marked", "long", "mirrored"]


@dataclass
class Visits:
    """Opens pages, each of them watched."""

    browser: Browser
    stage: Stage
    pictures: Path
    watch: Watch
    _contexts: list[BrowserContext] = field(default_factory=list)

    def patient(self, pid: int | None = None, *, theme: Theme = "light", size: tuple[int, int] = DESK) -> Page:
        """The panel of a patient."""
        pid = self.stage.patient if pid is None else pid
        return self._open(f"panel.php?pid={pid}", Visitor(patient=pid, theme=theme), theme, size)

    def queue(self, *, user: int = 1, theme: Theme = "light", size: tuple[int, int] = DESK) -> Page:
        """The site's review queue."""
        return self._open("review.php", Visitor(user=user, theme=theme), theme, size)

    def admin(self, *, theme: Theme = "light", size: tuple[int, int] = DESK) -> Page:
        """The administrator's page."""
        return self._open("admin.php", Visitor(theme=theme), theme, size)

    def allowed(self, pid: int, rights: Sequence[str]) -> Page:
        """The panel of a patient for somebody with these rights alone."""
        return self._open(f"panel.php?pid={pid}", Visitor(patient=pid, rights=rights), "light", DESK)

    def translated(
        self,
        language: Language = "marked",
        *,
        theme: Theme = "light",
        size: tuple[int, int] = DESK,
        admin: bool = False,
    ) -> Page:
        """The patient's panel, or the administrator's page, in a test language of the stand-in."""
        pid = self.stage.patient
        visitor = Visitor(patient=None if admin else pid, theme=theme, language=language)
        return self._open("admin.php" if admin else f"panel.php?pid={pid}", visitor, theme, size)

    def picture(self, page: Page, name: str) -> None:
        """Keep a picture of what is on the screen."""
        page.screenshot(path=self.pictures / f"{name}.png")

    def note(self, name: str, value: object) -> None:
        """Keep a number beside the pictures."""
        path = self.pictures / "numbers.json"
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        path.write_text(json.dumps(known | {name: value}, indent=2, sort_keys=True) + "\n", encoding="utf-8")

    def _open(self, path: str, visitor: Visitor, theme: Theme, size: tuple[int, int]) -> Page:
        kernel = self.stage.kernel
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=theme, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE_MS)
        context.set_default_navigation_timeout(PATIENCE_MS)
        self._contexts.append(context)
        page = context.new_page()
        self.watch.begin(page)
        page.goto(kernel.login_url(visitor, f"{kernel.module_url.removeprefix(kernel.base_url)}/{path}"))
        return page

    def __enter__(self) -> Self:
        expect.set_options(timeout=PATIENCE_MS)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for context in self._contexts:
            context.close()


def ask(page: Page, question: str) -> Locator:
    """Ask and wait for the answer."""
    page.get_by_label("Ask about this patient's record").fill(question)
    page.keyboard.press("Enter")
    answer = page.locator(".af-latest .af-turn", has_text=question).locator(".af-answer")
    answer.wait_for()
    return answer


def review(page: Page) -> None:
    """Open the patient's queue."""
    page.get_by_role("tab", name="Review").click()
    page.locator(".af-queue[aria-busy=false] .af-current").wait_for()


def card(page: Page, text: str) -> Locator:
    """The item of this title, opened."""
    found = page.locator(".af-review-card", has=page.locator(".af-card-title", has_text=text)).first
    head = found.locator(".af-card-button")
    if head.get_attribute("aria-expanded") == "false":
        head.click()
    expect(found.locator(".af-card-body")).to_be_visible()
    return found
