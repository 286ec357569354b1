"""HTML that is escaped by construction: text becomes markup only through ``element``."""

from __future__ import annotations

from html import escape

VOID_TAGS = frozenset({"meta", "link", "br"})


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def element(tag: str, *children: str, **attributes: str) -> Markup:
    """Returns one element.

    Args:
        tag: Tag name.
        *children: Markup stays as it is, any other text is escaped.
        **attributes: Values are escaped; a trailing underscore in a name is dropped (``class_``).
    """
    shown = "".join(f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"' for name, value in attributes.items())
    if tag in VOID_TAGS:
        return Markup(f"<{tag}{shown}>")
    return Markup(f"<{tag}{shown}>{together(*children)}</{tag}>")


def together(*children: str) -> Markup:
    """Returns children side by side."""
    return Markup("".join(child if isinstance(child, Markup) else escape(child) for child in children))


def table(headings: list[str], rows: list[list[str]], *, empty: str) -> Markup:
    """Returns a table, or a sentence in its place when there are no rows."""
    if not rows:
        return element("p", empty, class_="empty")
    head = element("tr", *(element("th", heading, scope="col") for heading in headings))
    body = [element("tr", *(element("td", cell) for cell in row)) for row in rows]
    return element("div", element("table", element("thead", head), element("tbody", *body)), class_="scroll")


def page(title: str, trail: Markup, *content: str) -> Markup:
    """Returns a whole page with its banner and its trail of links."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{title} · stand-in EHR"),
        element("style", Markup(STYLE)),
    )
    banner = element(
        "header",
        element(
            "div",
            element("a", element("span", "✚", class_="mark"), " OpenEMR stand-in", href="/", class_="brand"),
            element("span", "synthetic patients · development only", class_="notice"),
            class_="inner",
        ),
    )
    body = element("body", banner, element("main", element("nav", trail), *content))
    return Markup(f"<!doctype html>\n{element('html', head, body, lang='en')}")


STYLE = """
:root { --ink: #1d2733; --soft: #5b6b7c; --line: #dde4ea; --paper: #fff; --ground: #f3f6f8; --brand: #0b5f73;
  --high: #b3261e; --low: #1b4fa8; --ok: #1c6e43; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
header { background: var(--brand); color: #fff; }
.inner { max-width: 1120px; margin: 0 auto; padding: .8rem 1.25rem; display: flex; gap: 1rem;
  align-items: baseline; justify-content: space-between; flex-wrap: wrap; }
.brand { color: #fff; font-weight: 650; font-size: 1.1rem; text-decoration: none; letter-spacing: .01em; }
.mark { color: #8fe0d0; }
.notice { font-size: .8rem; opacity: .85; }
main { max-width: 1120px; margin: 0 auto; padding: 1rem 1.25rem 3rem; }
nav { font-size: .85rem; color: var(--soft); margin-bottom: .75rem; }
a { color: var(--brand); }
h1 { font-size: 1.5rem; margin: 0 0 .15rem; letter-spacing: -.01em; }
h2 { font-size: 1.02rem; margin: 0 0 .6rem; }
section, .patient { background: var(--paper); border: 1px solid var(--line); border-radius: 10px;
  padding: 1rem 1.15rem; margin: 0 0 1rem; box-shadow: 0 1px 2px rgba(20, 40, 60, .05); }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; color: var(--soft); font-size: .9rem; }
.facts b { color: var(--ink); font-weight: 600; }
.tabs { display: flex; gap: .4rem; margin: .9rem 0 0; }
.tabs a { padding: .3rem .8rem; border-radius: 999px; text-decoration: none; border: 1px solid var(--line); }
.tabs a.here { background: var(--brand); border-color: var(--brand); color: #fff; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: left; font-size: .72rem; text-transform: uppercase; letter-spacing: .05em; color: var(--soft);
  font-weight: 600; padding: .35rem .7rem .35rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
td { padding: .45rem .7rem .45rem 0; border-bottom: 1px solid #edf1f4; vertical-align: top; }
tbody tr:last-child td { border-bottom: 0; }
.order { margin: 0 0 1.1rem; }
.order:last-child { margin-bottom: 0; }
.order h3 { font-size: .95rem; margin: 0; }
.order .meta { color: var(--soft); font-size: .83rem; margin: 0 0 .3rem; }
.chip { display: inline-block; font-size: .76rem; padding: .05rem .5rem; border-radius: 999px;
  background: #e9eef2; color: var(--soft); white-space: nowrap; }
.chip.high, .chip.vhigh, .chip.yes { background: #fbe9e7; color: var(--high); font-weight: 600; }
.chip.low, .chip.vlow { background: #e6eefb; color: var(--low); font-weight: 600; }
.chip.final, .chip.current { background: #e4f3ea; color: var(--ok); }
.chip.deleted, .chip.error { background: #fbe9e7; color: var(--high); }
.value { font-weight: 650; }
.quiet { color: var(--soft); font-size: .85rem; }
.empty { color: var(--soft); margin: .2rem 0; }
.gone td { opacity: .55; text-decoration: line-through; }
"""
