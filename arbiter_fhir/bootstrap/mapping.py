"""Mapping categories of OpenEMR to document types, by number or by name."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter_fhir.bootstrap.database_urls import database_url
from arbiter_fhir.bootstrap.watching import build_mappings
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import ErrorCode, RequestError
from arbiter_fhir.openemr import ChartTables, category_names, connected, open_chart_engine
from arbiter_fhir.settings import Settings

__all__ = ["find_category", "map_category"]


def map_category(settings: Settings, category: str, doc_type: DocType, *, active: bool) -> Mapping[int, str]:
    """Map a category, or unmap it.

    Args:
        settings: The site's settings.
        category: Its number in OpenEMR, or its name.
        doc_type: What its documents are read as.
        active: False unmaps; then a number that OpenEMR has no more is taken, too.

    Returns:
        Every active mapping: number to the category's name and the type, in words.

    Raises:
        RequestError: OpenEMR has no such category, or several of this name.
        ArbiterError: A setting is missing, or a database refused or failed.
    """
    engine = open_chart_engine(database_url(settings.query_url_file, "query_url_file"))
    with connected(engine, "reading the document categories") as connection:
        names = category_names(connection, ChartTables(settings.openemr_schema))
    mappings = build_mappings(settings)
    number = find_category(category, names if active else {**dict.fromkeys(mappings.active(), ""), **names})
    mappings.put(number, doc_type, active=active)
    return {
        mapped: f"{names.get(mapped, 'unknown to OpenEMR')} -> {kind.value}"
        for mapped, kind in mappings.active().items()
    }


def find_category(category: str, names: Mapping[int, str]) -> int:
    """The number of the one category that is meant.

    Args:
        category: A number or a name, small and capital letters alike.
        names: Number to name of the categories that there are.

    Raises:
        RequestError: None, or several.
    """
    if category.isdigit():
        found = [int(category)] if int(category) in names else []
    else:
        found = [number for number, name in names.items() if name.casefold() == category.strip().casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = ", ".join(str(number) for number in sorted(found))
        raise RequestError(
            ErrorCode.REQUEST_INVALID,
            f"OpenEMR has several categories of this name: give one of the numbers {numbers}.",
        )
    listed = ", ".join(f"{name} ({number})" for number, name in sorted(names.items()) if name)
    raise RequestError(ErrorCode.REQUEST_NOT_FOUND, f"OpenEMR has no such category; it has {listed or 'none'}.")
