"""The command line as a newcomer uses it: real processes, documented JSON, exit codes, sentences, no tracebacks."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from devstack.samples import sample
from tests.functional.clinic import Clinic
from tests.functional.commands import Run

TYPED = sample("ruled")
GOLDEN = Path(__file__).parents[2] / "fixtures" / "clinical-document-golden" / "sources"


def run_anew(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """A command as a shell starts it."""
    command = [sys.executable, "-m", "arbiter_fhir", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=False, timeout=120)


@pytest.fixture(scope="module")
def extracted(run: Run, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, object], Path]:
    folder = tmp_path_factory.mktemp("extract")
    report = folder / "report.pdf"
    report.write_bytes(TYPED.content)
    done = run("extract", report, "--json", "--overlay", folder / "boxes")
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout), folder


def test_extract_prints_the_documented_object(extracted: tuple[dict[str, object], Path]) -> None:
    plain, _ = extracted
    assert set(plain) >= {"document", "pages", "identifiers", "facts", "warnings", "error"}
    assert plain["error"] is None
    facts = plain["facts"]
    assert isinstance(facts, list)
    for row, fact in zip([row for row in TYPED.truth.rows if row.resulted], facts, strict=True):
        value = fact["value"]
        assert (value["test_name"], value["value"], value["unit"], value["reference_range"]) == (
            row.test_name,
            row.value,
            row.unit,
            row.reference_range,
        )
        assert value["collection_date"] == row.collected
        assert fact["certainty"] == "verified"
        assert set(fact["citation"]) >= {
            "source_type",
            "source_id",
            "page_or_section",
            "field_or_chunk_id",
            "quote_or_value",
            "bounding_box",
        }


def test_extract_shows_no_identifier_of_the_page(extracted: tuple[dict[str, object], Path]) -> None:
    plain, _ = extracted
    text = json.dumps({**plain, "document": None}, ensure_ascii=False)
    assert [word for word in TYPED.truth.identifiers if len(word) > 3 and word in text] == []


def test_extract_draws_the_boxes(extracted: tuple[dict[str, object], Path]) -> None:
    _, folder = extracted
    (picture,) = (folder / "boxes").glob("*.png")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_pictures_that_show_names_are_for_their_owner_alone(extracted: tuple[dict[str, object], Path]) -> None:
    _, folder = extracted
    (picture,) = (folder / "boxes").glob("*.png")
    assert stat.S_IMODE(picture.stat().st_mode) == 0o600


def test_a_type_under_which_nothing_is_found_names_the_one_that_fits(run: Run, tmp_path: Path) -> None:
    form = GOLDEN / "intake-filled-heart.pdf"
    assert (
        b"Nothing that a lab_pdf holds was found. It reads like another type: --type intake_form"
        in run("extract", form).stdout
    )
    told = json.loads(run("extract", form, "--json").stdout)
    assert told["document"]["fitting_type"] == "intake_form"
    assert (
        json.loads(run("extract", form, "--json", "--type", "intake_form").stdout)["document"]["fitting_type"] is None
    )


def test_a_kind_of_file_that_the_type_does_not_take_names_the_types_that_do(run: Run) -> None:
    (workbook, *_) = sorted(GOLDEN.glob("*.xlsx"))
    done = run("extract", workbook, "--json")
    assert done.returncode == 2
    assert "clinical_workbook takes it" in json.loads(done.stdout)["error"]["message"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "E_EMPTY"),
        (b"MZ\x90\x00 not a document", "E_TYPE"),
        (b"%PDF-1.7\nbroken", "E_CORRUPT"),
        (b"\x1f\x8b\x08\x00 packed", "E_UNSUPPORTED"),
    ],
)
def test_a_bad_file_ends_with_code_and_exit_2(run: Run, tmp_path: Path, content: bytes, code: str) -> None:
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(content)
    done = run("extract", bad, "--json")
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    assert error["code"] == code
    assert error["message"].endswith(".")
    assert b"Traceback" not in done.stderr


def test_a_missing_file_is_a_sentence(run: Run) -> None:
    done = run("extract", "/no/such/file.pdf")
    assert done.returncode == 2
    assert b"cannot be opened" in done.stderr


def test_deidentify_reads_plain_text_from_standard_input(run: Run) -> None:
    note = b"Mrs. Ruth Example, DOB 02/03/1961, MRN 447190, takes metformin 500 mg daily. Call 217-555-0123."
    done = run("deidentify", "-", "--patient", "Ruth Example,1961-02-03,447190", stdin=note)
    assert done.returncode == 0, done.stderr.decode()
    clean = done.stdout.decode()
    for identifier in ("Ruth", "Example", "02/03/1961", "447190", "555-0123"):
        assert identifier not in clean
    assert "metformin 500 mg daily" in clean


def test_deidentify_json_says_what_stood_where_without_the_values(run: Run) -> None:
    done = run("deidentify", "-", "--json", stdin=b"Patient: Ruth Example\nDOB: 02/03/1961\n")
    plain = json.loads(done.stdout)
    kinds = {span["kind"] for span in plain["identifiers"]}
    assert {"PERSON", "DATE"} <= kinds
    assert b"Ruth" not in done.stdout


def test_a_malformed_patient_is_explained(run: Run) -> None:
    done = run("deidentify", "-", "--patient", "Ruth", stdin=b"text")
    assert done.returncode == 2
    assert b"Given Family,1970-01-31,MRN" in done.stderr


def test_ask_answers_with_citations_and_trace_finds_the_document(run: Run, clinic: Clinic) -> None:
    patient = clinic.register(TYPED.truth.person)
    document = clinic.upload_sample(patient)
    clinic.work()
    env = ("--env-file", clinic.site.env_file)
    answer = json.loads(run("ask", "most recent HbA1c?", "--patient", str(patient), "--json", *env).stdout)
    assert answer["status"] == "answered"
    assert answer["citations"]
    trace = json.loads(run("trace", str(document), "--json", *env).stdout)
    assert trace["active"] > 0


def test_an_unknown_patient_is_a_sentence_and_exit_2(run: Run, clinic: Clinic) -> None:
    done = run("ask", "LDL?", "--patient", "999999", "--env-file", clinic.site.env_file)
    assert done.returncode == 2
    assert b"no such patient" in done.stderr


@pytest.mark.parametrize("command", [("ask", "LDL?", "--patient", "1"), ("trace", "5"), ("up",)])
def test_without_settings_a_command_ends_and_says_where_they_come_from(
    run: Run, command: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "empty.env").touch()
    done = run(*command, "--env-file", tmp_path / "empty.env")
    assert done.returncode == 1
    assert b"Set ARBITER_WORKER_URL_FILE" in done.stderr
    assert b"docs/installing.md" in done.stderr


@pytest.mark.parametrize(
    "command", [("migrate", "--folder", "x"), ("issue-key", "--scope", "query", "--label", "somebody")]
)
def test_an_administrator_file_that_is_not_there_is_a_sentence(
    run: Run, command: tuple[str, ...], tmp_path: Path
) -> None:
    done = run(*command, "--admin-url-file", tmp_path / "none")
    assert done.returncode == 2
    assert b"Invalid value for '--admin-url-file'" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_table_in_a_pipe_is_not_cut(run: Run, extracted: tuple[dict[str, object], Path]) -> None:
    plain, folder = extracted
    shown = run("extract", folder / "report.pdf").stdout.decode()
    facts = plain["facts"]
    assert isinstance(facts, list)
    for fact in facts:
        assert f"{fact['value']['test_name']}" in shown
        assert fact["value"]["collection_date"] in shown
    assert "…" not in shown


def test_missing_settings_are_all_named(run: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty.env"
    empty.write_text("ARBITER_SITE=default\n")
    done = run("ask", "LDL?", "--patient", "1", "--env-file", empty)
    assert done.returncode == 1
    assert b"ARBITER_WORKER_URL_FILE" in done.stderr


def test_help_teaches_where_to_start() -> None:
    done = run_anew("--help")
    assert done.returncode == 0
    for word in (b"extract", b"deidentify", b"ask", b"trace", b"doctor", b"up", b"migrate"):
        assert word in done.stdout
