"""The gate as a whole: nothing of an identifier is left, nothing clinical is lost, and failures close it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from arbiter_fhir.deid import DateOrder, PresidioDeidentifier, restore
from arbiter_fhir.deid import deidentifier as module
from arbiter_fhir.domain.deid import CandidateField, IdentifierKind, IdentifierRole
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.errors import DeidentificationError, ErrorCode
from tests.unit.deid.generated_notes import GeneratedNote, generate
from tests.unit.deid.written_pages import FixedClock, write_document, write_page

NOTES = [generate(seed) for seed in range(160)]


def stands_in(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


@pytest.mark.parametrize("chunk", range(8))
def test_no_component_of_any_identifier_of_the_chart_is_left(deidentifier: PresidioDeidentifier, chunk: int) -> None:
    left: list[tuple[int, str, str]] = []
    for seed in range(chunk, len(NOTES), 8):
        note: GeneratedNote = NOTES[seed]
        clean = deidentifier.deidentify(write_document(note.text), patient=note.patient, clinicians=(note.clinician,))
        text = clean.pages[0].text.value
        left += [(seed, secret, text) for secret in note.secrets if secret in text]
        left += [(seed, name, text) for name in note.distinct if stands_in(name, text)]
    assert left == []


@pytest.mark.parametrize("seed", range(0, 160, 5))
def test_what_is_clinical_stays_to_the_letter(deidentifier: PresidioDeidentifier, seed: int) -> None:
    note = NOTES[seed]
    clean = deidentifier.deidentify(write_document(note.text), patient=note.patient, clinicians=(note.clinician,))
    text = clean.pages[0].text.value
    missing = [line for line in note.clinical.split("\n") if line not in text]
    # A sentence may name the patient where the patient's name is a clinical word; a row of results never does.
    rows = [line for line in missing if re.search(r"\d", line) and ". " not in line]
    assert rows == []


def test_a_page_of_results_alone_is_left_untouched(deidentifier: PresidioDeidentifier, patient: ChartPatient) -> None:
    rows = (
        "Test Result Flag Units Reference Range\nComplete Blood Count\nWBC 14.2 H 10*3/uL 4.0 - 11.0\n"
        "Hemoglobin 13.2 g/dL 12.0 - 16.0\nPlatelet Count 250 10*3/uL 150 - 400\nGlucose 101 H mg/dL 70-99\n"
        "Vitamin B12 450 pg/mL 200-1100\nTSH 2.31 uIU/mL 0.45-4.50\nANA Titer 1:80\nRheumatoid Factor <10 IU/mL <14\n"
        "Bence Jones Protein Negative\nCoombs Direct Negative\nPSA 4.1 H ng/mL 0.0-4.0\npH 8.0 5.0 - 8.0\n"
        "Estimated GFR >60 mL/min/1.73m2\nHIV-1 RNA 12500 copies/mL\nCA 19-9 35 U/mL <37\nChromogranin A 88 ng/mL <93\n"
        "INR 2.3 H 0.9 - 1.1\nCollection Method Clean Catch\nColor Yellow\nAppearance Clear\n"
        "Specific Gravity 1.024 1.005 - 1.030"
    )
    clean = deidentifier.deidentify(write_document(rows), patient=patient)
    assert clean.spans == ()
    assert clean.pages[0].text.value == rows


@pytest.mark.parametrize(
    ("text", "kept", "gone"),
    [
        ("Graves, Rose A has Graves disease.", "Graves disease", "Graves, Rose"),
        ("Rose reports a rose bengal stain.", "rose bengal", "Rose reports"),
        ("Ms. Graves and R. Graves agree.", "agree", "Graves"),
        ("ROSE GRAVES WAS SEEN", "WAS SEEN", "ROSE"),
        ("Rosie was brought by Tomasz.", "was brought by", "Rosie"),
        ("Kowal-\nczyk is her former name", "former name", "czyk"),
        ("rosegraves in one word", "in one word", "rose"),
        ("Kowa1czyk misread", "misread", "Kowa"),
        ("Kowalczik one edit away", "one edit away", "Kowalczik"),
        ("R\u200bose Gr\u0430ves hidden", "hidden", "ves"),
        ("K O W A L C Z Y K spelled", "spelled", "W A L C"),
        ("Helga's visit", "visit", "Helga"),
        ("born 10/04/1962 as printed abroad", "as printed abroad", "1962"),
        ("barcode 77448192003 below", "below", "448192"),
        ("1234 Maple\nGrove Road", "", "Grove"),
        ("from Springfield today", "from", "Springfield"),
    ],
)
def test_the_chart_is_swept_for_in_every_form(
    deidentifier: PresidioDeidentifier, patient: ChartPatient, text: str, kept: str, gone: str
) -> None:
    clean = deidentifier.deidentify_text(text, patient=patient).value
    assert kept in clean
    assert gone not in clean


def test_the_same_words_stay_without_a_name_position(deidentifier: PresidioDeidentifier, patient: ChartPatient) -> None:
    text = "Graves disease, rose bengal negative, white count 5.2 K/uL, graves ophthalmopathy."
    assert deidentifier.deidentify_text(text, patient=patient).value == text


def test_one_person_has_one_placeholder_across_pages(deidentifier: PresidioDeidentifier, patient: ChartPatient) -> None:
    clean = deidentifier.deidentify(
        write_document(
            "Patient: Graves, Rose A    DOB: 04/10/1962\nOrdering Provider: Chen, Xiu MD",
            "Dr. Chen saw Ms. Graves. Rosie Graves and X. Chen agreed. Call (555) 234-0142 or 555.234.0142.",
        ),
        patient=patient,
    )
    text = clean.pages[1].text.value
    assert set(re.findall(r"\[PERSON_\d\]", text)) == {"[PERSON_1]", "[PERSON_2]"}
    assert text.count("[PHONE_1]") == 2
    assert clean.phi.values["[PERSON_1]"][0] == "Graves, Rose A"


def test_dates_are_numbered_in_order_of_time_and_known(deidentifier: PresidioDeidentifier) -> None:
    clean = deidentifier.deidentify(
        write_document("Reported: 04/12/2026\nCollected: 2026-04-10 08:30\nReceived: 10-Apr-2026\nDOB: 04/10/1962"),
        patient=None,
    )
    assert clean.pages[0].text.value == "Reported: [DATE_4]\nCollected: [DATE_3]\nReceived: [DATE_2]\nDOB: [DATE_1]"
    assert [clean.dates[f"[DATE_{number}]"].iso for number in range(1, 5)] == [
        "1962-04-10",
        "2026-04-10",
        "2026-04-10T08:30",
        "2026-04-12",
    ]


def test_the_documents_own_dates_decide_the_order_of_day_and_month(deidentifier: PresidioDeidentifier) -> None:
    day_first = deidentifier.deidentify(write_document("Collected: 04/10/2026\nReported: 25/10/2026"), patient=None)
    assert day_first.dates["[DATE_1]"].iso == "2026-10-04"
    mixed = deidentifier.deidentify(
        write_document("Collected: 04/10/2026\nReported: 25/10/2026\nPrinted: 10/26/2026"), patient=None
    )
    assert [each.ambiguous for _, each in sorted(mixed.dates.items())] == [True, False, False]


def test_a_site_may_write_the_day_first() -> None:
    abroad = PresidioDeidentifier(FixedClock(), date_order=DateOrder.DAY_FIRST)
    clean = abroad.deidentify(write_document("Collected: 04/10/2026"), patient=None)
    assert clean.dates["[DATE_1]"].iso == "2026-10-04"


def test_placeholders_written_by_the_author_are_never_restored(
    deidentifier: PresidioDeidentifier, patient: ChartPatient
) -> None:
    clean = deidentifier.deidentify(write_document("Rose Graves wrote [PERSON_1] and [MRN_1] here"), patient=patient)
    text = clean.pages[0].text.value
    assert text == "[PERSON_1] wrote (PERSON_1) and (MRN_1) here"
    assert restore(text, clean.phi.values) == "Rose Graves wrote (PERSON_1) and (MRN_1) here"


def test_clean_words_keep_text_and_boxes(deidentifier: PresidioDeidentifier) -> None:
    page = write_page(
        "Patient: Okafor, Ngozi B    MRN:5512998\nCollected: 04/10/2026    Glucose 101 mg/dL", confidence=91.0
    )
    document = write_document("x")
    clean = deidentifier.deidentify(replace(document, pages=(page,)), patient=None).pages[0]
    raw = {word.text: word for word in page.words}
    for word in clean.words:
        assert clean.text.value[word.start : word.end] == word.text
        if word.text in raw:
            assert word.box == raw[word.text].box
            assert clean.offsets.to_raw(word.start, word.end) == (raw[word.text].start, raw[word.text].end)
    by_text = {word.text: word for word in clean.words}
    name = by_text["[PERSON_1]"]
    assert name.placeholder is not None
    assert name.box.x == raw["Okafor,"].box.x
    assert name.box.right == pytest.approx(raw["B"].box.right)
    assert "Collected:" in by_text
    joined = raw["MRN:5512998"].box
    assert by_text["MRN:"].box.x == joined.x
    assert by_text["[MRN_1]"].box.right == pytest.approx(joined.right)
    assert by_text["[MRN_1]"].confidence == 91.0


def test_a_name_over_a_line_break_is_a_word_on_each_line(
    deidentifier: PresidioDeidentifier, patient: ChartPatient
) -> None:
    clean = deidentifier.deidentify(write_document("seen by Rose\nGraves today"), patient=patient).pages[0]
    labels = [word for word in clean.words if word.placeholder is not None]
    assert [word.line for word in labels] == [0, 1]
    assert len({word.text for word in labels}) == 1


def test_identifier_candidates_carry_roles_and_boxes(deidentifier: PresidioDeidentifier) -> None:
    clean = deidentifier.deidentify(
        write_document(
            "Patient Name            Date of Birth       Sex\nOkafor, Ngozi           04/10/1962          F\n"
            "Ordering Provider: Dr. Ivo Petrov     MRN: 5512998\nEmergency Contact: Ada Okafor\n",
            "Patient: Lindqvist, Maja    DOB: 01/02/1980",
        ),
        patient=None,
    )
    found = {(each.field, each.value, each.role, each.page) for each in clean.candidates.items if each.labelled}
    assert found >= {
        (CandidateField.NAME, "Okafor, Ngozi", IdentifierRole.PATIENT, 1),
        (CandidateField.BIRTH_DATE, "04/10/1962", IdentifierRole.PATIENT, 1),
        (CandidateField.SEX, "F", IdentifierRole.PATIENT, 1),
        (CandidateField.NAME, "Ivo Petrov", IdentifierRole.CLINICIAN, 1),
        (CandidateField.MRN, "5512998", IdentifierRole.PATIENT, 1),
        (CandidateField.NAME, "Ada Okafor", IdentifierRole.RELATIVE, 1),
        (CandidateField.NAME, "Lindqvist, Maja", IdentifierRole.PATIENT, 2),
        (CandidateField.BIRTH_DATE, "01/02/1980", IdentifierRole.PATIENT, 2),
    }
    assert all(each.box is not None for each in clean.candidates.items)


def test_our_own_sentences_leak_nothing(deidentifier: PresidioDeidentifier, patient: ChartPatient) -> None:
    ours = "Hemoglobin A1c was 8.1 % (reference 4.0-5.6), high, collected 2026-04-10T08:30 [128], for [PERSON_1] [c3]."
    assert deidentifier.identifiers_in(ours, patient=patient) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Rose Graves had 8.1 %", IdentifierKind.PERSON),
        ("born 1962-04-10", IdentifierKind.DATE),
        ("record 448192", IdentifierKind.MRN),
        ("call 555-234-0142", IdentifierKind.PHONE),
    ],
)
def test_a_leak_in_our_own_sentences_is_seen(
    deidentifier: PresidioDeidentifier, patient: ChartPatient, text: str, kind: IdentifierKind
) -> None:
    assert kind in deidentifier.identifiers_in(text, patient=patient)


def test_without_the_model_nothing_passes() -> None:
    with pytest.raises(DeidentificationError) as caught:
        PresidioDeidentifier(FixedClock(), model_name="en_core_web_absent")
    assert caught.value.code is ErrorCode.DEID_UNAVAILABLE


def test_a_failure_inside_closes_the_gate_without_its_text(
    deidentifier: PresidioDeidentifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("Rose Graves 448192")

    monkeypatch.setattr(module, "recognize", fail)
    for call in (
        lambda: deidentifier.deidentify(write_document("Rose Graves"), patient=None),
        lambda: deidentifier.deidentify_text("Rose Graves", patient=None),
        lambda: deidentifier.identifiers_in("Rose Graves", patient=None),
    ):
        with pytest.raises(DeidentificationError) as caught:
            call()
        assert caught.value.code is ErrorCode.DEID_FAILED
        assert "Graves" not in str(caught.value)
        assert caught.value.__cause__ is None
        assert caught.value.__context__ is None


def test_an_empty_page_is_an_empty_page(deidentifier: PresidioDeidentifier) -> None:
    clean = deidentifier.deidentify(write_document(""), patient=None)
    assert clean.pages[0].text.value == ""
    assert clean.pages[0].words == ()
