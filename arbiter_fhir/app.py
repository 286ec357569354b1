"""The HTTP application: controllers, error answers, OpenAPI; no logic."""

from __future__ import annotations

from litestar import Litestar, Router
from litestar.config.response_cache import ResponseCacheConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from arbiter_fhir import __version__
from arbiter_fhir.api import CONTROLLERS, EXCEPTION_HANDLERS, fence
from arbiter_fhir.pipelines.site import SitePipelines

__all__ = ["create_app"]

#: Request bodies are questions and ids; documents never travel through this API.
MAX_BODY_BYTES = 64 * 1024

_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def create_app(site: SitePipelines) -> Litestar:
    """The application for one site.

    Args:
        site: The site's pipelines, wired by `bootstrap`.
    """
    return Litestar(
        route_handlers=[Router(path="/", route_handlers=list(CONTROLLERS))],
        exception_handlers=EXCEPTION_HANDLERS,
        middleware=[fence],
        state=State({"site": site}),
        request_max_body_size=MAX_BODY_BYTES,
        response_headers=_HEADERS,
        response_cache_config=ResponseCacheConfig(default_expiration=None),
        logging_config=None,
        debug=False,
        openapi_config=OpenAPIConfig(
            title="arbiter-fhir",
            version=__version__,
            description="Cited facts from the documents of an OpenEMR chart, and answers that can be checked.",
            path="/openapi",
            render_plugins=[JsonRenderPlugin()],
            security=[{"apiKey": []}],
            components=Components(
                security_schemes={
                    "apiKey": SecurityScheme(
                        type="http",
                        scheme="bearer",
                        description="An API key, or a one-use token of the OpenEMR module.",
                    )
                }
            ),
        ),
    )
