"""One namespace of placeholders for a question: ``[PERSON_1]`` of two documents are two people.

Every label of a document, and every label of the chart's cleaned text, gets a number of its own; what it stood for and
where is kept, so that the labels of a validated answer can be restored for its caller and for nobody else.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, LiteralString, TypeVar

from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.deid import DeidentifiedText, IdentifierKind
from arbiter_fhir.domain.evidence import ItemValue, PlaceholderOrigin
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.retrieval.cleaning import CleanPiece

__all__ = ["PLACEHOLDER", "Namespace"]

PLACEHOLDER: Final = re.compile(r"\[(?P<kind>[A-Z_]+)_(?P<number>\d+)\]")
_TEMPLATES: Final[Mapping[str, LiteralString]] = {
    IdentifierKind.PERSON.value: "[PERSON_{}]",
    IdentifierKind.DATE.value: "[DATE_{}]",
    IdentifierKind.AGE_OVER_89.value: "[AGE_{}]",
    IdentifierKind.MRN.value: "[MRN_{}]",
    IdentifierKind.ACCOUNT.value: "[ACCOUNT_{}]",
    IdentifierKind.ACCESSION.value: "[ACCESSION_{}]",
    IdentifierKind.PHONE.value: "[PHONE_{}]",
    IdentifierKind.EMAIL.value: "[EMAIL_{}]",
    IdentifierKind.URL.value: "[URL_{}]",
    IdentifierKind.IP.value: "[IP_{}]",
    IdentifierKind.SSN.value: "[SSN_{}]",
    IdentifierKind.ADDRESS.value: "[ADDRESS_{}]",
    IdentifierKind.LOCATION.value: "[LOCATION_{}]",
    IdentifierKind.LICENSE.value: "[LICENSE_{}]",
    IdentifierKind.ID.value: "[ID_{}]",
}
#: Words around a clinician's name that are no part of it.
_TITLES: Final = frozenset({"dr", "doctor", "md", "do", "np", "pa", "rn", "prof", "mr", "mrs", "ms"})
_WORD: Final = re.compile(r"[^\W\d_]+")

Named = TypeVar("Named")


@dataclass(slots=True)
class Namespace:
    """Hands out labels; each stands for one person or value in one source.

    Attributes:
        sheets: By number of a cleaning call: label to what stood there.
        placeholders: Label as used here to where it comes from.
        values: Of labels that the chart gave: what stood there. Never leaves this process's memory.
    """

    sheets: Mapping[int, Mapping[str, str]] = field(default_factory=dict, repr=False)
    placeholders: dict[str, PlaceholderOrigin] = field(default_factory=dict, repr=False)
    values: dict[str, str] = field(default_factory=dict, repr=False)
    _labels: dict[Hashable, str] = field(default_factory=dict, repr=False)
    _last: dict[str, int] = field(default_factory=dict)

    def reserve(self, texts: Iterable[DeidentifiedText]) -> None:
        """Keep clear of labels that stand in these texts: the question's own are the question's."""
        for text in texts:
            for match in PLACEHOLDER.finditer(text.value):
                kind = match["kind"]
                self._last[kind] = max(self._last.get(kind, 0), int(match["number"]))

    def of_document(self, text: DeidentifiedText, document_id: DocumentId) -> DeidentifiedText:
        """A document's clean text under this namespace."""
        return self._renumber(text, lambda kind, label: self._document_label(kind, label, document_id))

    def of_piece(self, piece: CleanPiece, document_id: DocumentId | None = None, printed: str = "") -> DeidentifiedText:
        """A cleaned piece under this namespace.

        Args:
            piece: Clean text of a call.
            document_id: The document whose text was cleaned once more; ``None`` for the chart's text.
            printed: That text: labels that stood in it are the document's.
        """

        def label_of(kind: str, label: str) -> str:
            if document_id is not None and label in printed:
                return self._document_label(kind, label, document_id)
            return self._chart_label(kind, label, piece.sheet)

        return self._renumber(piece.text, label_of)

    def person(self, name: str) -> DeidentifiedText:
        """The label of a clinician whom the chart names."""
        label = self._label(_person_key(name), "PERSON", lambda made: PlaceholderOrigin(None, made))
        self.values.setdefault(label, " ".join(name.split()))
        return _text_of(label)

    def citation(self, citation: Citation, document_id: DocumentId) -> Citation:
        """A document's citation, its quote under this namespace."""
        quote = self.of_document(citation.quote, document_id)
        return citation if quote is citation.quote else replace(citation, quote=quote)

    def value(self, value: ItemValue, document_id: DocumentId) -> ItemValue:
        """A fact's value, its texts under this namespace."""
        changed: dict[str, str] = {}
        for each in dataclasses.fields(value):
            text = getattr(value, each.name)
            if isinstance(text, str) and PLACEHOLDER.search(text):
                changed[each.name] = PLACEHOLDER.sub(
                    lambda match: self._document_label(match["kind"], match[0], document_id), text
                )
        return replace(value, **changed) if changed else value  # type: ignore[arg-type]

    def _document_label(self, kind: str, label: str, document_id: DocumentId) -> str:
        return self._label((document_id, label), kind, lambda _: PlaceholderOrigin(document_id, label))

    def _chart_label(self, kind: str, label: str, sheet: int) -> str:
        value = self.sheets.get(sheet, {}).get(label)
        key: Hashable = ("sheet", sheet, label)
        if value is not None:
            key = _person_key(value) if kind == "PERSON" else ("chart", kind, " ".join(value.split()))
        made = self._label(key, kind, lambda _: PlaceholderOrigin(None, label))
        if value is not None:
            self.values.setdefault(made, value)
        return made

    def _label(self, key: Hashable, kind: str, origin: Callable[[str], PlaceholderOrigin]) -> str:
        if key not in self._labels:
            self._last[kind] = self._last.get(kind, 0) + 1
            label = f"[{kind}_{self._last[kind]}]"
            self._labels[key] = label
            self.placeholders[label] = origin(label)
        return self._labels[key]

    def _renumber(self, text: DeidentifiedText, label_of: Callable[[str, str], str]) -> DeidentifiedText:
        if "[" not in text.value:
            return text
        pieces, at = [], 0
        for match in PLACEHOLDER.finditer(text.value):
            if match["kind"] in _TEMPLATES:
                label = _text_of(label_of(match["kind"], match[0]))
                pieces += [text.slice(at, match.start()), label]
                at = match.end()
        return DeidentifiedText.join("", [*pieces, text.slice(at, len(text))]) if pieces else text


def _text_of(label: str) -> DeidentifiedText:
    """A label as clean text: our own literal around a number."""
    match = PLACEHOLDER.fullmatch(label)
    if match is None:
        raise ValueError("not a placeholder's label")
    return DeidentifiedText.compose(_TEMPLATES[match["kind"]], int(match["number"]))


def _person_key(name: str) -> Hashable:
    """One person under two spellings of one name: ``Dr. Ada Quinn`` and ``Quinn, Ada, MD``."""
    words = frozenset(_WORD.findall(name.casefold())) - _TITLES
    return "person", words or name
