"""The contract with OpenEMR's tables, against the real catalogue and broken versions of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Engine, text

from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.openemr import Grants, check_schema_contract, open_chart_engine, query_grants, worker_grants
from arbiter_fhir.openemr.schema_contract import closed_parts
from devstack.ehr import install_schema
from devstack.ehr.database import open_engine
from devstack.mariadb import MariaDBHandle, scratch_schema
from tests.integration.openemr.conftest import Chart

pytestmark = pytest.mark.database


def differences(engine: Engine, schema: str, grants: Grants) -> list[str]:
    with engine.connect() as connection:
        return check_schema_contract(connection, schema, grants)


def test_each_account_finds_what_it_needs(chart: Chart) -> None:
    assert differences(chart.worker, chart.schema, worker_grants()) == []
    assert differences(chart.query, chart.schema, query_grants()) == []


def test_a_connection_that_cuts_values_is_named(chart: Chart) -> None:
    with chart.worker.connect() as connection:
        connection.execute(text("SET SESSION sql_mode = ''"))
        found = check_schema_contract(connection, chart.schema, worker_grants())
        connection.invalidate()
    assert len(found) == 1
    assert "strict mode" in found[0]


def test_a_missing_privilege_is_named_with_its_column(chart: Chart) -> None:
    found = differences(chart.query, chart.schema, worker_grants())
    assert any(each.startswith("The database account lacks UPDATE on procedure_order (activity") for each in found)
    assert any("lacks INSERT on procedure_result (" in each and ", result," in each for each in found)
    assert not any("lacks SELECT" in each for each in found)


def test_a_schema_without_openemr_is_named_once(chart: Chart) -> None:
    (found,) = differences(chart.worker, "no_such_schema", worker_grants())
    assert "no_such_schema: set ARBITER_OPENEMR_SCHEMA" in found


@pytest.fixture
def own(mariadb: MariaDBHandle) -> Iterator[tuple[Engine, Callable[[str], list[str]]]]:
    """A schema to break: change it, then compare it as an administrator."""
    with scratch_schema(mariadb, "openemr") as schema:
        install_schema(mariadb.url(schema))
        admin = open_engine(mariadb.url(schema))
        strict = open_chart_engine(mariadb.url(schema))

        def after(change: str) -> list[str]:
            with admin.connect() as connection:
                connection.execute(text(change))
            return differences(strict, schema, worker_grants())

        yield admin, after
        strict.dispose()
        admin.dispose()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("ALTER TABLE procedure_result DROP document_id", "Column procedure_result.document_id is missing"),
        (
            "ALTER TABLE procedure_result MODIFY units varchar(15) NOT NULL",
            "procedure_result.units holds 15 characters",
        ),
        ("ALTER TABLE procedure_result MODIFY result double", "procedure_result.result is double; it should hold text"),
        ("ALTER TABLE procedure_report MODIFY date_report date", "procedure_report.date_report is date"),
        ("ALTER TABLE documents MODIFY uuid binary(8)", "documents.uuid holds 8 bytes"),
        ("ALTER TABLE procedure_order MODIFY history_order enum('no','yes')", "does not accept the value 1"),
        ("ALTER TABLE procedure_result MODIFY comments tinytext", "procedure_result.comments holds 63 characters"),
        ("ALTER TABLE procedure_result ENGINE=MyISAM", "procedure_result uses the engine MyISAM"),
        ("ALTER TABLE procedure_order ADD lot int NOT NULL", "procedure_order.lot needs a value and has no default"),
        (
            "ALTER TABLE procedure_order MODIFY procedure_order_id bigint NOT NULL",
            "procedure_order.procedure_order_id is not AUTO_INCREMENT",
        ),
        ("DROP TABLE patient_history", "Table patient_history is missing"),
        ("ALTER TABLE lists MODIFY title varchar(100)", "lists.title holds 100 characters"),
        ("ALTER TABLE lists_touch DROP date", "Column lists_touch.date is missing"),
        ("ALTER TABLE lists_medication ENGINE=MyISAM", "lists_medication uses the engine MyISAM"),
        ("ALTER TABLE prescriptions DROP rxnorm_drugcode", "Column prescriptions.rxnorm_drugcode is missing"),
    ],
)
def test_each_difference_is_one_plain_sentence(
    own: tuple[Engine, Callable[[str], list[str]]], change: str, sentence: str
) -> None:
    found = own[1](change)
    assert len(found) == 1
    assert sentence in found[0]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("ALTER TABLE form_vitals DROP pulse", "Column form_vitals.pulse is missing or hidden"),
        ("ALTER TABLE immunizations MODIFY cvx_code int", "immunizations.cvx_code is int; it should hold text"),
        ("DROP TABLE openemr_postcalendar_categories", "Table openemr_postcalendar_categories is missing"),
        ("ALTER TABLE documents DROP docdate", "Column documents.docdate is missing or hidden"),
    ],
)
def test_what_only_answers_read_concerns_the_query_account_alone(
    own: tuple[Engine, Callable[[str], list[str]]], change: str, sentence: str
) -> None:
    assert own[1](change) == []
    schema = str(own[0].url.database)
    (found,) = differences(own[0], schema, query_grants())
    assert sentence in found


def test_an_option_kept_as_a_number_is_no_difference(own: tuple[Engine, Callable[[str], list[str]]]) -> None:
    # OpenEMR 7.0.0: sql/7_0_0-to-7_0_1_upgrade.sql makes the column text.
    assert own[1]("ALTER TABLE prescriptions MODIFY route int") == []
    schema = str(own[0].url.database)
    assert differences(own[0], schema, query_grants()) == []


def test_the_report_says_what_answers_will_not_know(own: tuple[Engine, Callable[[str], list[str]]]) -> None:
    own[1]("ALTER TABLE form_vitals DROP pulse")
    schema = str(own[0].url.database)
    (found,) = differences(own[0], schema, query_grants())
    assert found.endswith("Until then answers say that they could not read: vitals.")
    with own[0].connect() as connection:
        assert closed_parts(connection, schema) == {ChartPart.VITALS}


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE procedure_result MODIFY units varchar(255) NOT NULL DEFAULT ''",
        "ALTER TABLE procedure_order ADD order_intent varchar(31) NOT NULL DEFAULT 'order'",
        "ALTER TABLE procedure_order ADD scheduled_date datetime",
        "ALTER TABLE patient_data ADD preferred_name tinytext",
        "ALTER TABLE procedure_order MODIFY activity int NOT NULL DEFAULT 1",
        "ALTER TABLE lists_medication ADD is_primary_record tinyint DEFAULT 1",
        "ALTER TABLE prescriptions ADD diagnosis text",
    ],
)
def test_what_newer_versions_add_is_no_difference(own: tuple[Engine, Callable[[str], list[str]]], change: str) -> None:
    assert own[1](change) == []
