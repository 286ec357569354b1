"""Routes below ``/`` and the pages behind them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from itertools import groupby
from typing import TYPE_CHECKING

from sqlalchemy import RowMapping

from devstack.ehr.browse import charts
from devstack.ehr.browse.care import care_sections
from devstack.ehr.browse.markup import Markup, element, page, table, together
from devstack.ehr.messages import Response
from devstack.ehr.store import DocumentDrive, DriveKeyError

if TYPE_CHECKING:
    from devstack.ehr.site import Site

PAGE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
SHOWN_INLINE = frozenset({"application/pdf", "image/png", "image/jpeg"})
KIBIBYTE = 1024
MISSING = "-"

ABNORMAL_WORDS = {
    "no": "normal", "yes": "abnormal", "high": "high", "low": "low", "vhigh": "very high", "vlow": "very low"
}  # fmt: skip
ISSUE_WORDS = {
    "allergy": "Allergy", "medication": "Medication", "medical_problem": "Problem", "surgery": "Surgery"
}  # fmt: skip


class ChartBrowser:
    """Shows one site's charts."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._drive = DocumentDrive(site)

    def answer(self, parts: list[str]) -> Response:
        """Returns the page for a path, 404 for any other.

        Args:
            parts: Path segments: none for the list of patients, ``chart/<pid>``, ``chart/<pid>/labs`` or
                ``chart/<pid>/documents/<id>``.
        """
        if not parts:
            return _html(self._patient_list())
        if parts[0] == "chart" and all(part.isdecimal() and len(part) < 10 for part in parts[1::2]):
            if len(parts) == 2:
                return self._chart(int(parts[1]), labs=False)
            if len(parts) == 3 and parts[2] == "labs":
                return self._chart(int(parts[1]), labs=True)
            if len(parts) == 4 and parts[2] == "documents":
                return self._document(int(parts[1]), int(parts[3]))
        return Response.empty(404)

    def _patient_list(self) -> Markup:
        with self._site.connect() as connection:
            rows = [
                [
                    element("a", _full_name(row), href=f"/chart/{row['pid']}"),
                    _day(row["DOB"]),
                    str(row["sex"]),
                    str(row["pubpid"]),
                    str(row["documents"]),
                    element("a", str(row["results"]), href=f"/chart/{row['pid']}/labs"),
                ]
                for row in charts.patients(connection)
            ]
        listing = table(["Patient", "Born", "Sex", "MRN", "Documents", "Lab results"], rows, empty="No patients yet.")
        title = element("h1", "Patients")
        return page("Patients", together("Chart"), element("section", title, listing))

    def _chart(self, pid: int, *, labs: bool) -> Response:
        with self._site.connect() as connection:
            found = charts.patients(connection, pid)
            if not found:
                return Response.empty(404)
            if labs:
                sections = [_lab_section(pid, charts.results(connection, pid))]
            else:
                sections = [
                    _document_section(pid, charts.documents(connection, pid)),
                    _issue_section(charts.issues(connection, pid)),
                    *care_sections(connection, pid),
                ]
        trail = together(element("a", "Chart", href="/"), " / ", _full_name(found[0]))
        return _html(page(_full_name(found[0]), trail, _patient_card(found[0], labs=labs), *sections))

    def _document(self, pid: int, document_id: int) -> Response:
        with self._site.connect() as connection:
            row = charts.document(connection, pid, document_id)
        if row is None:
            return Response.empty(404)
        try:
            content = self._drive.read(
                url=str(row["url"]), path_depth=int(row["path_depth"] or 1), encrypted=bool(row["encrypted"])
            )
        except (OSError, DriveKeyError):
            return Response.empty(500)
        # Only what a browser shows without running anything is shown; the rest is saved as a file.
        inline = str(row["mimetype"]) in SHOWN_INLINE
        return Response(
            200,
            content,
            str(row["mimetype"]) if inline else "application/octet-stream",
            {
                "X-Content-Type-Options": "nosniff",
                "Content-Disposition": "inline" if inline else f'attachment; filename="document-{document_id}"',
            },
        )


def _html(markup: Markup) -> Response:
    return Response(200, markup.encode("utf-8"), "text/html; charset=utf-8", PAGE_HEADERS)


def _patient_card(row: RowMapping, *, labs: bool) -> Markup:
    pid = row["pid"]
    facts = [("Born", _day(row["DOB"])), ("Sex", str(row["sex"])), ("MRN", str(row["pubpid"])), ("pid", str(pid))]
    tabs = [
        (f"/chart/{pid}", f"Chart ({row['documents']} documents)", not labs),
        (f"/chart/{pid}/labs", f"Lab results ({row['results']})", labs),
    ]
    return element(
        "div",
        element("h1", _full_name(row)),
        element("div", *(element("span", f"{name} ", element("b", value)) for name, value in facts), class_="facts"),
        element(
            "div",
            *(element("a", label, href=href, class_="here" if here else "there") for href, label, here in tabs),
            class_="tabs",
        ),
        class_="patient",
    )


