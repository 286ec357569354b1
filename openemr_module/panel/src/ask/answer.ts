/** One answer: its four sections in order, or why there is none and what can be asked instead. */

import type { Answer, AnswerTable } from "../contract";
import type { Context } from "../context";
import { fill, h, type Child } from "../dom";
import { place } from "../format";
import { button, said } from "../parts";
import { ENGLISH, t, word, type TextKey } from "../strings";
import { table } from "../tables";
import { Chips } from "./chips";
import { copyText, plainText, wording } from "./copy";
import { series, trendChart } from "./trend";

/** The sections of every answer, in this order; the sidecar's own words. */
export const SECTIONS = ["Patient Findings", "Needs Human Review", "Guideline Evidence", "Missing or Not Found"];

const TO_REVIEW = "Needs Human Review";

/** An answer as it is shown under its question. */
export function answerBody(answer: Answer, context: Context, suggestions: Child): HTMLElement {
  const chips: Chips = new Chips(answer.citations, (index) =>
    context.sources.open(
      answer.citations.map((citation) => ({ citation })),
      index,
      context.config.pid,
      { onMove: (at) => chips.mark(at) },
    ),
  );
  return h(
    "div",
    { class: "af-answer" },
    answer.refusal ? refusal(answer.refusal, suggestions) : null,
    SECTIONS.map((name) => section(name, answer, chips, context)),
    answer.refusal ? null : emptySections(answer),
    answer.notes.length ? notes(answer.notes) : null,
    answer.refusal ? null : foot(answer, context),
    printedSources(answer),
  );
}

function section(name: string, answer: Answer, chips: Chips, context: Context): HTMLElement | null {
  const sentences = answer.sections[name] ?? [];
  const tables = answer.tables.filter((each) => each.section === name);
  if (!sentences.length && !tables.length) return null;
  return h(
    "section",
    { class: "af-section", "data-section": name },
    h("h3", {}, word("section", name)),
    name === TO_REVIEW && context.review ? button(t("answer.to_review"), () => context.review?.(null), { kind: "link" }) : null,
    sentences.length ? h("ul", {}, sentences.map((sentence) => h("li", {}, chips.sentence(sentence)))) : null,
    tables.map((each) => resultsTable(each, chips)),
  );
}

function resultsTable(results: AnswerTable, chips: Chips): Child[] {
  const data = series(results);
  return [
    data ? trendChart(data) : null,
    table(
      results.title,
      [...results.columns, t("table.citations")],
      results.rows.map((row) => ({ cells: [...row.cells.map(said), chips.row(row.citations)] })),
      { class: "af-results", caption: said(results.title) },
    ),
  ];
}

function emptySections(answer: Answer): HTMLElement | null {
  const empty = SECTIONS.filter(
    (name) => !answer.sections[name]?.length && !answer.tables.some((each) => each.section === name),
  );
  if (!empty.length) return null;
  const names = empty.map((name) => word("section", name)).join(", ");
  return h("p", { class: "af-muted" }, t("answer.empty_sections", { names }));
}

function refusal(why: { reason: string; message: string }, suggestions: Child): HTMLElement {
  const key = `refusal.${why.reason}`;
  return h(
    "div",
    { class: "af-alert af-alert-warning af-refusal", "data-reason": why.reason },
    h("h3", {}, t(key in ENGLISH ? (key as TextKey) : "refusal.other")),
    h("p", {}, said(why.message)),
    suggestions ? [h("h4", {}, t("refusal.instead")), suggestions] : null,
  );
}

function notes(sentences: readonly string[]): HTMLElement {
  return h(
    "div",
    { class: "af-notes" },
    h("h4", {}, t("answer.notes")),
    h("ul", {}, sentences.map((sentence) => h("li", {}, said(sentence)))),
  );
}

/** On paper nobody opens a source: there the numbers are told below the answer. */
function printedSources(answer: Answer): HTMLElement | null {
  if (!answer.citations.length) return null;
  return h(
    "div",
    { class: "af-printed" },
    h("h4", {}, t("answer.sources")),
    h("ol", {}, answer.citations.map((citation) => h("li", {}, `${place(citation)}: `, said(citation.quote_or_value)))),
  );
}

function foot(answer: Answer, context: Context): HTMLElement {
  const copy = button(t("answer.copy"), () =>
    copyText(plainText(answer)).then((copied) => {
      const text = t(copied ? "answer.copied" : "answer.copy_failed");
      context.announce(text);
      fill(done, text);
    }),
  );
  const done = h("span", { class: "af-muted" });
  return h("div", { class: "af-foot" }, h("span", { class: "af-muted" }, wording(answer)), h("span", {}, copy, " ", done));
}
