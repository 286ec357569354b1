"""Names that authors give to sheets and form fields: they stand in citations, so they are de-identified as well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from arbiter_fhir.domain.document import Page, PageRoute
from arbiter_fhir.domain.region import DeclaredContent, Region, RegionKind

__all__ = ["name_of_region", "names_page", "with_clean_names"]

#: What parts a sheet's name from the cell's: ``Labs!B4``.
_SHEET_END: Final = "!"
_BY_NAME: Final = frozenset({RegionKind.FORM_FIELD, RegionKind.CHECKBOX})


def name_of_region(region: Region) -> str:
    """The part of its path that an author wrote; empty where the path is the format's own."""
    if region.kind in _BY_NAME:
        return region.path
    return region.path.rpartition(_SHEET_END)[0]


def names_page(pages: Iterable[Page]) -> tuple[Page, Mapping[str, int]]:
    """All such names on a page of their own, two lines apart, and where each begins there.

    Field names are vocabulary of a form, not prose: there only what is certain counts.
    """
    kinds: dict[str, RegionKind] = {}
    for page in pages:
        for region in page.regions:
            name = name_of_region(region)
            if name:
                kinds.setdefault(name, region.kind)
    regions: list[Region] = []
    places: dict[str, int] = {}
    at = 0
    for name, kind in kinds.items():
        places[name] = at
        if kind in _BY_NAME:
            regions.append(Region(RegionKind.FIELD, "", ((at, at + len(name)),), declares=DeclaredContent.CLINICAL))
        at += len(name) + 2
    page = Page(0, "\n\n".join(kinds), (), PageRoute.NATIVE, 612.0, 792.0, regions=tuple(regions))
    return page, places


def with_clean_names(regions: Sequence[Region], clean: Mapping[str, str]) -> tuple[Region, ...]:
    """The regions with cleaned names in their paths."""
    return tuple(_renamed(region, clean) for region in regions)


def _renamed(region: Region, clean: Mapping[str, str]) -> Region:
    name = name_of_region(region)
    if not name or clean.get(name, name) == name:
        return region
    return replace(region, path=clean[name] + region.path[len(name) :])