def _document_section(pid: int, rows: Sequence[RowMapping]) -> Markup:
    cells = [
        [
            element("a", str(row["name"]), href=f"/chart/{pid}/documents/{row['id']}"),
            str(row["categories"] or MISSING),
            _minute(row["date"]),
            _day(row["docdate"]),
            element("span", str(row["mimetype"]), class_="quiet"),
            _size(row["size"]),
            _chip("deleted") if row["deleted"] else _chip("current"),
            element("span", str(row["id"]), class_="quiet"),
        ]
        for row in rows
    ]
    headings = ["Document", "Category", "Stored", "Document date", "Type", "Size", "State", "Id"]
    return element("section", element("h2", "Documents"), table(headings, cells, empty="No documents yet."))


def _issue_section(rows: Sequence[RowMapping]) -> Markup:
    cells = [
        [
            ISSUE_WORDS.get(str(row["type"]), str(row["type"])),
            element("span", str(row["title"]), class_="value"),
            " · ".join(
                str(row[name])
                for name in ("reaction", "severity_al", "drug_dosage_instructions", "comments")
                if row[name]
            ),
            _day(row["begdate"]),
            _chip("active" if row["activity"] else "inactive"),
        ]
        for row in rows
    ]
    headings = ["Kind", "Title", "Details", "Since", "State"]
    listing = table(headings, cells, empty="No allergies, medications or problems recorded.")
    return element("section", element("h2", "Allergies, medications, problems"), listing)


def _lab_section(pid: int, rows: Sequence[RowMapping]) -> Markup:
    orders = [
        _lab_report(pid, list(of_report)) for _, of_report in groupby(rows, key=lambda row: row["procedure_report_id"])
    ]
    content = orders or [element("p", "No lab results yet.", class_="empty")]
    return element("section", element("h2", "Lab results"), *content)


def _lab_report(pid: int, rows: list[RowMapping]) -> Markup:
    first = rows[0]
    details = [f"Order {first['procedure_order_id']}", f"reported {_minute(first['date_report'])}"]
    if first["date_collected"] is not None:
        details.append(f"collected {_minute(first['date_collected'])}")
    details.append(f"report {first['report_status'] or 'without status'}, {first['review_status']}")
    if first["external_id"]:
        details.append(f"external id {first['external_id']}")
    if first["history_order"] == "1":
        details.append("from outside paper")
    hidden = together(" ", _chip("deleted", "inactive")) if not first["activity"] else Markup("")
    headings = ["Test", "Value", "Unit", "Range", "Flag", "Status", "Code", "Source document"]
    cells = [_result_cells(pid, row) for row in rows if row["procedure_result_id"] is not None]
    return element(
        "div",
        element("h3", str(first["procedure_name"] or "Laboratory"), hidden),
        element("p", " · ".join(details), class_="meta"),
        table(headings, cells, empty="The report has no results."),
        class_="order" if first["activity"] else "order gone",
    )


def _result_cells(pid: int, row: RowMapping) -> list[str]:
    source: str = MISSING
    if row["document_id"]:
        name = str(row["document_name"] or f"document {row['document_id']}")
        source = element("a", name, href=f"/chart/{pid}/documents/{row['document_id']}")
    abnormal = str(row["abnormal"])
    return [
        str(row["result_text"]),
        element("span", str(row["result"]), class_="value"),
        str(row["units"]),
        str(row["range"]),
        _chip(abnormal, ABNORMAL_WORDS.get(abnormal, abnormal)) if abnormal else "",
        _chip(str(row["result_status"])) if row["result_status"] else "",
        element("span", str(row["result_code"]), class_="quiet"),
        source,
    ]


def _chip(kind: str, label: str | None = None) -> Markup:
    return element("span", label or kind, class_=f"chip {kind}")


def _full_name(row: RowMapping) -> str:
    return " ".join(str(row[name]) for name in ("fname", "mname", "lname") if row[name])


def _day(value: date | datetime | None) -> str:
    return value.strftime("%Y-%m-%d") if isinstance(value, date) else MISSING


def _minute(value: datetime | None) -> str:
    if not isinstance(value, datetime):
        return MISSING
    return value.strftime("%Y-%m-%d %H:%M") if (value.hour, value.minute) != (0, 0) else value.strftime("%Y-%m-%d")


def _size(value: int | None) -> str:
    if value is None:
        return MISSING
    return f"{value} B" if value < KIBIBYTE else f"{value / KIBIBYTE:.0f} KiB"
