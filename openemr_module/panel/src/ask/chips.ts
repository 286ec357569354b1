/** Sentences with their citations as numbered buttons. */

import type { Citation } from "../contract";
import { h, type Child } from "../dom";
import { place } from "../format";
import { button, said } from "../parts";
import { t } from "../strings";

/** As many chips stand behind a sentence; the rest unfolds. */
const SHOWN_CHIPS = 6;

/** A sentence without its closing citation marks, and their numbers. */
export function split(sentence: string, citations: number): { text: string; numbers: number[]; end: string } {
  const match = /^([\s\S]*?)\s*((?:\[\d{1,4}\])+)([.;:!?]?)\s*$/.exec(sentence);
  const numbers = [...(match?.[2] ?? "").matchAll(/\d+/g)].map((found) => Number(found[0]));
  if (!match || numbers.some((number) => number < 1 || number > citations)) {
    return { text: sentence, numbers: [], end: "" };
  }
  return { text: match[1] ?? "", numbers, end: match[3] ?? "" };
}

/** The citations of one answer: makes chips and keeps the chosen one marked. */
export class Chips {
  private readonly made = new Map<number, HTMLButtonElement[]>();

  constructor(
    private readonly citations: readonly Citation[],
    private readonly onOpen: (index: number) => void,
  ) {}

  /** A sentence, its chips and its end. */
  sentence(sentence: string): Child[] {
    const { text, numbers, end } = split(sentence, this.citations.length);
    return [said([unbroken(text), end]), numbers.length ? " " : null, this.row(numbers)];
  }

  /** Chips in a row, the first few at once. */
  row(numbers: readonly number[]): Child {
    const chips = numbers.map((number) => this.chip(number));
    if (chips.length <= SHOWN_CHIPS + 1) return spaced(chips);
    const rest = h("span", { hidden: true }, spaced(chips.slice(SHOWN_CHIPS)));
    const more = button(t("answer.more_citations", { n: chips.length - SHOWN_CHIPS }), () => {
      rest.hidden = false;
      more.remove();
      chips[SHOWN_CHIPS]?.focus();
    }, { kind: "link" });
    return [spaced(chips.slice(0, SHOWN_CHIPS)), rest, more];
  }

  /** Marks the citation that is open; -1 for none. */
  mark(index: number): void {
    for (const [number, chips] of this.made) {
      for (const chip of chips) chip.setAttribute("aria-pressed", String(number === index + 1));
    }
  }

  private chip(number: number): HTMLButtonElement {
    const citation = this.citations[number - 1];
    const what = citation ? place(citation) : "";
    const chip = h(
      "button",
      {
        type: "button",
        class: "af-chip",
        title: what,
        "aria-label": t("citation.chip", { n: number, what }),
        "aria-pressed": "false",
        "data-citation": number,
        on: { click: () => this.onOpen(number - 1) },
      },
      number,
    );
    this.made.set(number, [...(this.made.get(number) ?? []), chip]);
    return chip;
  }
}

/** A text whose days are never broken over two lines at their hyphens. */
export function unbroken(text: string): Child[] {
  return text
    .split(/(\d{4}-\d{2}(?:-\d{2})?(?!\d))/)
    .map((part, index) => (index % 2 ? h("span", { class: "af-unbroken" }, part) : part));
}

function spaced(chips: readonly HTMLElement[]): Child[] {
  return chips.flatMap((chip) => [chip, " "]);
}
