/** One item of the queue: folded to a line, or open with what is needed to decide. */

import { ApiError } from "../api";
import { address } from "../config";
import type { ReviewItem } from "../contract";
import type { Context } from "../context";
import { fill, h } from "../dom";
import { patient, when, who } from "../format";
import { badge, button, failure, outsideLink, said } from "../parts";
import { t, word } from "../strings";
import { itemBody, itemTitle } from "./body";
import { actText, decisionForm, type Given } from "./forms";
import { UNDO_REASON, reasonsFor, type Act } from "./reasons";

const ACTS: readonly Act[] = ["approve", "correct", "keep", "reject"];
const KIND_BADGES = { identity: "wait", fact: "plain", conflict: "bad" } as const;

/** What a card tells its queue. */
export interface Queue {
  select(card: Card): void;
  /** The item was decided, or its decision undone. */
  decided(card: Card): void;
  /** What was decided about has changed meanwhile; the card shows the item as it is now, and the sentence says why. */
  stale(card: Card, sentence: string): Promise<void>;
}

export class Card {
  readonly element: HTMLElement;
  readonly head: HTMLButtonElement;
  private readonly state = h("span", { class: "af-card-state" });
  private readonly body = h("div", { class: "af-card-body", hidden: true });
  private readonly form = h("div", { class: "af-card-form" });
  private readonly problem = h("div", {});
  private busy = false;

  constructor(
    public item: ReviewItem,
    private readonly context: Context,
    private readonly queue: Queue,
  ) {
    const bodyId = `af-body-${item.item.replace(":", "-")}`;
    this.body.id = bodyId;
    this.head = h(
      "button",
      { type: "button", class: "af-card-button", "aria-expanded": "false", "aria-controls": bodyId, on: { click: () => queue.select(this) } },
      badge(word("review.kind", item.kind), KIND_BADGES[item.kind]),
      h("span", { class: "af-card-title" }, said(itemTitle(item))),
      context.config.pid === null ? h("span", { class: "af-card-patient" }, patient(item)) : null,
      this.state,
    );
    this.element = h("li", { class: "af-card af-review-card", "data-item": item.item }, h("h3", {}, this.head), this.body);
    this.render();
  }

  get isOpen(): boolean {
    return this.item.decided === null;
  }

  /** Whether a form was begun and neither sent nor cancelled. */
  get isBegun(): boolean {
    return this.isOpen && this.form.hasChildNodes();
  }

  /** Whether it can be approved with others of its document in one go. */
  get isClean(): boolean {
    return this.isOpen && this.item.kind === "fact" && this.item.actions.includes("approve");
  }

  expand(open: boolean): void {
    this.head.setAttribute("aria-expanded", String(open));
    this.body.hidden = !open;
    this.element.classList.toggle("af-current", open);
  }

  /** Shows another state of the same item. */
  update(item: ReviewItem): void {
    this.item = item;
    this.render();
  }

  /** Begins an act: at once where the usual reason will do, else with a form. */
  act(act: Act, quick = false): void {
    if (!this.isOpen || this.busy || !this.item.actions.includes(act)) return;
    const [usual = "other"] = reasonsFor(this.item.kind, act);
    if (quick && act === "approve" && this.item.kind === "fact") {
      void this.decide(act, { reason: usual, note: "", corrections: null });
      return;
    }
    const form = decisionForm(this.item, act, (given) => void this.decide(act, given), () => {
      fill(this.form);
      this.head.focus();
    });
    fill(this.form, form);
    // What is corrected most is the value.
    (form.querySelector<HTMLElement>('[data-field="value"] input') ?? form.querySelector<HTMLElement>("input, select"))?.focus();
  }

  /** Takes the decision back. */
  undo(): void {
    const { decided } = this.item;
    if (this.isOpen || this.busy || !decided) return;
    if (!decided.can_undo) {
      this.context.announce(t("review.cannot_undo"));
      return;
    }
    void this.send("undo", { reason: UNDO_REASON, note: "", corrections: null });
  }

  private decide(act: Act, given: Given): Promise<void> {
    return this.send(act === "correct" ? "approve" : act, given);
  }

