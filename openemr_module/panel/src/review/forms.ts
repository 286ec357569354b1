/** The forms of a decision: its reason, a note, and the corrected values beside the paper's. */

import type { FactField, ReviewItem } from "../contract";
import { h } from "../dom";
import { button, counted, said } from "../parts";
import { t, word, type TextKey } from "../strings";
import { reasonsFor, type Act } from "./reasons";

const MAX_NOTE_CHARS = 300;

export interface Given {
  reason: string;
  note: string;
  corrections: Record<string, string> | null;
}

/** The words on the button of an act. */
export function actText(kind: ReviewItem["kind"], act: Act): string {
  if (kind === "identity" && (act === "approve" || act === "reject")) return t(`review.${act}.identity`);
  if (kind === "conflict" && act === "approve") return t("review.approve.conflict");
  return t(`review.${act}` as TextKey);
}

/**
 * A form for one act on one item.
 *
 * @param onGiven - Told what was chosen.
 * @param onCancel - The person changed his mind.
 */
export function decisionForm(
  item: ReviewItem,
  act: Act,
  onGiven: (given: Given) => void,
  onCancel: () => void,
): HTMLFormElement {
  const id = `af-${item.item.replace(":", "-")}-${act}`;
  const fields = act === "correct" ? (item.fact?.fields ?? []).filter((field) => field.editable) : [];
  const inputs = fields.map((field) => correction(field, id));
  const reason = h(
    "select",
    { id: `${id}-reason`, class: "af-input" },
    reasonsFor(item.kind, act).map((code) => h("option", { value: code }, word("reason", code))),
  );
  const note = h("input", {
    id: `${id}-note`,
    class: "af-input",
    type: "text",
    dir: "auto",
    "aria-describedby": `${id}-hint ${id}-length`,
    autocomplete: "off",
  });
  const length = counted(note, MAX_NOTE_CHARS, `${id}-length`);
  const wrong = h("p", { class: "af-error", role: "alert" });
  const submit = act === "correct" ? t("review.save_correction") : t("review.confirm", { action: actText(item.kind, act) });
  const form = h(
    "form",
    { class: "af-decision", "aria-label": actText(item.kind, act) },
    inputs.map((each) => each.row),
    h("div", { class: "af-field" }, h("label", { for: `${id}-reason` }, t("review.reason")), reason),
    h(
      "div",
      { class: "af-field" },
      h("label", { for: `${id}-note` }, t("review.note")),
      note,
      h("p", { id: `${id}-hint`, class: "af-muted af-hint" }, t("review.note_hint")),
      length.element,
    ),
    wrong,
    h(
      "div",
      { class: "af-actions" },
      h("button", { type: "submit", class: `af-button ${act === "reject" ? "af-danger" : "af-primary"}` }, submit),
      button(t("common.cancel"), onCancel),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const corrections = act === "correct" ? changed(inputs) : null;
    if (corrections && Object.keys(corrections).length === 0) {
      wrong.textContent = t("review.nothing_corrected");
      inputs[0]?.input.focus();
      return;
    }
    if (length.isTooLong()) {
      note.focus();
      return;
    }
    onGiven({ reason: reason.value, note: note.value.trim(), corrections });
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onCancel();
  });
  return form;
}

interface Correction {
  field: FactField;
  input: HTMLInputElement;
  row: HTMLElement;
}

function correction(field: FactField, id: string): Correction {
  const input = h("input", {
    id: `${id}-${field.name}`,
    class: "af-input",
    type: "text",
    value: field.value,
    dir: "auto",
    "aria-describedby": `${id}-${field.name}-paper`,
    autocomplete: "off",
  });
  const row = h(
    "div",
    { class: "af-field af-correction", "data-field": field.name },
    h("label", { for: `${id}-${field.name}` }, field.label),
    input,
    h(
      "span",
      { id: `${id}-${field.name}-paper`, class: "af-paper" },
      `${t("review.paper")}: `,
      h("b", {}, field.paper ?? field.value ? said(field.paper ?? field.value) : t("review.empty_value")),
    ),
  );
  return { field, input, row };
}

function changed(inputs: readonly Correction[]): Record<string, string> {
  return Object.fromEntries(
    inputs
      .filter(({ field, input }) => input.value.trim() !== field.value)
      .map(({ field, input }) => [field.name, input.value.trim()]),
  );
}
