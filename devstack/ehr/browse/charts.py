"""What the pages show, read from the schema."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, RowMapping, text

PATIENTS = """
    SELECT p.pid, p.pubpid, p.fname, p.mname, p.lname, p.DOB, p.sex,
           (SELECT COUNT(*) FROM documents d WHERE d.foreign_id = p.pid AND d.deleted = 0) AS documents,
           (SELECT COUNT(*) FROM procedure_order o
              JOIN procedure_report t ON t.procedure_order_id = o.procedure_order_id
              JOIN procedure_result r ON r.procedure_report_id = t.procedure_report_id
             WHERE o.patient_id = p.pid AND o.activity = 1) AS results
    FROM patient_data p WHERE {condition} ORDER BY p.lname, p.fname, p.pid
"""

DOCUMENTS = """
    SELECT d.id, d.name, d.mimetype, d.size, d.date, d.docdate, d.deleted,
           GROUP_CONCAT(c.name ORDER BY c.lft SEPARATOR ', ') AS categories
    FROM documents d
    LEFT JOIN categories_to_documents l ON l.document_id = d.id
    LEFT JOIN categories c ON c.id = l.category_id
    WHERE d.foreign_id = :pid GROUP BY d.id ORDER BY d.deleted, d.date DESC, d.id DESC
"""

RESULTS = """
    SELECT o.procedure_order_id, o.date_ordered, o.order_status, o.activity, o.external_id, o.history_order,
           k.procedure_name, t.procedure_report_id, t.date_collected, t.date_report, t.report_status,
           t.review_status, r.procedure_result_id, r.result_code, r.result_text, r.result, r.units, r.`range`,
           r.abnormal, r.result_status, r.comments, r.document_id, d.name AS document_name
    FROM procedure_order o
    JOIN procedure_order_code k ON k.procedure_order_id = o.procedure_order_id
    JOIN procedure_report t ON t.procedure_order_id = o.procedure_order_id
                           AND t.procedure_order_seq = k.procedure_order_seq
    LEFT JOIN procedure_result r ON r.procedure_report_id = t.procedure_report_id
    LEFT JOIN documents d ON d.id = r.document_id AND r.document_id <> 0
    WHERE o.patient_id = :pid
    ORDER BY o.activity DESC, t.date_report DESC, o.procedure_order_id DESC, r.procedure_result_id
"""

ISSUES = """
    SELECT i.type, i.title, i.reaction, i.severity_al, i.begdate, i.enddate, i.activity, i.comments,
           m.drug_dosage_instructions
    FROM lists i LEFT JOIN lists_medication m ON m.list_id = i.id
    WHERE i.pid = :pid ORDER BY i.activity DESC, i.type, i.title
"""


def patients(connection: Connection, pid: int | None = None) -> Sequence[RowMapping]:
    """Returns all patients, or the one with this pid, with their counts of documents and active results."""
    condition = "TRUE" if pid is None else "p.pid = :pid"
    values = {} if pid is None else {"pid": pid}
    return connection.execute(text(PATIENTS.format(condition=condition)), values).mappings().all()


def documents(connection: Connection, pid: int) -> Sequence[RowMapping]:
    """Returns a patient's documents, the deleted ones last."""
    return connection.execute(text(DOCUMENTS), {"pid": pid}).mappings().all()


def results(connection: Connection, pid: int) -> Sequence[RowMapping]:
    """Returns a patient's lab results in the order of their reports, newest first, hidden orders last."""
    return connection.execute(text(RESULTS), {"pid": pid}).mappings().all()


def issues(connection: Connection, pid: int) -> Sequence[RowMapping]:
    """Returns a patient's allergies, medications and problems."""
    return connection.execute(text(ISSUES), {"pid": pid}).mappings().all()


def document(connection: Connection, pid: int, document_id: int) -> RowMapping | None:
    """Returns where one document of a patient is stored, None if he has no such document."""
    return (
        connection.execute(
            text(
                "SELECT name, mimetype, url, path_depth, encrypted FROM documents WHERE id = :id AND foreign_id = :pid"
            ),
            {"id": document_id, "pid": pid},
        )
        .mappings()
        .one_or_none()
    )
