"""What no page may do, watched on every page: errors, refused requests, foreign hosts, text that runs as a script."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Page, Request, Response

__all__ = ["Watch"]

#: Chromium tells a refused or failed request on the console as well; that of a page's icon, there alone.
_TOLD_TWICE = "Failed to load resource:"
#: The panel lets go of what it no longer needs; an ended stream of events is told as let go, too.
_LET_GO = "net::ERR_ABORTED"
#: From here on a status is a refusal.
_REFUSED = 400


@dataclass
class Watch:
    """Listens to pages and remembers every fault, except refusals that a test says it brings about.

    Attributes:
        base_url: The one host that pages may ask.
    """

    base_url: str
    faults: list[str] = field(default_factory=list)
    _pages: list[Page] = field(default_factory=list)
    _expected: set[int] = field(default_factory=set)
    _refusals: Counter[int] = field(default_factory=Counter)
    _met: set[str] = field(default_factory=set)
    _told: set[str] = field(default_factory=set)

    def expect_refusal(self, *statuses: int) -> None:
        """The test brings about answers of these statuses; not to see them is a fault as well."""
        self._expected.update(statuses)

    def begin(self, page: Page) -> None:
        """Listen to a page."""
        self._pages.append(page)
        page.on("pageerror", lambda error: self.faults.append(f"script error: {error}"))
        page.on("console", self._hear)
        page.on("request", self._see)
        page.on("requestfailed", self._fail)
        page.on("response", self._answered)
        page.on("dialog", lambda dialog: (self.faults.append("a dialog of the browser opened"), dialog.dismiss()))
        page.on("crash", lambda _: self.faults.append("the page crashed"))

    def check(self) -> None:
        """Nothing happened that must not happen, and all that was to happen did.

        Raises:
            AssertionError: Names every fault.
        """
        for page in self._pages:
            if page.evaluate("'arbiterHit' in window"):
                self.faults.append("text of a document ran as a script")
        self.faults += [f"no answer had status {status}" for status in sorted(self._expected - set(self._refusals))]
        self.faults += [f"refused or failed request: {address}" for address in sorted(self._told - self._met)]
        assert not self.faults, self.faults

    def _hear(self, message: ConsoleMessage) -> None:
        if message.text.startswith(_TOLD_TWICE):
            self._told.add(message.location["url"])
        elif message.type in {"error", "warning"}:
            self.faults.append(f"console {message.type}: {message.text}")

    def _see(self, request: Request) -> None:
        if not request.url.startswith((self.base_url, f"blob:{self.base_url}")):
            self.faults.append(f"asked another host: {request.url}")
        if "arbiterHit" in request.url:
            self.faults.append("text of a document became an address")

    def _fail(self, request: Request) -> None:
        self._met.add(request.url)
        if request.failure != _LET_GO:
            self.faults.append(f"failed request: {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status < _REFUSED:
            return
        self._met.add(response.url)
        self._refusals[response.status] += 1
        if response.status not in self._expected:
            self.faults.append(f"refused request: {response.status} {response.url}")
