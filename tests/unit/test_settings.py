"""Settings: one file or the environment, all problems named at once, no value ever shown."""

from pathlib import Path

import pytest

from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.settings import load_settings


def env_file(folder: Path, text: str) -> Path:
    path = folder / "arbiter.env"
    path.write_text(text)
    return path


def test_a_file_gives_the_settings(tmp_path: Path) -> None:
    settings = load_settings(env_file(tmp_path, "ARBITER_SITE=north\nARBITER_WATCH_SECONDS=2\n"))
    assert (settings.site, settings.watch_seconds) == ("north", 2.0)


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITER_SITE", "south")
    assert load_settings(env_file(tmp_path, "ARBITER_SITE=north\n")).site == "south"


def test_the_environment_may_name_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITER_ENV_FILE", str(env_file(tmp_path, "ARBITER_SITE=west\n")))
    assert load_settings().site == "west"


def test_every_problem_is_named_and_no_value_is_shown(tmp_path: Path) -> None:
    text = "ARBITER_SITE=Bad_Name\nARBITER_WATCH_SECONDS=-1\nARBITER_LISTEN_PORT=secret-canary\n"
    with pytest.raises(ConfigurationError) as caught:
        load_settings(env_file(tmp_path, text))
    message = str(caught.value)
    assert all(name in message for name in ("ARBITER_SITE", "ARBITER_WATCH_SECONDS", "ARBITER_LISTEN_PORT"))
    assert "canary" not in message
    assert "Bad_Name" not in message


def test_the_example_file_is_a_settings_file_and_leaves_optional_ones_unset() -> None:
    settings = load_settings(Path(".env.example"))
    assert settings.model_ca_file is None
    assert settings.model_input_price is None
    assert settings.embedding_folder is None


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("", {"allergy", "medication", "medical_problem"}),
        ("ARBITER_PROMOTE_LISTS=none\n", set()),
        ("ARBITER_PROMOTE_LISTS=\n", set()),
        ("ARBITER_PROMOTE_LISTS=Allergies, problems\n", {"allergy", "medical_problem"}),
    ],
)
def test_a_site_chooses_the_lists_that_are_written_to(tmp_path: Path, line: str, kinds: set[str]) -> None:
    assert load_settings(env_file(tmp_path, line)).promote_lists == kinds


def test_an_unknown_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="ARBITER_PROMOTE_LISTS"):
        load_settings(env_file(tmp_path, "ARBITER_PROMOTE_LISTS=allergies,surgeries\n"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="does not exist"):
        load_settings(tmp_path / "nothing.env")
