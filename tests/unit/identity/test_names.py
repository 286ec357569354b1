"""Names in every form that paper and chart use, and the near misses."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.domain.identity import ChartPatient, MatchOutcome
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.identity.names import compare_name, compare_suffix, fold_name, read_name

Build = Callable[..., ChartPatient]


def named(given: str, family: str, middle: str = "", **more: object) -> ChartPatient:
    fields: dict[str, object] = {"suffix": "", "birth_date": None, "sex": "", "mrn": "", **more}
    return ChartPatient(PatientId(1), given, middle, family, **fields)  # type: ignore[arg-type]


MATCHES = [
    ("Maria Alvarez", named("Maria", "Alvarez"), ""),
    ("MARIA ALVAREZ", named("Maria", "Álvarez"), ""),
    ("Alvarez, Maria", named("Maria", "Alvarez"), ""),
    ("Alvarez, Maria T.", named("Maria", "Alvarez", "Teresa"), ""),
    ("ALVAREZ MARIA T", named("Maria", "Alvarez", "Teresa"), "family_name_first"),
    ("ALVAREZ^MARIA^T", named("Maria", "Alvarez", "Teresa"), ""),
    ("Ms. Maria Teresa Alvarez", named("Maria", "Alvarez", "Teresa"), ""),
    ("Maria T. Alvarez, RN", named("Maria", "Alvarez"), ""),
    ("Maria Teresa Alvarez", named("Maria", "Alvarez", "T"), ""),
    ("Maria Sofia Teresa Alvarez", named("Maria", "Alvarez", "Teresa Lucia"), ""),
    ("Jo Smith", named("Jo Ann", "Smith"), ""),
    ("Garcia-Lopez, Ana", named("Ana", "Garcia Lopez"), ""),
    ("Ana Garcia Lopez", named("Ana", "Garcia-Lopez"), ""),
    ("DELACRUZ, JUAN", named("Juan", "De la Cruz"), ""),
    ("Sean O'Brien", named("Seán", "OBrien"), ""),
    ("Sean O\u2019Brien", named("Sean", "O'Brien"), ""),
    ("McDonald, Iris", named("Iris", "Mc Donald"), ""),
    ("Wang Xiao Ming", named("Xiaoming", "Wang"), "family_name_first"),
    ("Hans Mueller", named("Hans", "Müller"), ""),
    ("Müller, Hans", named("Hans", "Mueller"), ""),
    ("Soren Angstrom", named("Søren", "Ångström"), ""),
    ("Do, Anh", named("Anh", "Do"), ""),
    ("Vang, Pa", named("Pa", "Vang"), ""),
    ("Bill Jones", named("William", "Jones"), "nickname"),
    ("Peggy Jones", named("Margaret", "Jones"), "nickname"),
    ("Margaret (Peggy) Jones", named("Peggy", "Jones"), "preferred_name"),
    ("Ria Alvarez", named("Maria", "Alvarez", other_given=("Ria",)), "preferred_name"),
    ("Jane Smith", named("Jane", "Doe", former_family=("Smith",)), "former_family_name"),
    ("Jane Smith-Doe", named("Jane", "Doe", former_family=("Smith",)), "former_family_name"),
    ("Jane Doe (née Smith)", named("Jane", "Smith"), "former_family_name"),
    ("Smith, Mary Ann", named("Mary Ann", "Smith"), ""),
    ("Mary Smith", named("Mary Ann", "Smith"), ""),
    ("John Smith, Jr., MD", named("John", "Smith", suffix="Jr"), ""),
    ("Smith Jr, John", named("John", "Smith"), ""),
]


@pytest.mark.parametrize("printed, patient, detail", MATCHES, ids=[row[0] for row in MATCHES])
def test_the_same_person_in_another_form_matches(printed: str, patient: ChartPatient, detail: str) -> None:
    comparison = compare_name(printed, patient)
    assert (comparison.outcome, comparison.detail) == (MatchOutcome.MATCH, detail)


CLOSE = [
    ("M. Alvarez", named("Maria", "Alvarez"), "given_name_initial"),
    ("Maria A", named("Maria", "Alvarez"), "family_name_initial"),
    ("Maria Alvares", named("Maria", "Alvarez"), "family_name_spelling"),
    ("Marla Alvarez", named("Maria", "Alvarez"), "given_name_spelling"),
    ("Maria Garcia", named("Maria", "Garcia Lopez"), "family_name_in_part"),
    ("Garcia Lopez, Maria", named("Maria", "Garcia"), "family_name_in_part"),
    ("Teresa Alvarez", named("Maria", "Alvarez", "Teresa"), "goes_by_middle_name"),
    ("John B Smith", named("John", "Smith", "Allen"), "middle_name_differs"),
    ("Mary Beth Smith", named("Mary Ann", "Smith"), "middle_name_differs"),
    ("John Bruce Smith", named("John", "Smith", "A"), "middle_name_differs"),
]


@pytest.mark.parametrize("printed, patient, detail", CLOSE, ids=[row[0] for row in CLOSE])
def test_slips_and_short_forms_are_close_and_no_more(printed: str, patient: ChartPatient, detail: str) -> None:
    comparison = compare_name(printed, patient)
    assert (comparison.outcome, comparison.detail) == (MatchOutcome.CLOSE, detail)


OTHERS = [
    ("Rosa Alvarado", named("Maria", "Alvarez"), "both_names_differ"),
    ("Rosa Alvarez", named("Maria", "Alvarez"), "given_name_differs"),
    ("Maria Alvaros", named("Maria", "Alvarez"), "family_name_differs"),
    ("Maria Jimenez", named("Maria", "Alvarez"), "family_name_differs"),
    ("Lee, Ann", named("Ann", "Lim"), "family_name_differs"),
    ("Tim Lee", named("Tom", "Lee"), "given_name_differs"),
    ("Alvarez, Jimenez", named("Maria", "Jimenez"), "both_names_differ"),
]


@pytest.mark.parametrize("printed, patient, detail", OTHERS, ids=[row[0] for row in OTHERS])
def test_another_name_differs(printed: str, patient: ChartPatient, detail: str) -> None:
    comparison = compare_name(printed, patient)
    assert (comparison.outcome, comparison.detail) == (MatchOutcome.MISMATCH, detail)


@pytest.mark.parametrize("printed", ["", "   ", "Maria", "?", "---"])
def test_half_a_name_says_nothing(printed: str, patient: Build) -> None:
    assert compare_name(printed, patient()).outcome is MatchOutcome.NOT_COMPARABLE


@pytest.mark.parametrize("printed", ["", "Maria Alvarez"])
def test_blank_never_equals_blank(printed: str) -> None:
    for chart in (named("", ""), named("Maria", ""), named("", "Alvarez")):
        assert compare_name(printed, chart).outcome is MatchOutcome.NOT_COMPARABLE


@pytest.mark.parametrize(
    "printed, suffix, outcome",
    [
        ("John Smith Jr", "Sr", MatchOutcome.MISMATCH),
        ("Smith, John, Jr.", "Junior", MatchOutcome.MATCH),
        ("Smith III, John", "3rd", MatchOutcome.MATCH),
        ("John Smith II", "III", MatchOutcome.MISMATCH),
        ("John Smith", "Sr", MatchOutcome.NOT_COMPARABLE),
        ("John Smith Jr", "", MatchOutcome.NOT_COMPARABLE),
    ],
)
def test_suffixes_contradict_only_where_both_are_there(printed: str, suffix: str, outcome: MatchOutcome) -> None:
    assert compare_suffix(printed, named("John", "Smith", suffix=suffix)).outcome is outcome


def test_a_suffix_kept_in_the_family_field_is_seen() -> None:
    chart = named("John", "Smith Sr.")
    assert compare_name("John Smith", chart).outcome is MatchOutcome.MATCH
    assert compare_suffix("John Smith Jr.", chart).outcome is MatchOutcome.MISMATCH


def test_a_comparison_holds_no_value(patient: Build) -> None:
    comparison = compare_name("Rosa Quintanilla", patient())
    assert not {"rosa", "quintanilla", "maria", "alvarez"} & set(str(comparison).casefold().replace("'", " ").split())


WORDS = st.text(alphabet="abcdefghijklmnopqrstuvwxyzéüñøABCXYZ", min_size=2, max_size=12)


@given(WORDS, WORDS)
def test_every_name_matches_itself_in_both_orders(given_name: str, family: str) -> None:
    chart = named(given_name, family)
    for printed in (f"{given_name} {family}", f"{family}, {given_name}", f"{family}, {given_name}".upper()):
        if fold_name(printed) and read_name(printed).suffix == "":
            assert compare_name(printed, chart).outcome is MatchOutcome.MATCH


@given(st.text(max_size=40))
def test_any_text_can_be_compared(printed: str) -> None:
    assert compare_name(printed, named("Maria", "Alvarez")).outcome in MatchOutcome
