"""Spans of all pages as mentions of people, dates and numbers: pieces of one identifier are one mention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from arbiter_fhir.deid.dates import DateOrder
from arbiter_fhir.deid.findings import Strength
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.namesakes import namesake_key, with_initials_joined
from arbiter_fhir.deid.placeholders import Assignment, Mention, assign_placeholders
from arbiter_fhir.deid.recognition import RecognizedPage
from arbiter_fhir.deid.spans import MergedSpan
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["assign"]


@dataclass
class _Mentions:
    """Mentions so far, and which of them each span belongs to."""

    mentions: list[Mention] = field(default_factory=list)
    index: list[int] = field(default_factory=list)
    groups: dict[tuple[str, IdentifierKind], int] = field(default_factory=dict)

    def add(self, mention: Mention, group: str) -> None:
        at = self.groups.get((group, mention.kind)) if group else None
        if at is None:
            at = len(self.mentions)
            self.mentions.append(mention)
            if group:
                self.groups[group, mention.kind] = at
        elif not mention.declared:
            known = self.mentions[at]
            person = known.person or mention.person
            self.mentions[at] = replace(known, surface=f"{known.surface} {mention.surface}", person=person)
        self.index.append(at)


def assign(
    pages: Sequence[RecognizedPage],
    spans: Sequence[Sequence[MergedSpan]],
    lexicon: Lexicon,
    *,
    today: date,
    site_order: DateOrder,
) -> Assignment:
    """One placeholder for each span of each page, in order.

    Args:
        pages: Recognized pages.
        spans: What to replace on each.
        lexicon: Word lists.
        today: For two-digit years.
        site_order: Order of day and month where the document's own dates prove none.
    """
    found = _Mentions()
    for page, own in zip(pages, spans, strict=True):
        for span in own:
            found.add(_mention(page, span), span.group)
    keys = with_initials_joined([mention.person for mention in found.mentions])
    found.mentions = [replace(mention, person=key) for mention, key in zip(found.mentions, keys, strict=True)]
    assignment = assign_placeholders(found.mentions, lexicon, today=today, site_order=site_order)
    return replace(assignment, placeholders=tuple(assignment.placeholders[at] for at in found.index))


def _mention(page: RecognizedPage, span: MergedSpan) -> Mention:
    kind = span.lead.kind
    if span.lead.strength is Strength.DECLARED:
        value = page.declared_by_group.get(span.lead.group)
        if value is not None:
            return Mention(kind, value.display, page.people.get(span.lead.group, ""), declared=True)
    return Mention(kind, page.reading.text[span.start : span.end], _chart_person(page, span))


def _chart_person(page: RecognizedPage, span: MergedSpan) -> str:
    """The key of the person whom the sweep found in the span, or of a namesake; empty where it found none."""
    if span.lead.kind is not IdentifierKind.PERSON:
        return ""
    for finding in page.findings:
        if finding.strength is Strength.CHART and finding.start < span.end and finding.end > span.start:
            name, _, key = finding.recognizer.partition(":")
            if name == "name_sweep":
                person = page.chart.get(key)
                surface = page.reading.text[span.start : span.end]
                return (namesake_key(surface, person, page.reading.lexicon) if person is not None else "") or key
    return ""
