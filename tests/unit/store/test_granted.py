"""Reading `SHOW GRANTS`."""

from __future__ import annotations

import pytest

from arbiter_fhir.store.granted import compare, parse_grant
from arbiter_fhir.store.grants import Grant


def test_columns_and_whole_tables_are_told_apart() -> None:
    line = "GRANT SELECT, INSERT (`a`, `b`), UPDATE (`a`), TRIGGER ON `arbiter_x`.`audit_log` TO `arbiter_x_w`@`%`"
    grants, strange = parse_grant(line)
    assert strange is None
    assert grants == {
        Grant("arbiter_x", "audit_log", "SELECT"),
        Grant("arbiter_x", "audit_log", "INSERT", "a"),
        Grant("arbiter_x", "audit_log", "INSERT", "b"),
        Grant("arbiter_x", "audit_log", "UPDATE", "a"),
        Grant("arbiter_x", "audit_log", "TRIGGER"),
    }


def test_a_procedure_is_a_target() -> None:
    grants, strange = parse_grant("GRANT EXECUTE ON PROCEDURE `arbiter`.`find_api_key` TO `arbiter_auth`@`%`")
    assert (grants, strange) == ({Grant("arbiter", "find_api_key", "EXECUTE")}, None)


@pytest.mark.parametrize(
    "line",
    [
        "GRANT USAGE ON *.* TO `a`@`%` IDENTIFIED BY PASSWORD '*7B9E' WITH MAX_USER_CONNECTIONS 20",
        "GRANT USAGE ON *.* TO `a`@`localhost`",
    ],
)
def test_being_allowed_to_log_in_is_no_grant(line: str) -> None:
    assert parse_grant(line) == (set(), None)


@pytest.mark.parametrize(
    "line",
    [
        "GRANT ALL PRIVILEGES ON *.* TO `a`@`%` IDENTIFIED BY PASSWORD '*7B9E' WITH GRANT OPTION",
        "GRANT SELECT ON `arbiter_x`.* TO `a`@`%`",
        "GRANT SELECT ON `arbiter\\_x`.* TO `a`@`%`",
        "GRANT SELECT ON `arbiter_x`.`t` TO `a`@`%` WITH GRANT OPTION",
        "GRANT USAGE ON *.* TO `a`@`%` WITH GRANT OPTION",
        "GRANT `doctors` TO `a`@`%`",
        "GRANT SELECT ON `arbiter_x`.`t` TO `PUBLIC`",
        "SET DEFAULT ROLE `doctors` FOR `a`@`%`",
    ],
)
def test_what_no_account_of_ours_should_have_is_kept_as_it_stands_but_for_the_password(line: str) -> None:
    grants, strange = parse_grant(line)
    assert grants == set()
    assert strange is not None
    assert strange.startswith(line.split(" IDENTIFIED", maxsplit=1)[0])
    assert "*7B9E" not in strange


def test_the_difference_goes_both_ways() -> None:
    kept, lost, more = (Grant("s", "t", privilege) for privilege in ("SELECT", "INSERT", "DELETE"))
    drift = compare("a", [kept, lost], ({kept, more}, ["GRANT `r` TO `a`"]))
    assert (drift.missing, drift.extra, drift.strange, drift.ok) == ((lost,), (more,), ("GRANT `r` TO `a`",), False)
    assert compare("a", [kept], ({kept}, [])).ok
