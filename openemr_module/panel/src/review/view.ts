/** The review queue of a patient or of the whole site; every part of it works with the keyboard alone. */

import type { ReviewItem, Reviews } from "../contract";
import type { Context, View } from "../context";
import { fill, h } from "../dom";
import { button, confirmed, failure, loading, said } from "../parts";
import type { Tab } from "../shell";
import { t, type TextKey } from "../strings";
import { itemTitle } from "./body";
import { Card, type Queue } from "./card";

const KEYS: readonly (readonly [string, TextKey])[] = [
  ["j", "review.key.next"],
  ["k", "review.key.previous"],
  ["a", "review.key.approve"],
  ["e", "review.key.correct"],
  ["x", "review.key.reject"],
  ["d", "review.key.keep"],
  ["u", "review.key.undo"],
  ["?", "review.key.help"],
];

export const reviewTab: Tab = { name: "review", text: "tab.review", make: (context) => new ReviewView(context) };

class ReviewView implements View, Queue {
  readonly element: HTMLElement;
  private readonly counts = h("p", { class: "af-muted" });
  private readonly problem = h("div", {});
  private readonly list = h("ol", { class: "af-queue", "aria-label": t("review.list") });
  private readonly foot = h("div", { class: "af-actions" });
  private cards: Card[] = [];
  private current: Card | null = null;
  private lastDecided: Card | null = null;
  private loaded = false;
  private next: string | null = null;
  private fetching: Promise<void> | null = null;
  private waiting: Reviews["counts"] = { identity: 0, fact: 0, conflict: 0 };

  constructor(private readonly context: Context) {
    this.element = h(
      "div",
      { class: "af-review", on: { keydown: (event) => this.onKey(event as KeyboardEvent) } },
      h(
        "div",
        { class: "af-title-row" },
        h("h2", {}, t("review.title")),
        h("div", { class: "af-actions" }, button(t("review.keys"), () => this.help()), button(t("common.reload"), () => this.load())),
      ),
      this.counts,
      this.problem,
      this.list,
      this.foot,
    );
  }

  show(documentId: number | null = null): void {
    void this.load().then(() => (documentId === null ? undefined : this.seek(documentId)));
  }

  /** Goes to the first open item of a document. */
  private async seek(documentId: number): Promise<void> {
    const found = (): Card | undefined => this.cards.find((card) => card.isOpen && card.item.document_id === documentId);
    while (!found() && this.next !== null) await this.more();
    const card = found();
    if (card) this.move(card);
  }

  select(card: Card): void {
    const folded = this.current === card;
    this.current?.expand(false);
    this.current = folded ? null : card;
    if (folded) this.context.sources.close();
    else this.open(card);
  }

  decided(card: Card): void {
    this.lastDecided = card;
    this.waiting[card.item.kind] += card.isOpen ? 1 : -1;
    this.tellCounts();
    this.context.changed();
    const next = card.isOpen ? card : this.after(card);
    if (next) this.move(next);
    else card.head.focus();
    this.offerTogether();
  }

  async stale(card: Card, sentence: string): Promise<void> {
    const found = await this.again(card.item).catch(() => null);
    if (found) card.update(found);
    else this.remove(card);
    fill(this.problem, h("p", { class: "af-alert af-alert-warning", role: "alert" }, said(sentence), " ", t("review.reloaded")));
    this.context.changed();
    if (found) card.head.focus();
  }

  private async load(): Promise<void> {
    const before = this.current?.item.item;
    this.list.setAttribute("aria-busy", "true");
    if (!this.cards.length) fill(this.problem, loading());
    try {
      const reviews = await this.context.api.call<Reviews>("reviews");
      // On a page of its own the queue is what one came for; elsewhere the keyboard stays where it is.
      const focused = this.list.contains(document.activeElement) || (this.context.config.mode === "queue" && !this.loaded);
      this.loaded = true;
      const active = document.activeElement;
      const begun = new Map(this.cards.filter((card) => card.isBegun).map((card) => [card.item.item, card]));
      this.cards = [];
      this.current = null;
      this.lastDecided = null;
      fill(this.list);
      fill(this.problem);
      this.add(reviews, begun);
      const first = this.cards.find((card) => card.item.item === before) ?? this.cards.find((card) => card.isOpen);
      if (first) this.move(first, focused);
      // Whoever was typing goes on where he was.
      if (active instanceof HTMLElement && this.list.contains(active)) active.focus();
    } catch (error) {
      fill(this.problem, failure(error, () => void this.load()));
    } finally {
      this.list.setAttribute("aria-busy", "false");
    }
  }

  /** Adds items; a card with a form that somebody has begun stays, unless its item is another by now. */
  private add(reviews: Reviews, begun: ReadonlyMap<string, Card> = new Map()): void {
    const fresh = reviews.items.map((item) => {
      const old = begun.get(item.item);
      return old && item.decided === null && old.item.version === item.version ? old : new Card(item, this.context, this);
    });
    this.cards.push(...fresh);
    this.list.append(...fresh.map((card) => card.element));
    this.waiting = { ...reviews.counts };
    this.tellCounts();
    this.next = reviews.next;
    fill(this.foot, reviews.next ? button(t("common.more"), () => this.more()) : null);
    this.offerTogether();
  }