  private async send(decision: string, given: Given): Promise<void> {
    if (this.busy) return;
    this.setBusy(true);
    try {
      const { item } = await this.context.api.call<{ item: ReviewItem }>("decide", {
        ...(this.context.config.pid === null ? { patient_id: this.item.patient_id } : {}),
        document_id: this.item.document_id,
        item: this.item.item,
        version: this.item.version,
        decision,
        ...given,
      });
      this.update(item);
      this.context.announce(decision === "undo" ? t("review.undone") : t("review.done", { decision: decidedWord(item) }));
      this.queue.decided(this);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) await this.queue.stale(this, error.message);
      else fill(this.problem, failure(error));
    } finally {
      this.setBusy(false);
    }
  }

  private setBusy(busy: boolean): void {
    this.busy = busy;
    this.element.setAttribute("aria-busy", String(busy));
    if (busy) fill(this.state, t("common.saving"));
    else this.tellState();
  }

  private tellState(): void {
    const bad = this.item.decided?.decision === "reject";
    fill(this.state, this.isOpen ? null : badge(decidedWord(this.item), bad ? "bad" : "good"));
  }

  private render(): void {
    const { item } = this;
    const { decided } = item;
    this.element.classList.toggle("af-decided", !this.isOpen);
    this.tellState();
    fill(this.form);
    fill(this.problem);
    fill(
      this.body,
      h(
        "p",
        { class: "af-muted af-place" },
        [word("type", item.doc_type), t("common.document", { n: item.document_id }), item.page === null ? "" : t("common.page", { n: item.page }), when(item.raised_at)]
          .filter(Boolean)
          .join(" · "),
        this.context.config.pid === null
          ? outsideLink(address(this.context.config.links.chart, { patient_id: item.patient_id }), patient(item))
          : null,
      ),
      itemBody(item),
      decided && !this.isOpen ? this.decision(decided) : null,
      this.progress(),
      this.actions(),
      this.problem,
      this.form,
    );
  }

  private decision(decided: NonNullable<ReviewItem["decided"]>): HTMLElement {
    const text = t("review.decided", { decision: decidedWord(this.item), by: who(decided), at: when(decided.at) });
    return h("p", { class: "af-alert af-alert-info" }, text, decided.note ? [" ", h("q", { dir: "auto" }, decided.note)] : null);
  }

  /** What is still to come of a decision, or of one that was taken back. */
  private progress(): HTMLElement | null {
    const { state } = this.item;
    if (state === "read_again") return h("p", { class: "af-muted" }, t("review.read_again"));
    return state === "not_carried_out" ? h("p", { class: "af-alert af-alert-warning" }, t("review.not_carried_out")) : null;
  }

  private actions(): HTMLElement {
    const { kind, actions, decided } = this.item;
    const acts = this.isOpen ? ACTS.filter((act) => actions.includes(act)) : [];
    return h(
      "div",
      { class: "af-actions" },
      acts.map((act) =>
        button(actText(kind, act), () => this.act(act), { kind: act === "approve" ? "primary" : act === "reject" ? "danger" : "plain" }),
      ),
      !this.isOpen && decided?.can_undo ? button(t("review.undo"), () => this.undo()) : null,
      button(t("review.show"), () => this.showPage(true), { kind: "link" }),
    );
  }

  /** Shows the item's place on its page. */
  showPage(focus: boolean): void {
    const { citation, document_id, doc_type, patient_id } = this.item;
    const shown = citation
      ? {
          citation: {
            source_type: doc_type,
            source_id: citation.source_id,
            page_or_section: citation.page === null ? "" : t("common.page", { n: citation.page }),
            field_or_chunk_id: citation.field_or_chunk_id,
            quote_or_value: citation.quote,
            page: citation.page,
            bounding_box: citation.bounding_box,
          },
        }
      : { document: { document_id, doc_type, page: this.item.page ?? 1, quarantined: this.item.kind === "identity" && this.isOpen } };
    this.context.sources.open([shown], 0, patient_id, { focus });
  }
}

function decidedWord(item: ReviewItem): string {
  const changed = item.decided?.decision === "approve" && item.fact?.fields.some((field) => field.paper !== null);
  return word("review.decided", changed ? "correct" : (item.decided?.decision ?? "undo"));
}
