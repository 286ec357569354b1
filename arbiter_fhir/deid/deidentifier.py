"""The gate: raw pages in; clean pages, map and candidates out. Whatever fails closes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final, TypeVar

from arbiter_fhir.deid.candidates import candidates_of_page
from arbiter_fhir.deid.clean_page import Replacement, clean_page, clean_text
from arbiter_fhir.deid.dates import DateOrder
from arbiter_fhir.deid.language_model import MODEL_NAME, load_engine
from arbiter_fhir.deid.lexicon import load_lexicon
from arbiter_fhir.deid.mentions import assign
from arbiter_fhir.deid.placeholders import Assignment
from arbiter_fhir.deid.question import in_small_letters, with_years
from arbiter_fhir.deid.question_names import as_the_patient, names_in_question, without_organisations
from arbiter_fhir.deid.recognition import RecognizedPage, recognize
from arbiter_fhir.deid.region_names import names_page, with_clean_names
from arbiter_fhir.deid.restore import PLACEHOLDER
from arbiter_fhir.deid.spans import MergedSpan, merge_spans
from arbiter_fhir.domain.deid import (
    DeidentifiedDocument,
    DeidentifiedText,
    IdentifierCandidate,
    IdentifierCandidates,
    IdentifierKind,
    IdentifierSpan,
    PhiMap,
)
from arbiter_fhir.domain.document import DocumentPages, Page, PageRoute
from arbiter_fhir.domain.identity import ChartClinician, ChartPatient
from arbiter_fhir.domain.question import AskedQuestion
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.errors import DeidentificationError, ErrorCode
from arbiter_fhir.ports.clock import Clock
from arbiter_fhir.ports.terminology import QuestionWords

__all__ = ["PresidioDeidentifier"]

Made = TypeVar("Made")

#: Citation marks of answers: ``[128]``, ``[c3]``, ``[1, 2]``.
_CITATION: Final = re.compile(r"\[[a-z]{0,2}\d{1,9}(?:[,;] ?[a-z]{0,2}\d{1,9})*\]", re.IGNORECASE)

_OUR_DATE: Final = re.compile(r"(?<![\w.-])(?:19|20)\d\d-[01]\d(?:-[0-3]\d(?:T\d\d:\d\d)?)?(?![\w-])")


def _closing(make: Callable[[], Made]) -> Made:
    """What ``make`` gives; whatever goes wrong becomes our error, without a cause that could carry document text."""
    try:
        return make()
    except DeidentificationError:
        raise
    except Exception as error:  # noqa: BLE001 - the gate must close on anything at all
        failed = type(error).__name__
    # Outside the handler, so that not even the context keeps the text.
    raise DeidentificationError(
        ErrorCode.DEID_FAILED,
        f"De-identification stopped on {failed}; nothing was passed on. Report the document's id.",
    )


class PresidioDeidentifier:
    """De-identification with Presidio, our recognizers and the chart sweep. Safe to share between threads.

    Args:
        clock: For the century of two-digit years.
        model_name: Installed spaCy pipeline.
        date_order: Order of day and month where a document's own dates prove none.

    Raises:
        DeidentificationError: `E_DEID_UNAVAILABLE` where the model is missing.
    """

    def __init__(
        self, clock: Clock, *, model_name: str = MODEL_NAME, date_order: DateOrder = DateOrder.MONTH_FIRST
    ) -> None:
        self._clock = clock
        self._order = date_order
        self._engine = _closing(lambda: load_engine(model_name))
        self._lexicon = _closing(load_lexicon)

    def deidentify(
        self,
        document: DocumentPages,
        *,
        patient: ChartPatient | None,
        clinicians: Sequence[ChartClinician] = (),
    ) -> DeidentifiedDocument:
        """Replace every identifier of a document.

        Raises:
            DeidentificationError: `E_DEID_FAILED`; nothing is passed on.
        """
        return _closing(lambda: self._document(document, patient, clinicians))

    def deidentify_text(self, text: str, *, patient: ChartPatient | None) -> DeidentifiedText:
        """The same for a short text such as a question; placeholders are not restorable from this call.

        Raises:
            DeidentificationError: `E_DEID_FAILED`.
        """
        return _closing(lambda: self._clean(text, patient)).text

    def deidentify_question(
        self, text: str, *, patient: ChartPatient | None, today: date, words: QuestionWords
    ) -> AskedQuestion:
        """The same for a clinician's question, with the dates that were written in it.

        Args:
            text: As typed.
            patient: Whose chart is open.
            today: The site's day, for a date without its year.
            words: The words that questions are made of, which are no names.

        Raises:
            DeidentificationError: `E_DEID_FAILED`.
        """

        def clean() -> AskedQuestion:
            own = as_the_patient(text, patient, self._lexicon)
            written = with_years(in_small_letters(own, self._lexicon, words), today, self._order)
            return self._clean(written, patient, words)

        return _closing(clean)

    def _clean(self, text: str, patient: ChartPatient | None, words: QuestionWords | None = None) -> AskedQuestion:
        pages = self._recognize((_page_of(text),), patient, ())
        if words is not None:
            pages[0].findings[:] = without_organisations(pages[0].reading, pages[0].findings)
            pages[0].findings.extend(list(names_in_question(pages[0].reading, pages[0].findings, self._lexicon, words)))
        spans = _spans(pages)
        assignment = self._assign(pages, spans)
        clean, _ = clean_text(text, _replacements(pages, spans, assignment)[0])
        surfaces = dict(_surfaces(pages, spans, assignment))
        people = {
            label: name for label, name in surfaces.items() if label.startswith(f"[{IdentifierKind.PERSON.value}")
        }
        return AskedQuestion(DeidentifiedText(clean, DEID_SEAL), assignment.dates, people)

    def identifiers_in(self, text: str, *, patient: ChartPatient | None) -> list[IdentifierKind]:
        """Kinds of identifiers that stand in a text of ours.

        Citation marks and placeholders never count, nor do dates in the form that our own sentences give clinical
        dates (``2026-04-10``), except the patient's birth date.

        Raises:
            DeidentificationError: `E_DEID_FAILED`.
        """
        return _closing(lambda: self._kinds(text, patient))

    def _kinds(self, text: str, patient: ChartPatient | None) -> list[IdentifierKind]:
        birth_date = patient.birth_date.isoformat() if patient and patient.birth_date else ""
        neutral = _CITATION.sub(_dash, PLACEHOLDER.sub(_dash, text))
        neutral = _OUR_DATE.sub(lambda match: match[0] if match[0][:10] == birth_date else _dash(match), neutral)
        pages = self._recognize((_page_of(neutral),), patient, ())
        return list(dict.fromkeys(span.lead.kind for span in _spans(pages)[0]))

    def _recognize(
        self, pages: Sequence[Page], patient: ChartPatient | None, clinicians: Sequence[ChartClinician]
    ) -> list[RecognizedPage]:
        return recognize(pages, engine=self._engine, lexicon=self._lexicon, patient=patient, clinicians=clinicians)

    def _assign(self, pages: Sequence[RecognizedPage], spans: Sequence[Sequence[MergedSpan]]) -> Assignment:
        today = self._clock.now().date()
        return assign(pages, spans, self._lexicon, today=today, site_order=self._order)

    def _document(
        self, document: DocumentPages, patient: ChartPatient | None, clinicians: Sequence[ChartClinician]
    ) -> DeidentifiedDocument:
        names, places = names_page(document.pages)
        # Names of sheets and fields are read beside the pages, so that whoever is found on these is found there too.
        pages = self._recognize([*document.pages, names], patient, clinicians)
        spans = _spans(pages)
        assignment = self._assign(pages, spans)
        replacements = _replacements(pages, spans, assignment)
        clean = _clean_names(places, replacements[-1])
        candidates: list[IdentifierCandidate] = []
        for page, found in zip(pages[:-1], spans, strict=False):
            candidates += candidates_of_page(page.page, page.folded, page.fields, found, page.declared)
        return DeidentifiedDocument(
            pages=tuple(
                replace(made, regions=with_clean_names(made.regions, clean))
                for page, replaced in zip(pages[:-1], replacements, strict=False)
                for made in (clean_page(page.page, replaced),)
            ),
            phi=_phi_map(pages, spans, assignment),
            candidates=IdentifierCandidates(tuple(candidates)),
            spans=tuple(_reported(pages[:-1], spans, assignment)),
            dates=assignment.dates,
            media_type=document.media_type,
            parts=document.parts,
        )


def _dash(match: re.Match[str]) -> str:
    """Neutral text of the same length."""
    return "-".center(len(match[0]))


def _page_of(text: str) -> Page:
    return Page(1, text, (), PageRoute.NATIVE, 612.0, 792.0)


def _spans(pages: Sequence[RecognizedPage]) -> list[list[MergedSpan]]:
    return [merge_spans(page.findings, page.reading.text) for page in pages]


def _replacements(
    pages: Sequence[RecognizedPage], spans: Sequence[Sequence[MergedSpan]], assignment: Assignment
) -> list[list[Replacement]]:
    """Raw stretches to replace, page by page: a span over a line break is one on each line."""
    placeholders = iter(assignment.placeholders)
    result: list[list[Replacement]] = []
    for page, found in zip(pages, spans, strict=True):
        replaced: list[Replacement] = []
        for span in found:
            placeholder = next(placeholders)
            for start, end in _lines(page, span):
                replaced.append(Replacement(*page.folded.to_raw(start, end), placeholder))
        result.append(replaced)
    return result


def _clean_names(places: Mapping[str, int], replacements: Sequence[Replacement]) -> dict[str, str]:
    """Each name of a sheet or field, and the clean one."""
    clean: dict[str, str] = {}
    for name, at in places.items():
        own = [
            Replacement(each.start - at, each.end - at, each.placeholder)
            for each in replacements
            if at <= each.start and each.end <= at + len(name)
        ]
        clean[name] = clean_text(name, own)[0]
    return clean


def _lines(page: RecognizedPage, span: MergedSpan) -> Iterator[tuple[int, int]]:
    offset = span.start
    for piece in page.reading.text[span.start : span.end].split("\n"):
        lead = len(piece) - len(piece.lstrip())
        if piece.strip():
            yield offset + lead, offset + len(piece.rstrip())
        offset += len(piece) + 1


def _surfaces(
    pages: Sequence[RecognizedPage], spans: Sequence[Sequence[MergedSpan]], assignment: Assignment
) -> Iterator[tuple[str, str]]:
    placeholders = iter(assignment.placeholders)
    for page, found in zip(pages, spans, strict=True):
        for span in found:
            start, end = page.folded.to_raw(span.start, span.end)
            label = next(placeholders).label
            yield label, " ".join(page.page.text[start:end].split())
            declared = page.declared_by_group.get(span.group) if span.group else None
            if declared is not None and declared.kind is span.lead.kind:
                yield label, declared.display


def _phi_map(pages: Sequence[RecognizedPage], spans: Sequence[Sequence[MergedSpan]], assignment: Assignment) -> PhiMap:
    """Label to surface forms, the fullest first: that one is shown when a placeholder is restored."""
    values: dict[str, dict[str, None]] = {}
    for label, surface in _surfaces(pages, spans, assignment):
        values.setdefault(label, {})[surface] = None
    return PhiMap({label: tuple(sorted(forms, key=len, reverse=True)) for label, forms in values.items()})


def _reported(
    pages: Sequence[RecognizedPage], spans: Sequence[Sequence[MergedSpan]], assignment: Assignment
) -> Iterator[IdentifierSpan]:
    placeholders = iter(assignment.placeholders)
    for page, found in zip(pages, spans, strict=False):
        for span in found:
            start, end = page.folded.to_raw(span.start, span.end)
            lead = span.lead
            recognizer = lead.recognizer.partition(":")[0]
            yield IdentifierSpan(page.page.number, start, end, lead.kind, next(placeholders), lead.score, recognizer)
