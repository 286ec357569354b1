/** Tables that stay readable where it is narrow: their rows then stand as blocks, each value behind its column's name. */

import { h, type Child, type Props } from "./dom";

export interface Row {
  cells: readonly Child[];
  props?: Props;
}

/**
 * A table in a window of its own.
 *
 * @param options - `caption`: stands above it; `named`: the first cell of a row names it; `still`: nothing in it takes the
 *   keyboard, so that the window does.
 */
export function table(
  label: string,
  columns: readonly string[],
  rows: readonly Row[],
  options: { class?: string; caption?: Child; named?: boolean; still?: boolean } = {},
): HTMLElement {
  const { caption, named = false, still = false } = options;
  // Roles are told in full: a row that is laid out as a block would else no longer be a row.
  return h(
    "div",
    { class: "af-table-window", ...(still ? { tabindex: 0, role: "group", "aria-label": label } : {}) },
    h(
      "table",
      { class: `af-table ${options.class ?? ""}`.trim(), role: "table", "aria-label": label },
      caption ? h("caption", {}, caption) : null,
      h(
        "thead",
        { role: "rowgroup" },
        h("tr", { role: "row" }, columns.map((column) => h("th", { scope: "col", role: "columnheader" }, column))),
      ),
      h("tbody", { role: "rowgroup" }, rows.map((row) => line(row, columns, named))),
    ),
  );
}

function line({ cells, props = {} }: Row, columns: readonly string[], named: boolean): HTMLElement {
  return h(
    "tr",
    { role: "row", ...props },
    cells.map((cell, index) =>
      named && index === 0
        ? h("th", { scope: "row", role: "rowheader" }, cell)
        : h("td", { role: "cell", "data-label": columns[index] }, h("div", { class: "af-cell" }, cell)),
    ),
  );
}
