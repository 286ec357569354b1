/** Taking an answer out of the panel, with its citations. */

import type { Answer } from "../contract";
import { h } from "../dom";
import { place } from "../format";
import { t } from "../strings";

/** The answer as plain text: question, sections, sources by number, and who worded it. */
export function plainText(answer: Answer): string {
  const sources = answer.citations.map(
    (citation, index) => `[${index + 1}] ${place(citation)}: "${citation.quote_or_value}"`,
  );
  return [
    answer.question,
    answer.text,
    sources.length ? `${t("answer.sources")}\n${sources.join("\n")}` : "",
    answer.notes.join("\n"),
    answer.refusal ? "" : wording(answer),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** Who worded the answer. */
export function wording(answer: Answer): string {
  return answer.worded_by ? t("answer.model", { model: answer.worded_by }) : t("answer.rules");
}

/** Puts text on the clipboard, also where the page is no secure context. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { class: "af-visually-hidden", "aria-hidden": "true", tabindex: -1 });
    area.value = text;
    document.body.append(area);
    const before = document.activeElement;
    area.select();
    const copied = typeof document.execCommand === "function" && document.execCommand("copy");
    area.remove();
    if (before instanceof HTMLElement) before.focus();
    return copied;
  }
}
