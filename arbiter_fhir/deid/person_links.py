"""Which names on a document are one person: so that one person has one placeholder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from arbiter_fhir.deid.anchors import CLINICAL_TITLES, TITLES
from arbiter_fhir.deid.lexicon import Lexicon, plain
from arbiter_fhir.deid.names import CREDENTIALS, PARTICLES, SUFFIXES

__all__ = ["link_people"]

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SKIPPED: Final = CREDENTIALS | PARTICLES | SUFFIXES | TITLES | CLINICAL_TITLES


@dataclass
class _Cluster:
    """One person as seen so far."""

    key: str
    full: set[str] = field(default_factory=set)
    initials: set[str] = field(default_factory=set)
    family: str = ""
    given: str = ""


@dataclass(frozen=True, slots=True)
class _Name:
    words: tuple[str, ...]
    initials: tuple[str, ...]
    family: str
    given: str


def _read(surface: str) -> _Name:
    before, comma, after = surface.partition(",")
    words = [plain(word) for word in _WORD.findall(surface)]
    kept = tuple(word for word in words if len(word) > 1 and word not in _SKIPPED)
    initials = tuple(word for word in words if len(word) == 1)
    lead = [plain(word) for word in _WORD.findall(before if comma and _WORD.search(after) else "")]
    family = next((word for word in reversed(lead) if word in kept), kept[-1] if kept else "")
    given = next((word for word in kept if word != family), "")
    return _Name(kept, initials, family, given)


def link_people(mentions: Sequence[tuple[str, str]], lexicon: Lexicon) -> list[str]:
    """A key for each mention; mentions of one person have the same.

    Args:
        mentions: Surface form, and the chart's key of the person where the sweep knows it (else empty).
        lexicon: For short forms of given names.
    """
    names = [_read(surface) for surface, _ in mentions]
    clusters: list[_Cluster] = []
    keys = [key for _, key in mentions]
    for index, key in enumerate(keys):
        if key:
            _cluster(clusters, key, names[index])
    # Fuller names first: a family name alone then finds the person it belongs to, wherever it stands.
    for index in sorted(range(len(names)), key=lambda each: (-len(names[each].words), each)):
        if keys[index]:
            continue
        match = _find(clusters, names[index], lexicon)
        keys[index] = match.key if match else f"person:{index}"
        _cluster(clusters, keys[index], names[index])
    return keys


def _cluster(clusters: list[_Cluster], key: str, name: _Name) -> None:
    cluster = next((each for each in clusters if each.key == key), None)
    if cluster is None:
        cluster = _Cluster(key)
        clusters.append(cluster)
    cluster.full.update(name.words)
    cluster.initials.update(name.initials)
    cluster.family = cluster.family or name.family
    cluster.given = cluster.given or name.given


def _find(clusters: Iterable[_Cluster], name: _Name, lexicon: Lexicon) -> _Cluster | None:
    if not name.words:
        return None
    for cluster in clusters:
        if all(_among(word, cluster.full, lexicon) for word in name.words) and _initials_fit(name, cluster):
            return cluster
        if name.family == cluster.family and name.given and _given_fits(name.given, cluster, lexicon):
            return cluster
    return None


def _among(word: str, words: set[str], lexicon: Lexicon) -> bool:
    return word in words or bool(lexicon.variants(word) & words)


def _initials_fit(name: _Name, cluster: _Cluster) -> bool:
    """``J. Smith`` is John Smith and not Mary Smith; a cluster that has no given name yet fits any."""
    if not name.initials or not cluster.given:
        return True
    return any(word.startswith(name.initials[0]) for word in cluster.full) or name.initials[0] in cluster.initials


def _given_fits(given: str, cluster: _Cluster, lexicon: Lexicon) -> bool:
    if not cluster.given:
        return not cluster.initials or given[0] in cluster.initials
    return _among(given, cluster.full, lexicon)
