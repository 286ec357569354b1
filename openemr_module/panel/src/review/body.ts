/** What a reviewer has to see of an item: why it waits, what stands on the paper, and what the chart says. */

import type { FactField, IdentityField, ReviewItem } from "../contract";
import { h, type Child } from "../dom";
import { when } from "../format";
import { said } from "../parts";
import { t, word } from "../strings";
import { table, type Row } from "../tables";

/** The inside of an item's card, without its actions. */
export function itemBody(item: ReviewItem): Child[] {
  const why = item.reasons.some((each) => each.sentence === item.sentence);
  return [
    item.fact && !why ? h("p", {}, said(item.sentence)) : null,
    item.reasons.length && !(why && !item.fact && item.reasons.length === 1)
      ? [h("h4", {}, t("review.why")), h("ul", { class: "af-reasons" }, item.reasons.map((each) => h("li", {}, said(each.sentence))))]
      : null,
    item.identity ? identityTable(item.identity.fields) : null,
    item.kind === "conflict" ? conflict(item) : null,
    item.kind === "fact" && item.fact ? factFields(item.fact.fields) : null,
    item.citation?.quote && item.kind !== "conflict" ? quote(item.citation.quote) : null,
  ];
}

/** What an item is called in the list. */
export function itemTitle(item: ReviewItem): string {
  return item.fact?.text || item.sentence;
}

/** Characters of a value, the ones that differ from the other side's values apart. */
export function differing(value: string, others: readonly string[]): { text: string; differs: boolean }[] {
  if (!others.length || others.includes(value)) return [{ text: value, differs: false }];
  // Against the likest of the other side's values: the longest common beginning and end are the same, the rest differs.
  const [start, end] = others
    .map((other) => commonEnds(value, other))
    .reduce((best, each) => (each[0] + each[1] > best[0] + best[1] ? each : best));
  return [
    { text: value.slice(0, start), differs: false },
    { text: value.slice(start, value.length - end), differs: true },
    { text: value.slice(value.length - end), differs: false },
  ].filter((part) => part.text !== "");
}

function commonEnds(one: string, other: string): [number, number] {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [start, end];
}

function identityTable(fields: readonly IdentityField[]): HTMLElement {
  const columns = [t("review.field"), t("review.on_document"), t("review.in_chart"), t("review.outcome")];
  return table(t("review.kind.identity"), columns, fields.map(identityRow), { class: "af-identity", named: true, still: true });
}

function identityRow(field: IdentityField): Row {
  const differs = field.outcome === "mismatch" || field.outcome === "close";
  return {
    props: { class: differs ? "af-differs" : "", "data-field": field.field, "data-outcome": field.outcome },
    cells: [
      field.label,
      values(field.document, differs && field.chart ? [field.chart] : []),
      values(field.chart ? [field.chart] : [], differs ? field.document : []),
      word("review.outcome", field.outcome),
    ],
  };
}

function values(side: readonly string[], other: readonly string[]): Child {
  if (!side.length) return h("span", { class: "af-muted" }, t("review.empty_value"));
  return side.map((value) =>
    h(
      "div",
      {},
      said(differing(value, other).map((part) => (part.differs ? h("mark", { class: "af-difference" }, part.text) : part.text))),
    ),
  );
}

function factFields(fields: readonly FactField[]): HTMLElement {
  return h(
    "dl",
    { class: "af-details af-fact" },
    fields
      .filter((field) => field.value || field.paper)
      .map((field) => [h("dt", {}, field.label), h("dd", {}, field.value ? said(field.value) : t("review.empty_value"), onPaper(field.paper))]),
  );
}

/** What was read, beside what a person put in its place. */
function onPaper(paper: string | null): Child {
  if (paper === null) return null;
  return h("span", { class: "af-paper" }, ` (${t("review.paper")}: `, paper ? said(paper) : t("review.empty_value"), ")");
}

function conflict(item: ReviewItem): HTMLElement {
  return h(
    "div",
    { class: "af-sides" },
    h(
      "div",
      { class: "af-side" },
      h("h4", {}, t("review.on_document")),
      item.fact ? factFields(item.fact.fields) : null,
      item.citation?.quote ? quote(item.citation.quote) : null,
    ),
    h(
      "div",
      { class: "af-side" },
      h("h4", {}, t("review.in_chart")),
      item.chart.map((row) =>
        h("div", {}, h("p", {}, said(row.text)), h("p", { class: "af-muted" }, [row.date ? when(row.date) : "", row.row].filter(Boolean).join(" · "))),
      ),
    ),
  );
}

function quote(text: string): HTMLElement {
  return h("blockquote", { class: "af-quote" }, h("span", { class: "af-muted" }, t("review.quote")), said(text));
}
