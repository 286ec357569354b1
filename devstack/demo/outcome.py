"""What came out: read from the product's own tables, shaped as the demonstration's JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from devstack.local_site import LocalSite

__all__ = ["Outcome", "document_rows", "fact_rows", "promotion_rows"]

Row = Mapping[str, object]


@dataclass(slots=True)
class Outcome:
    """Everything the demonstration shows."""

    documents: Sequence[Row] = ()
    facts: Sequence[Row] = ()
    promotions: Sequence[Row] = ()
    answers: list[Row] = field(default_factory=list)
    urls: dict[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """The documented JSON object."""
        return {
            "documents": list(self.documents),
            "facts": list(self.facts),
            "promotions": list(self.promotions),
            "answers": self.answers,
            "urls": self.urls,
        }


def _select(site: LocalSite, statement: str) -> list[dict[str, object]]:
    with site.mariadb.connect(f"arbiter_{site.site}") as connection, connection.cursor() as cursor:
        cursor.execute(statement)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def document_rows(site: LocalSite) -> list[dict[str, object]]:
    """One row per document: job state, identity state (the worst of its parts), error."""
    rows = _select(
        site,
        """SELECT job.document_id AS id, job.doc_type, job.status AS job_status, identity.identity_status,
                  job.error_code, job.error_message
           FROM clinical_document_processing_jobs job
           LEFT JOIN clinical_document_identity_checks identity ON identity.id = (
             SELECT part.id FROM clinical_document_identity_checks part
             WHERE part.job_id = job.id AND part.active
             ORDER BY part.identity_status = 'identity_mismatch_quarantined' DESC, part.review_required DESC,
                      part.part_number LIMIT 1)
           ORDER BY job.document_id, job.id""",
    )
    for row in rows:
        code, message = row.pop("error_code"), row.pop("error_message")
        row["error"] = {"code": code, "message": message} if code else None
    return rows


_FACT_COLUMNS = """fact.id AS fact_id, fact.document_id, fact.fact_type, fact.certainty, fact.confidence,
                   fact.fact_text, fact.structured_value_json, fact.citation_json, fact.reasons_json"""


def fact_rows(site: LocalSite) -> list[dict[str, object]]:
    """All facts, active or not, in reading order."""
    rows = _select(site, f"SELECT {_FACT_COLUMNS}, fact.active FROM clinical_document_facts fact ORDER BY fact.id")
    return [{**_fact(row), "active": bool(row["active"])} for row in rows]


def promotion_rows(site: LocalSite) -> list[dict[str, object]]:
    """All promotion outcomes with their fact."""
    rows = _select(
        site,
        f"""SELECT promotion.outcome, promotion.promoted_table, promotion.promoted_record_id,
                   promotion.conflict_reason AS reason, {_FACT_COLUMNS}
            FROM clinical_document_promotions promotion
            JOIN clinical_document_facts fact ON fact.id = promotion.fact_id
            ORDER BY promotion.id""",
    )
    return [
        {
            "outcome": row["outcome"],
            "promoted_table": row["promoted_table"] if row["promoted_record_id"] is not None else None,
            "promoted_record_id": row["promoted_record_id"],
            "reason": row["reason"],
            "fact": _fact(row),
        }
        for row in rows
    ]


def _fact(row: Mapping[str, object]) -> dict[str, object]:
    return {
        "id": row["fact_id"],
        "document_id": row["document_id"],
        "fact_type": row["fact_type"],
        "certainty": row["certainty"],
        "confidence": float(str(row["confidence"])),
        "text": row["fact_text"],
        "value": _plain(row["structured_value_json"]),
        "citation": _plain(row["citation_json"]),
        "reasons": _plain(row["reasons_json"]),
    }


def _plain(column: object) -> object:
    return json.loads(column) if isinstance(column, str | bytes) else column
