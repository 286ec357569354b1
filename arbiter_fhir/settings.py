"""Every setting of the product, typed, read once at start.

Values come from environment variables with the prefix ``ARBITER_``, or from the file that ``ARBITER_ENV_FILE`` (or
``--env-file``) names, in the same ``NAME=value`` form. Secrets are files, never values: a file can be given to one
account alone, a variable is seen by every child process.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from arbiter_fhir.domain.promotion import ListKind
from arbiter_fhir.domain.tenant import SiteId, TenantScope
from arbiter_fhir.errors import ConfigurationError

__all__ = ["Settings", "load_settings", "settings_file"]


def _site(value: str) -> str:
    return TenantScope(SiteId(value)).site


_LISTS = {"allergies": ListKind.ALLERGY, "medications": ListKind.MEDICATION, "problems": ListKind.PROBLEM}


def _lists(value: object) -> object:
    """``allergies,medications`` as kinds of lists; ``none`` or nothing for none of them."""
    if not isinstance(value, str):
        return value
    words = [word.strip().casefold() for word in value.split(",") if word.strip()]
    if words == ["none"]:
        return frozenset()
    if not set(words) <= set(_LISTS):
        raise ValueError("use allergies, medications, problems with commas between them, or none")
    return frozenset(_LISTS[word] for word in words)


class Settings(BaseSettings):
    """Settings of one process for one site (tenant). Names here are the variables' names without the prefix."""

    model_config = SettingsConfigDict(env_prefix="ARBITER_", extra="ignore", frozen=True)

    site: Annotated[str, AfterValidator(_site)] = Field(
        "default", description="OpenEMR site name; one site is one tenant."
    )

    # Database: one account per role; the URL files hold SQLAlchemy URLs (mariadb+pymysql://...).
    worker_url_file: Path | None = Field(None, description="URL of the worker account (ingest, promotion).")
    query_url_file: Path | None = Field(None, description="URL of the query account (answers, API).")
    reidentify_url_file: Path | None = Field(None, description="URL of the account that may read the PHI map.")
    control_url_file: Path | None = Field(None, description="URL of the account that looks up API keys.")
    openemr_schema: str = Field("openemr", pattern=r"[A-Za-z0-9_]{1,64}", description="OpenEMR's own schema.")

    # Keys.
    kek_file: Path | None = Field(None, description="32 random bytes (hex): encrypts placeholder maps.")
    patient_reference_key_file: Path | None = Field(
        None, description="32 random bytes (hex): patient references in logs."
    )
    api_pepper_file: Path | None = Field(None, description="32 random bytes (hex): hashes API keys.")
    module_secret_file: Path | None = Field(
        None, description="32 random bytes (hex): signs the OpenEMR module's tokens; no token is taken without it."
    )

    # OpenEMR over HTTP.
    ehr_base_url: str = Field("", description="OpenEMR's base URL, as in its global site_addr_oath.")
    ehr_client_id: str = Field("", description="client_id of the registered API client.")
    ehr_private_key_file: Path | None = Field(None, description="PEM of the client's private key (RS384).")
    ehr_ca_file: Path | None = Field(None, description="PEM of the CA that signed OpenEMR's certificate, if private.")

    # A language model for pages that rules cannot read. Without an address there is none, and nothing is lost but that.
    model_base_url: str = Field("", description="OpenAI-compatible API, as https://llm.example/v1.")
    model_name: str = Field("", description="Name of the model, as the endpoint calls it.")
    model_key_file: Path | None = Field(None, description="Key of the endpoint; none where it asks for none.")
    model_ca_file: Path | None = Field(None, description="PEM of the CA that signed its certificate, if private.")
    model_seconds: float = Field(60.0, gt=0, le=600, description="Longest wait for one answer.")
    model_sees_pictures: bool = Field(
        default=False, description="Send redacted pictures of pages along with their text."
    )
    model_plain_http: bool = Field(
        default=False, description="Allow http to another machine, where the network between is yours alone."
    )

    # What models may be used for, and how much of them in a day of the site.
    models: Literal["on", "off"] = Field("on", description="Off: no language model is asked, everything else goes on.")
    model_rewords: bool = Field(default=False, description="Let the model put answers into better words.")
    model_large_name: str = Field("", description="A larger model, asked once where the first one's words are refused.")
    model_large_input_price: Decimal | None = Field(None, ge=0, description="Its price of a million tokens sent.")
    model_large_output_price: Decimal | None = Field(None, ge=0, description="Its price of a million answered.")
    model_daily_cost: Decimal | None = Field(None, ge=0, description="US dollars a day; no model is asked beyond.")
    model_daily_tokens: int | None = Field(None, ge=0, description="Tokens a day; no model is asked beyond.")

    # Embeddings: the model that comes along unless one of these names another, of the same 384 dimensions.
    embedding_folder: Path | None = Field(None, description="Folder with model.onnx and tokenizer.json.")
    embedding_sha256: str = Field("", pattern=r"|[0-9a-f]{64}", description="Hash that its model.onnx must have.")
    embedding_base_url: str = Field("", description="OpenAI-compatible API of an embedding model.")
    embedding_name: str = Field(
        "", pattern=r"[!-~]{0,100}", description="Name of that model, as the endpoint calls it."
    )
    embedding_key_file: Path | None = Field(None, description="Key of that endpoint; none where it asks for none.")

    # Published guidance: where its files are, and a model that puts the passages found in its own order.
    guideline_corpus: Path | None = Field(None, description="Folder of the guideline corpus; default: the bundled one.")
    rerank_base_url: str = Field("", description="Rerank API, as https://api.cohere.com/v2; none for the local one.")
    rerank_name: str = Field("rerank-v3.5", pattern=r"[!-~]{1,100}", description="Name of the rerank model there.")
    rerank_key_file: Path | None = Field(None, description="Key of that API; none where it asks for none.")
    rerank_seconds: float = Field(3.0, gt=0, le=60, description="Longest wait; the local order is kept after it.")

    # What the endpoint asks, in US dollars per million tokens, so that `arbiter-fhir report` can show costs.
    model_input_price: Decimal | None = Field(None, ge=0, description="Price of a million tokens sent, US dollars.")
    model_output_price: Decimal | None = Field(None, ge=0, description="Price of a million tokens answered.")

    # Behaviour.
    watch_seconds: float = Field(5.0, gt=0, le=3600, description="Pause between two looks at OpenEMR's documents.")
    lease_seconds: float = Field(
        60.0, ge=1, le=3600, description="Job lease; a killed worker's job is taken over after it."
    )
    idle_seconds: float = Field(0.5, gt=0, le=60, description="Worker's pause when nothing is due.")
    date_order: Literal["month_first", "day_first"] = Field(
        "month_first", description="What comes first in 04/10/2026 on the clinic's paper."
    )
    promote_lists: Annotated[frozenset[ListKind], NoDecode, BeforeValidator(_lists)] = Field(
        frozenset(ListKind),
        description="Lists of the chart that entries are written to, as reported and unconfirmed: allergies,"
        " medications, problems, or none.",
    )
    listen_host: str = Field("127.0.0.1", description="Address of the API.")
    listen_port: int = Field(8350, ge=0, le=65535, description="Port of the API; 0 takes a free one.")

    @model_validator(mode="before")
    @classmethod
    def _unset_where_empty(cls, given: Mapping[str, object]) -> dict[str, object]:
        """A setting that may be unset and is written as ``NAME=`` is unset: an empty path would name a folder."""
        optional = {name for name, field in cls.model_fields.items() if field.default is None}
        return {name: value for name, value in given.items() if not (name in optional and value == "")}


def settings_file(env_file: Path | None = None) -> Path | None:
    """The file that settings are read from: ``env_file``, or the one that ``ARBITER_ENV_FILE`` names, if any."""
    named = os.environ.get("ARBITER_ENV_FILE")  # noqa: TID251  this module is the one reader of the environment
    return env_file or (Path(named) if named else None)


def load_settings(env_file: Path | None = None) -> Settings:
    """Read the settings once.

    Args:
        env_file: ``NAME=value`` lines; defaults to the file that ``ARBITER_ENV_FILE`` names, if any. Variables of the
            environment win over the file.

    Raises:
        ConfigurationError: Naming every setting that is wrong, without its value.
    """
    path = settings_file(env_file)
    if path is not None and not path.is_file():
        raise ConfigurationError(f"The settings file does not exist: {path}")
    try:
        return Settings(_env_file=path)
    except ValidationError as error:
        problems = "; ".join(
            f"ARBITER_{'_'.join(str(part) for part in problem['loc']).upper()}: {problem['msg']}"
            for problem in error.errors(include_input=False, include_url=False)
        )
        raise ConfigurationError(f"Settings that need attention: {problems}") from None