  private tellCounts(): void {
    const { identity, fact, conflict } = this.waiting;
    fill(this.counts, identity + fact + conflict > 0 ? t("review.counts", this.waiting) : t("review.none"));
  }

  /** Fetches the items after those that are shown; once, however often it is asked for meanwhile. */
  private more(): Promise<void> {
    this.fetching ??= this.fetchMore(this.next).finally(() => {
      this.fetching = null;
    });
    return this.fetching;
  }

  private async fetchMore(after: string | null): Promise<void> {
    try {
      const at = this.cards.length;
      this.add(await this.context.api.call<Reviews>("reviews", { after }));
      this.cards[at]?.head.focus();
    } catch (error) {
      this.next = null;
      fill(this.problem, failure(error));
    }
  }

  /** The item as it is now; `null` where it is no longer in the queue. */
  private async again(item: ReviewItem): Promise<ReviewItem | null> {
    const whose = this.context.config.pid === null ? { patient_id: item.patient_id } : {};
    for (let after: string | null = ""; after !== null; ) {
      const page: Reviews = await this.context.api.call<Reviews>("reviews", { ...whose, ...(after ? { after } : {}) });
      const found = page.items.find((each) => each.item === item.item);
      if (found) return found;
      after = page.next;
    }
    return null;
  }

  private remove(card: Card): void {
    const next = this.after(card);
    this.cards = this.cards.filter((each) => each !== card);
    card.element.remove();
    if (this.current === card) this.current = null;
    if (next && next !== card) this.move(next);
  }

  /** The next open card, from the beginning again at the end. */
  private after(card: Card): Card | undefined {
    const at = this.cards.indexOf(card);
    return [...this.cards.slice(at + 1), ...this.cards.slice(0, at)].find((each) => each.isOpen);
  }

  private move(card: Card, focus = true): void {
    if (this.current !== card) {
      this.current?.expand(false);
      this.current = card;
      this.open(card);
    }
    if (focus) card.head.focus();
  }

  private open(card: Card): void {
    card.expand(true);
    if (this.context.isWide()) card.showPage(false);
  }

  private step(by: number): void {
    const at = this.current ? this.cards.indexOf(this.current) : -1;
    if (at + by >= this.cards.length && this.next !== null) {
      if (!this.fetching) void this.more().then(() => this.step(by));
      return;
    }
    const next = this.cards[Math.min(this.cards.length - 1, Math.max(0, at + by))];
    if (next) this.move(next);
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
    const acts: Record<string, () => void> = {
      j: () => this.step(1),
      k: () => this.step(-1),
      a: () => this.current?.act("approve", true),
      e: () => this.current?.act("correct"),
      x: () => this.current?.act("reject"),
      d: () => this.current?.act("keep"),
      u: () => (this.current && !this.current.isOpen ? this.current : this.lastDecided)?.undo(),
      "?": () => this.help(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  private help(): void {
    const rows = KEYS.map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(text))]);
    void confirmed(t("review.keys_title"), h("dl", { class: "af-details" }, rows), "");
  }

  /** Offers to approve a document's facts in one go, before the first of them. */
  private offerTogether(): void {
    for (const old of this.list.querySelectorAll(".af-together")) old.remove();
    const byDocument = new Map<number, Card[]>();
    for (const card of this.cards.filter((each) => each.isClean)) {
      byDocument.set(card.item.document_id, [...(byDocument.get(card.item.document_id) ?? []), card]);
    }
    for (const [document, cards] of byDocument) {
      const others = this.cards.filter((card) => card.item.document_id === document && card.isOpen && !card.isClean);
      if (cards.length < 2 || others.length) continue;
      const offer = button(t("review.accept_all", { n: cards.length }), () => this.together(document, cards));
      cards[0]?.element.before(h("li", { class: "af-together" }, offer));
    }
  }

  private async together(document: number, cards: readonly Card[]): Promise<void> {
    const n = cards.length;
    const body = [
      h("p", {}, t("review.accept_all_text", { n })),
      h("ul", {}, cards.map((card) => h("li", {}, said(itemTitle(card.item))))),
    ];
    if (!(await confirmed(t("review.accept_all_title", { document }), body, t("review.accept_all", { n })))) return;
    try {
      const patient = cards[0]?.item.patient_id;
      const { decided } = await this.context.api.call<{ decided: number }>("accept_all", {
        ...(this.context.config.pid === null ? { patient_id: patient } : {}),
        document_id: document,
        items: Object.fromEntries(cards.map((card) => [card.item.item, card.item.version])),
      });
      this.context.changed();
      await this.load();
      this.context.announce(t("review.accepted_all", { n: decided }));
    } catch (error) {
      fill(this.problem, failure(error, () => void this.load()));
    }
  }
}
