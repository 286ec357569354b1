"""The rest of the chart for people: prescriptions, visits with what was measured there, orders, immunizations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from sqlalchemy import Connection, RowMapping, text

from devstack.ehr.browse.markup import Markup, element, table

__all__ = ["care_sections"]

PRESCRIPTIONS = """
    SELECT p.id, p.drug, p.size, p.dosage, p.start_date, p.end_date, p.active, p.indication,
           u.title AS unit, f.title AS form, r.title AS route, i.title AS frequency
    FROM prescriptions p
    LEFT JOIN list_options u ON u.list_id = 'drug_units' AND u.option_id = p.unit
    LEFT JOIN list_options f ON f.list_id = 'drug_form' AND f.option_id = p.form
    LEFT JOIN list_options r ON r.list_id = 'drug_route' AND r.option_id = p.route
    LEFT JOIN list_options i ON i.list_id = 'drug_interval' AND i.option_id = p.`interval`
    WHERE p.patient_id = :pid ORDER BY p.active DESC, p.start_date DESC, p.id DESC
"""

VISITS = """
    SELECT e.encounter, e.date, e.reason, c.pc_catname, u.fname, u.lname, m.deleted,
           v.bps, v.bpd, v.pulse, v.weight, v.height, v.temperature, v.BMI
    FROM form_encounter e
    JOIN forms m ON m.pid = e.pid AND m.encounter = e.encounter AND m.formdir = 'newpatient'
    LEFT JOIN openemr_postcalendar_categories c ON c.pc_catid = e.pc_catid
    LEFT JOIN users u ON u.id = e.provider_id
    LEFT JOIN forms n ON n.pid = e.pid AND n.encounter = e.encounter AND n.formdir = 'vitals' AND n.deleted = 0
    LEFT JOIN form_vitals v ON v.id = n.form_id
    WHERE e.pid = :pid ORDER BY m.deleted, e.date DESC, e.id DESC
"""

ORDERS = """
    SELECT o.procedure_order_id, o.date_ordered, o.order_status, o.procedure_order_type, u.fname, u.lname,
           GROUP_CONCAT(k.procedure_name ORDER BY k.procedure_order_seq SEPARATOR ', ') AS tests
    FROM procedure_order o
    LEFT JOIN procedure_order_code k ON k.procedure_order_id = o.procedure_order_id
    LEFT JOIN users u ON u.id = o.provider_id
    WHERE o.patient_id = :pid AND o.activity = 1 AND o.order_status <> 'complete'
    GROUP BY o.procedure_order_id ORDER BY o.date_ordered DESC, o.procedure_order_id DESC
"""

IMMUNIZATIONS = """
    SELECT m.id, m.cvx_code, m.administered_date, m.completion_status, m.added_erroneously, c.code_text_short
    FROM immunizations m
    LEFT JOIN code_types t ON t.ct_key = 'CVX'
    LEFT JOIN codes c ON c.code_type = t.ct_id AND c.code = m.cvx_code
    WHERE m.patient_id = :pid ORDER BY m.administered_date DESC, m.id DESC
"""


def care_sections(connection: Connection, pid: int) -> list[Markup]:
    """Returns the sections of one patient, each with a sentence where it is empty."""

    def rows(statement: str) -> Sequence[RowMapping]:
        return connection.execute(text(statement), {"pid": pid}).mappings().all()

    return [
        _section(
            "Prescriptions",
            ["Drug", "How taken", "For", "Started", "State"],
            [_prescription(row) for row in rows(PRESCRIPTIONS)],
            empty="No prescriptions.",
        ),
        _section(
            "Visits and vital signs",
            ["Date", "Reason", "Category", "Clinician", "Measured", "State"],
            [_visit(row) for row in rows(VISITS)],
            empty="No visits yet.",
        ),
        _section(
            "Open orders",
            ["Ordered", "Tests", "Kind", "By", "State"],
            [_order(row) for row in rows(ORDERS)],
            empty="No order waits for results.",
        ),
        _section(
            "Immunizations",
            ["Vaccine", "CVX", "Date", "State"],
            [_immunization(row) for row in rows(IMMUNIZATIONS)],
            empty="No immunizations recorded.",
        ),
    ]


def _section(title: str, headings: list[str], cells: list[list[str]], *, empty: str) -> Markup:
    return element("section", element("h2", title), table(headings, cells, empty=empty))


def _prescription(row: RowMapping) -> list[str]:
    strength = _joined(row["size"], row["unit"])
    return [
        element("span", _joined(row["drug"], strength), class_="value"),
        _joined(row["dosage"], row["form"], row["route"], row["frequency"]),
        str(row["indication"] or ""),
        _day(row["start_date"]),
        _chip("active" if row["active"] and not isinstance(row["end_date"], date) else "inactive"),
    ]


def _visit(row: RowMapping) -> list[str]:
    measured = [f"{row['bps']}/{row['bpd']} mmHg"] if row["bps"] and row["bpd"] else []
    measured += [
        f"{float(row[name]):g} {unit}"
        for name, unit in (
            ("pulse", "/min"),
            ("weight", "lb"),
            ("height", "in"),
            ("temperature", "°F"),
            ("BMI", "kg/m2"),
        )
        if row[name]
    ]
    return [
        _day(row["date"]),
        str(row["reason"] or ""),
        str(row["pc_catname"] or ""),
        _joined(row["fname"], row["lname"]),
        ", ".join(measured),
        _chip("deleted") if row["deleted"] else _chip("current"),
    ]


def _order(row: RowMapping) -> list[str]:
    return [
        _day(row["date_ordered"]),
        element("span", str(row["tests"] or ""), class_="value"),
        str(row["procedure_order_type"]).replace("_", " "),
        _joined(row["fname"], row["lname"]),
        _chip(str(row["order_status"])),
    ]


def _immunization(row: RowMapping) -> list[str]:
    state = "deleted" if row["added_erroneously"] else str(row["completion_status"] or "Completed")
    return [
        element("span", str(row["code_text_short"] or ""), class_="value"),
        str(row["cvx_code"] or ""),
        _day(row["administered_date"]),
        _chip(state.replace("_", " ").lower()),
    ]


def _chip(kind: str) -> Markup:
    return element("span", kind, class_=f"chip {kind}")


def _joined(*parts: object) -> str:
    return " ".join(str(part) for part in parts if part)


def _day(value: object) -> str:
    return value.strftime("%Y-%m-%d") if isinstance(value, date) else "-"
