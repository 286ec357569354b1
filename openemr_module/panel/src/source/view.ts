/** The source of a statement: its page with the cited place framed, or why it is not shown. */

import type { Api } from "../api";
import { address, type PanelConfig } from "../config";
import type { Citation, Source } from "../contract";
import type { Shown, SourceOpener } from "../context";
import { fill, h } from "../dom";
import { documentId, percent, place, when, who } from "../format";
import { badge, button, details, failure, loading, outsideLink, said } from "../parts";
import { t, word } from "../strings";
import { Stage } from "./stage";

/** Pictures kept for going back and forth; a page is about 100 kB. */
const KEPT_PICTURES = 8;

interface Page {
  document: number;
  page: number;
  pages: number | null;
}

interface Drawn {
  picture: Blob;
  pages: number | null;
  /** Pixels. */
  width: number;
}

export class SourceView implements SourceOpener {
  readonly element: HTMLElement;
  private readonly heading = h("h2", { class: "af-source-title", tabindex: -1 }, t("source.title"));
  private readonly body = h("div", { class: "af-source-body" });
  private readonly walk = h("div", { class: "af-walk" });
  private readonly pager = h("div", { class: "af-pager" });
  private readonly stage = new Stage(() => void this.sharpen(), this.pager);
  private readonly pictures = new Map<string, Drawn>();
  private places: readonly Shown[] = [];
  private index = 0;
  private patient: number | null = null;
  private onMove: (index: number) => void = () => undefined;
  private origin: Element | null = null;
  private source: Source | null = null;
  private shown: Page | null = null;
  /** Width of the picture that is shown of the page, in pixels. */
  private sharpness = 0;
  private under = new AbortController();

