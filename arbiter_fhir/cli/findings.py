"""`arbiter-fhir doctor`: findings as they come, each with what to do."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from arbiter_fhir.bootstrap.diagnosis import Finding
from arbiter_fhir.cli.output import Output

__all__ = ["print_findings"]


def print_findings(findings: Iterable[Finding], output: Output) -> bool:
    """Show findings as they come; true when everything is well."""
    seen = []
    for finding in findings:
        seen.append(finding)
        if not output.as_json:
            _print_finding(finding, output.console)
    well = all(finding.ok for finding in seen)
    if output.as_json:
        listing = [{"subject": item.subject, "ok": item.ok, "message": item.message} for item in seen]
        output.show(lambda: {"ok": well, "findings": listing}, lambda _: None)
    return well


def _print_finding(finding: Finding, console: Console) -> None:
    mark, style = {True: ("ok  ", "green"), False: ("FIX ", "red"), None: ("?   ", "yellow")}[finding.ok]
    console.print(Text(mark, style=style) + Text(f"{finding.subject}: {finding.message}", style=""), soft_wrap=True)
