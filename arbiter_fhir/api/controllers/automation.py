"""How sure a fact has to be before it is written without a person."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get, post, put
from litestar.datastructures import State
from litestar.params import JSONBody

from arbiter_fhir.api.authentication import admit_site, caller_of, requires
from arbiter_fhir.api.review_schemas import AutomationIn, AutomationOut, PreviewIn, PreviewOut, RuleOut, RulePreviewOut
from arbiter_fhir.ports.access import KeyScope

__all__ = ["AutomationController"]


class AutomationController(Controller):
    """`GET|PUT /v1/automation` and `POST /v1/automation/preview`."""

    path = "/v1/automation"
    tags = ("Review",)
    guards = (requires(KeyScope.ADMIN),)

    @get("/", sync_to_thread=True, summary="The site's bars")
    def rules(self, request: Request[Any, Any, Any], state: State) -> AutomationOut:
        """By type of document and kind of fact; a kind without a bar is written as the rules of promotion let it."""
        admit_site(request)
        return AutomationOut(rules=[RuleOut.of(rule) for rule in state.site.automation.rules()])

    @put("/", sync_to_thread=True, summary="Replace the site's bars")
    def replace(self, data: JSONBody[AutomationIn], request: Request[Any, Any, Any], state: State) -> AutomationOut:
        """What is not named has no bar any more. A bar holds back what would be written, and never lets more in."""
        admit_site(request)
        rules = state.site.automation.replace([rule.to_rule() for rule in data.rules], caller=caller_of(request))
        return AutomationOut(rules=[RuleOut.of(rule) for rule in rules])

    @post("/preview", sync_to_thread=True, status_code=200, summary="Try bars on what was read lately")
    def preview(self, data: JSONBody[PreviewIn], request: Request[Any, Any, Any], state: State) -> PreviewOut:
        """What would have been written and what would have waited, and what people decided about such facts."""
        admit_site(request)
        found = state.site.automation.preview([rule.to_rule() for rule in data.rules], days=data.days)
        return PreviewOut(days=data.days, rules=[RulePreviewOut.from_preview(each) for each in found])