  constructor(
    private readonly api: Api,
    private readonly config: PanelConfig,
    private readonly onOpen: (open: boolean) => void,
  ) {
    this.element = h(
      "section",
      { class: "af-source", "aria-label": t("source.title"), hidden: true },
      h(
        "div",
        { class: "af-source-head" },
        button(t("source.back"), () => this.back(), { kind: "plain" }),
        this.heading,
        this.walk,
      ),
      this.body,
    );
    this.element.addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      if (key === "Escape") this.back();
      if (key === "n" || key === "p") void this.go(this.index + (key === "n" ? 1 : -1));
    });
  }

  open(
    places: readonly Shown[],
    index: number,
    patientId: number | null,
    options: { focus?: boolean; onMove?: (index: number) => void } = {},
  ): void {
    this.places = places;
    this.patient = patientId;
    this.onMove = options.onMove ?? (() => undefined);
    this.origin = options.focus === false ? null : document.activeElement;
    this.element.hidden = false;
    this.onOpen(true);
    void this.go(index);
    if (options.focus !== false) this.heading.focus();
  }

  close(): void {
    this.under.abort();
    this.stage.clear();
    this.places = [];
    this.element.hidden = true;
    this.onOpen(false);
  }

  /** Closes, and keeps nothing of what was shown. */
  forget(): void {
    this.close();
    this.pictures.clear();
    this.source = null;
    this.shown = null;
    fill(this.body);
  }

  private back(): void {
    const origin = this.origin;
    this.close();
    this.onMove(-1);
    if (origin instanceof HTMLElement && origin.isConnected) origin.focus();
  }

  private async go(index: number): Promise<void> {
    const at = this.places[index];
    if (!at) return;
    this.index = index;
    this.under.abort();
    this.under = new AbortController();
    const { signal } = this.under;
    this.source = null;
    this.shown = null;
    this.stage.clear();
    this.tellWalk();
    this.onMove(index);
    if ("document" in at) return this.turn({ document: at.document.document_id, page: at.document.page ?? 1, pages: null });
    const id = documentId(at.citation.source_id);
    if (id === null) return this.showElsewhere(at.citation);
    fill(this.body, loading());
    try {
      const { source_id, field_or_chunk_id, page } = at.citation;
      const source = await this.api.call<Source>("source", { ...this.whose(), source_id, field_or_chunk_id, page }, signal);
      if (!signal.aborted) await this.showSource(source, at.citation, id);
    } catch (error) {
      if (!signal.aborted) fill(this.body, failure(error, () => void this.go(index)));
    }
  }

  private async showSource(source: Source, citation: Citation, id: number): Promise<void> {
    this.source = source;
    if (source.state === "refused") {
      fill(this.body, h("p", { class: "af-place" }, place(citation)), this.refusal(source));
      return;
    }
    const page = source.page ?? citation.page;
    if (page === null || source.fallback === "section") {
      fill(this.body, this.banner(source), this.where(citation, id), this.excerpt(source), this.about(source, citation));
      return;
    }
    await this.turn({ document: source.document_id ?? id, page, pages: source.pages });
  }

  /** Shows a page of the document that is open. */
  private async turn(next: Page): Promise<void> {
    const { signal } = this.under;
    const at = this.places[this.index];
    if (!at) return;
    const again = this.shown !== null && this.shown.document === next.document;
    this.shown = next;
    this.sharpness = 0;
    const citation = "citation" in at ? at.citation : null;
    if (!again) {
      fill(
        this.body,
        this.source ? this.banner(this.source) : "document" in at && at.document.quarantined ? quarantined() : null,
        this.where(citation, next.document),
        this.stage.element,
        this.source && citation ? this.about(this.source, citation) : null,
      );
    }
    this.stage.wait(this.boxesOn(next).length > 0);
    this.tellPage();
    try {
      const drawn = await this.draw(next, signal);
      if (signal.aborted || this.shown !== next) return;
      if (drawn.pages !== null) next.pages = drawn.pages;
      this.tellPage();
      await this.put(next, drawn, false);
    } catch (error) {
      if (signal.aborted) return;
      this.stage.clear();
      const text = this.source ? this.excerpt(this.source) : null;
      this.body.querySelector(".af-stage")?.replaceWith(h("div", {}, failure(error, () => void this.go(this.index)), text));
    }
  }

  /** Draws the page anew where a larger zoom asks for more pixels. */
  private async sharpen(): Promise<void> {
    const page = this.shown;
    const { signal } = this.under;
    if (!page || this.stage.width <= this.sharpness) return;
    const drawn = await this.draw(page, signal).catch(() => null);
    if (drawn && !signal.aborted && this.shown === page) await this.put(page, drawn, true);
  }

  /** Shows a picture, but none of an earlier zoom that arrives behind a sharper one. */
  private async put(page: Page, drawn: Drawn, keep: boolean): Promise<void> {
    if (drawn.width <= this.sharpness) return;
    this.sharpness = drawn.width;
    await this.stage.show(drawn.picture, this.alternative(page), this.boxesOn(page), keep);
  }

  private async draw(page: Page, signal: AbortSignal): Promise<Drawn> {
    const width = this.stage.width;
    const key = `${page.document}/${page.page}/${width}`;
    const kept = this.pictures.get(key);
    if (kept) return kept;
    const asked = { ...this.whose(), document_id: page.document, page: page.page, width };
    const drawn = { ...(await this.api.page(asked, signal)), width };
    this.pictures.set(key, drawn);
    const oldest = this.pictures.keys().next().value;
    if (this.pictures.size > KEPT_PICTURES && oldest !== undefined) this.pictures.delete(oldest);
    return drawn;
  }

  private whose(): { patient_id?: number } {
    return this.config.pid === null && this.patient !== null ? { patient_id: this.patient } : {};
  }

  private boxesOn(page: Page): Source["boxes"] {
    return this.source && page.page === this.source.page ? this.source.boxes : [];
  }

  private alternative(page: Page): string {
    const boxes = this.boxesOn(page);
    return boxes.length && this.source
      ? t("source.boxes", { n: page.page, document: page.document, quote: this.source.quote })
      : t("source.picture", { n: page.page, document: page.document });
  }

  private showElsewhere(citation: Citation): void {
    const chart = citation.source_type === "chart";
    fill(
      this.body,
      h("p", { class: "af-place" }, place(citation)),
      h("p", {}, t(chart ? "source.chart_entry" : "source.guideline")),
      h("blockquote", { class: "af-quote" }, said(citation.quote_or_value)),
      details([
        [t("source.field"), citation.source_id],
        [t("source.section"), citation.page_or_section],
      ]),
      chart ? outsideLink(address(this.config.links.chart, { patient_id: this.patient }), t("common.open_chart")) : null,
    );
  }

  private where(citation: Citation | null, id: number): HTMLElement {
    const at = this.places[this.index];
    const name = at && "document" in at ? word("type", at.document.doc_type) : "";
    const target = address(this.config.links.document, { document_id: id, patient_id: this.patient });
    return h(
      "p",
      { class: "af-place" },
      h("span", {}, citation ? place(citation) : `${name}, ${t("common.document", { n: id })}`),
      outsideLink(target, t("common.open_document")),
    );
  }

  private refusal(source: Source): HTMLElement {
    return h(
      "div",
      { class: "af-alert af-alert-warning", role: "alert" },
      h("h3", {}, t("source.refused")),
      h("p", {}, said(source.refusal?.message ?? t("error.unreadable"))),
    );
  }

  private banner(source: Source): HTMLElement | null {
    if (source.quarantined) return quarantined();
    if (source.fallback === "page") return h("p", { class: "af-alert af-alert-info" }, t("source.no_box"));
    if (source.fallback === "section") return h("p", { class: "af-alert af-alert-info" }, t("source.section_only"));
    return null;
  }

  private excerpt(source: Source): HTMLElement | null {
    return source.text ? h("pre", { class: "af-excerpt", tabindex: 0, dir: "auto" }, marked(source.text, source.quote)) : null;
  }

  private about(source: Source, citation: Citation): HTMLElement {
    const quote = source.quote || citation.quote_or_value;
    return details([
      [t("source.quote"), quote ? said(h("q", {}, quote)) : ""],
      [t("source.field"), said(source.field || citation.field_or_chunk_id)],
      [t("source.section"), source.section],
      [t("source.certainty"), source.certainty ? certainty(source.certainty) : ""],
      [t("source.confidence"), source.confidence === null ? "" : percent(source.confidence)],
      [t("source.reasons"), source.reasons.length ? h("ul", {}, source.reasons.map((each) => h("li", {}, said(each.sentence)))) : ""],
      [t("source.identity"), source.identity_status ? word("identity", source.identity_status) : ""],
      [t("source.chart_row"), source.chart_row ? `${word("outcome", source.chart_row.outcome)} (${source.chart_row.row})` : ""],
      [t("source.read_at"), when(source.read_at)],
      [
        t("source.review"),
        source.review
          ? t("source.reviewed", {
              decision: word("review.decided", source.review.decision),
              by: who(source.review),
              at: when(source.review.at),
            })
          : "",
      ],
    ]);
  }

  private tellWalk(): void {
    const { length } = this.places;
    const step = (by: number, text: string, sign: string): HTMLButtonElement => {
      const pressed = button(sign, () => void this.go(this.index + by), { title: text, label: text });
      pressed.disabled = !this.places[this.index + by];
      return pressed;
    };
    const had = this.walk.contains(document.activeElement);
    fill(
      this.walk,
      length > 1
        ? [
            step(-1, t("source.previous"), "‹"),
            h("span", { "aria-live": "polite" }, t("source.position", { n: this.index + 1, of: length })),
            step(1, t("source.next"), "›"),
          ]
        : null,
    );
    if (had) (this.walk.querySelector<HTMLElement>("button:last-of-type:enabled, button:enabled") ?? this.heading).focus();
  }

  private tellPage(): void {
    const { pager, shown: page } = this;
    if (!page) return;
    const turn = (by: number, text: string, sign: string): HTMLButtonElement => {
      const pressed = button(sign, () => void this.turn({ ...page, page: page.page + by }), { title: text, label: text });
      pressed.disabled = page.page + by < 1 || page.page + by > (page.pages ?? page.page);
      return pressed;
    };
    const had = [...pager.querySelectorAll("button")].indexOf(document.activeElement as HTMLButtonElement);
    fill(
      pager,
      turn(-1, t("source.page_previous"), "‹"),
      h("span", { "aria-live": "polite" }, t("source.page_of", { n: page.page, of: page.pages ?? "…" })),
      turn(1, t("source.page_next"), "›"),
    );
    if (had >= 0) (pager.querySelectorAll("button")[had]?.disabled ? this.heading : pager.querySelectorAll("button")[had])?.focus();
  }
}

function quarantined(): HTMLElement {
  return h("p", { class: "af-alert af-alert-danger", role: "alert" }, t("source.quarantined"));
}

function certainty(code: string): HTMLElement {
  const kind = code === "verified" ? "good" : code === "needs_review" ? "wait" : "plain";
  return badge(word("certainty", code), kind);
}

/** A text with the quote in it marked. */
function marked(text: string, quote: string): (string | HTMLElement)[] {
  const at = quote ? text.indexOf(quote) : -1;
  if (at < 0) return [text];
  return [text.slice(0, at), h("mark", {}, quote), text.slice(at + quote.length)];
}
