"""Documents in child processes: what comes back, what is cut off, what is left behind."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from arbiter_fhir.documents import LabelledBox, SandboxedReader
from arbiter_fhir.documents.child_process import sandbox
from arbiter_fhir.documents.limits import MAX_FILE_BYTES
from arbiter_fhir.domain.document import BoundingBox, DocType, DocumentPages, PageRoute
from arbiter_fhir.errors import DocumentError, ErrorCode
from arbiter_fhir.ports.documents import PageReader
from tests.integration.documents.processes import process_state
from tests.unit.documents.papers import draw_lines, known_sample, scanned_pdf, typed_table

#: Code that takes the place of the child's entry in tests of how children end.
IGNORE_INPUT = "import sys; sys.stdin.buffer.read();"


def read(content: bytes, **options: object) -> DocumentPages:
    return SandboxedReader(**options).read(content, doc_type=DocType.LAB_PDF)  # type: ignore[arg-type]


def ends_with(monkeypatch: pytest.MonkeyPatch, code: str, **options: object) -> DocumentError:
    monkeypatch.setattr(sandbox, "_ENTRY", code)
    with pytest.raises(DocumentError) as caught:
        read(typed_table(), **options)
    return caught.value


def test_it_meets_the_port() -> None:
    reader: PageReader = SandboxedReader()
    assert "Potassium" in reader.read(typed_table(), doc_type=DocType.LAB_PDF).pages[0].text


def test_a_scan_is_recognised_inside_the_limits() -> None:
    (page,) = read(scanned_pdf(draw_lines("Potassium 6.2 mmol/L"))).pages
    assert (page.route, page.text) == (PageRoute.OCR, "Potassium 6.2 mmol/L")


def test_several_pages_of_a_real_sample() -> None:
    assert len(read(known_sample("long").content).pages) == 2


def test_refusals_come_back_with_their_code() -> None:
    for content, code in [
        (b"", ErrorCode.EMPTY),
        (b"\x7fELF", ErrorCode.TYPE),
        (b"%PDF-1.7", ErrorCode.CORRUPT),
        (b"x" * (MAX_FILE_BYTES + 1), ErrorCode.TOO_LARGE),
    ]:
        with pytest.raises(DocumentError) as caught:
            read(content)
        assert caught.value.code is code


def test_a_bare_page_is_drawn_at_a_width() -> None:
    picture = SandboxedReader().draw_page(typed_table(), 1, width=300)
    assert picture.png.startswith(b"\x89PNG")
    assert int.from_bytes(picture.png[16:20], "big") == 300
    assert picture.pages == 1
    with pytest.raises(DocumentError):
        SandboxedReader().draw_page(typed_table(), 9, width=300)


def test_a_page_is_drawn_with_boxes() -> None:
    box = LabelledBox(BoundingBox(0.1, 0.1, 0.2, 0.05), "here", "#1d4ed8")
    assert SandboxedReader().draw_overlay(typed_table(), 1, [box]).startswith(b"\x89PNG")
    with pytest.raises(DocumentError) as caught:
        SandboxedReader().draw_overlay(typed_table(), 9)
    assert caught.value.code is ErrorCode.PAGES


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import os; os.kill(os.getpid(), 11)", ErrorCode.CRASH),
        ("import os; os.kill(os.getpid(), 6)", ErrorCode.CRASH),
        ("import os; os.kill(os.getpid(), 9)", ErrorCode.MEMORY),
        ("import os; os.kill(os.getpid(), 24)", ErrorCode.TIMEOUT),
        ("raise SystemExit(3)", ErrorCode.CRASH),
        ("pass", ErrorCode.CRASH),
        (IGNORE_INPUT + "print('rubbish')", ErrorCode.CRASH),
        (IGNORE_INPUT + "print('{\"ok\": true}\\n{}')", ErrorCode.CRASH),
    ],
)
def test_every_way_to_fall_has_its_code(monkeypatch: pytest.MonkeyPatch, code: str, expected: ErrorCode) -> None:
    assert ends_with(monkeypatch, code).code is expected


def test_a_child_that_hangs_is_killed_with_all_that_it_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    note = tmp_path / "grandchild"
    code = (
        "import subprocess, time; child = subprocess.Popen(['sleep', '60']);"
        f"open({str(note)!r}, 'w').write(str(child.pid)); time.sleep(60)"
    )
    begun = time.monotonic()
    error = ends_with(monkeypatch, code, seconds=1.0)
    assert error.code is ErrorCode.TIMEOUT
    assert error.retryable
    assert time.monotonic() - begun < 10
    grandchild = int(note.read_text())
    for _ in range(50):
        state = process_state(str(grandchild))
        if state in {"", "Z"}:
            break
        time.sleep(0.1)
    else:
        pytest.fail("the grandchild lives on")


def test_an_endless_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "RESULT_BYTES", 100_000)
    code = IGNORE_INPUT + "import os\nwhile True: os.write(1, b'x' * 65536)"
    assert ends_with(monkeypatch, code).code is ErrorCode.TOO_LARGE


def test_nothing_of_our_environment_reaches_the_child(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARBITER_SECRET", "do-not-inherit")
    code = (
        IGNORE_INPUT + "import os, json;"
        "leaked = 'ARBITER_SECRET' in os.environ or 'HOME' in os.environ;"
        # Besides the three streams, only the listing itself is open.
        "leaked = leaked or len(os.listdir('/proc/self/fd')) > 4;"
        "code = 'E_DEPTH' if leaked else 'E_BOMB';"
        "print(json.dumps({'error': {'code': code, 'message': '', 'retryable': False}}))"
    )
    secret = tmp_path / "secret"
    secret.write_text("x")
    with secret.open("rb"):
        assert ends_with(monkeypatch, code).code is ErrorCode.BOMB


def test_nothing_is_left_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    read(scanned_pdf(draw_lines("Sodium 139")))
    with pytest.raises(DocumentError):
        read(b"%PDF-1.7 broken")
    assert list(tmp_path.iterdir()) == []


def test_the_parent_never_loads_an_engine() -> None:
    code = (
        "import sys\n"
        "from arbiter_fhir.documents import SandboxedReader\n"
        "from arbiter_fhir.domain.document import DocType\n"
        "SandboxedReader().read(sys.stdin.buffer.read(), doc_type=DocType.LAB_PDF)\n"
        "print([name for name in ('pymupdf', 'PIL', 'numpy') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", code], input=typed_table(), capture_output=True, check=True)
    assert answer.stdout.strip() == b"[]"


def test_a_missing_ocr_program_is_named() -> None:
    with pytest.raises(DocumentError) as caught:
        read(scanned_pdf(draw_lines("Sodium 139")), tesseract="no-such-program")
    assert caught.value.code is ErrorCode.OCR_UNAVAILABLE


def test_a_probe_tells_what_there_is_to_work_with() -> None:
    probe = SandboxedReader().probe()
    assert probe.tesseract is not None
    assert probe.tesseract[0].isdigit()
    assert "eng" in probe.languages
    missing = SandboxedReader(tesseract="no-such-program").probe()
    assert (missing.tesseract, missing.languages) == (None, ())
