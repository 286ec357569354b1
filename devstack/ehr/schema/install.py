"""Creates the tables and first rows in a schema."""

from __future__ import annotations

from sqlalchemy import Connection, text

from devstack.ehr.database import open_engine
from devstack.ehr.schema import seeds
from devstack.ehr.schema.tables import read_tables

FIRST_SEQUENCE_ID = 1


def install_schema(database_url: str) -> None:
    """Fills a schema with OpenEMR's core tables and the rows of a fresh installation.

    A schema that holds them already is left as it is.

    Args:
        database_url: SQLAlchemy URL of the schema (``mariadb+pymysql://...``); the account may create tables.
    """
    engine = open_engine(database_url)
    try:
        with engine.connect() as connection:
            for table in read_tables():
                connection.execute(text(table.create_statement().replace(":", "\\:")))
            if connection.execute(text("SELECT COUNT(*) FROM sequences")).scalar_one() == 0:
                _insert_first_rows(connection)
    finally:
        engine.dispose()


def _insert_first_rows(connection: Connection) -> None:
    bounds = seeds.nested_set()
    connection.execute(
        text(
            "INSERT INTO categories (id, name, value, parent, lft, rght, aco_spec, codes)"
            " VALUES (:id, :name, '', :parent, :lft, :rght, :aco_spec, :codes)"
        ),
        [
            {
                "id": category.id,
                "name": category.name,
                "parent": category.parent,
                "lft": bounds[category.id][0],
                "rght": bounds[category.id][1],
                "aco_spec": category.aco_spec,
                "codes": category.codes,
            }
            for category in seeds.CATEGORIES
        ],
    )
    connection.execute(
        text(
            "INSERT INTO list_options (list_id, option_id, title, codes, activity, seq)"
            " VALUES (:list_id, :option_id, :title, :codes, :activity, :seq)"
        ),
        seeds.list_options(),
    )
    connection.execute(
        text(
            "INSERT INTO users (id, username, fname, lname, authorized, active, facility_id, calendar, portal_user)"
            " VALUES (:id, :username, :fname, :lname, :authorized, :active, :facility_id, :calendar, :portal_user)"
        ),
        list(seeds.USERS),
    )
    connection.execute(
        text(
            "INSERT INTO facility (id, name, country_code, primary_business_entity)"
            " VALUES (:id, :name, :country_code, :primary_business_entity)"
        ),
        seeds.FACILITY,
    )
    connection.execute(
        text("INSERT INTO globals (gl_name, gl_index, gl_value) VALUES (:name, 0, :value)"),
        [{"name": name, "value": value} for name, value in seeds.GLOBALS.items()],
    )
    _insert_codes(connection)
    # Last, because a filled `sequences` is what marks the schema as installed.
    connection.execute(text("INSERT INTO sequences (id) VALUES (:id)"), {"id": FIRST_SEQUENCE_ID})


def _insert_codes(connection: Connection) -> None:
    connection.execute(
        text(
            "INSERT INTO openemr_postcalendar_categories (pc_catid, pc_constant_id, pc_catname)"
            " VALUES (:id, :constant, :name)"
        ),
        [{"id": number, "constant": constant, "name": name} for number, constant, name in seeds.VISIT_CATEGORIES],
    )
    connection.execute(
        text("INSERT INTO code_types (ct_key, ct_id) VALUES (:key, :number)"),
        [{"key": key, "number": number} for key, number in seeds.CODE_TYPES],
    )
    connection.execute(
        text("INSERT INTO codes (code, code_text, code_text_short, code_type) VALUES (:code, :text, :short, :type)"),
        [
            {"code": code, "text": words, "short": short, "type": dict(seeds.CODE_TYPES)["CVX"]}
            for code, words, short in seeds.CVX_CODES
        ],
    )
