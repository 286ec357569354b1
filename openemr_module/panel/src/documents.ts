/** This patient's documents: what was read, what waits, what failed and why. */

import { address } from "./config";
import type { PatientDocument } from "./contract";
import type { Context, View } from "./context";
import { fill, h, type Child } from "./dom";
import { when } from "./format";
import { badge, button, failure, loading, outsideLink, said } from "./parts";
import type { Tab } from "./shell";
import { t, word } from "./strings";

/** While something is being read, the list is looked at again after this time. */
const LOOK_AGAIN_MS = 4000;

/** From so many documents on, those that somebody has to look at can be shown alone. */
const MANY = 10;

const STATE_KINDS = { waiting: "wait", reading: "wait", read: "good", failed: "bad", withdrawn: "plain" } as const;

export const documentsTab: Tab = { name: "documents", text: "tab.documents", make: (context) => new DocumentsView(context) };

class DocumentsView implements View {
  readonly element: HTMLElement;
  private readonly list = h("div", {});
  private timer: ReturnType<typeof setTimeout> | undefined;
  private seen = "";
  private states = new Map<number, string>();
  private shown: readonly PatientDocument[] = [];
  private onlyUrgent = false;

  constructor(private readonly context: Context) {
    this.element = h(
      "div",
      {},
      h(
        "div",
        { class: "af-title-row" },
        h("h2", {}, t("documents.title")),
        button(t("common.reload"), () => this.load()),
      ),
      this.list,
    );
    fill(this.list, loading());
  }

  show(): void {
    void this.load();
  }

  hide(): void {
    clearTimeout(this.timer);
  }

  private async load(): Promise<void> {
    clearTimeout(this.timer);
    try {
      const { documents } = await this.context.api.call<{ documents: PatientDocument[] }>("documents");
      this.render(documents);
      if (documents.some(({ state }) => state === "waiting" || state === "reading")) {
        this.timer = setTimeout(() => void (this.element.isConnected && this.load()), LOOK_AGAIN_MS);
      }
    } catch (error) {
      this.seen = "";
      fill(this.list, failure(error, () => void this.load()));
    }
  }

  private render(documents: readonly PatientDocument[]): void {
    const state = JSON.stringify(documents);
    if (state === this.seen) return; // nobody loses the place of his keyboard over nothing
    if (this.seen) {
      this.context.changed();
      this.tellChanges(documents);
    }
    this.seen = state;
    this.states = new Map(documents.map((each) => [each.document_id, each.state]));
    this.shown = documents;
    this.fillList();
  }

  private fillList(): void {
    const documents = this.shown;
    const urgent = documents.filter(isUrgent);
    const choosable = documents.length > MANY && urgent.length > 0 && urgent.length < documents.length;
    const listed = choosable && this.onlyUrgent ? urgent : documents;
    fill(
      this.list,
      documents.length ? h("p", { class: "af-muted" }, summary(documents)) : null,
      choosable ? this.choice(urgent.length) : null,
      documents.length
        ? h("ul", { class: "af-documents" }, listed.map((each) => this.row(each)))
        : h("p", { class: "af-muted" }, t("documents.none")),
    );
  }

  private choice(urgent: number): HTMLElement {
    const chosen = button(t("documents.urgent", { n: urgent }), () => {
      this.onlyUrgent = !this.onlyUrgent;
      this.fillList();
    });
    chosen.setAttribute("aria-pressed", String(this.onlyUrgent));
    return h("p", {}, chosen);
  }

  /** Says what has become of documents since the list was last looked at. */
  private tellChanges(documents: readonly PatientDocument[]): void {
    const changed = documents.filter(({ document_id, state }) => this.states.get(document_id) !== state);
    const texts = changed.map(({ document_id: n, state }) => `${t("common.document", { n })}: ${t(`state.${state}`)}`);
    if (texts.length) this.context.announce(texts.join(", "));
  }

  private row(each: PatientDocument): HTMLElement {
    const { document_id, doc_type } = each;
    const target = address(this.context.config.links.document, { document_id, patient_id: this.context.config.pid });
    const quarantined = identityBadge(each) !== null && this.context.config.permissions.has("review");
    const readable = each.state !== "withdrawn";
    const { review } = this.context;
    const toReview = each.facts.review > 0 || quarantined;
    return h(
      "li",
      { class: "af-card", "data-document": document_id },
      h(
        "div",
        { class: "af-card-head" },
        h("h3", {}, `${word("type", doc_type)}, ${t("common.document", { n: document_id })}`),
        h("span", { class: "af-badges" }, identityBadge(each), badge(t(`state.${each.state}`), STATE_KINDS[each.state] ?? "plain")),
      ),
      h("p", { class: "af-muted" }, joined([pages(each), when(each.updated_at)])),
      each.identity ? h("p", {}, said(each.identity.sentence)) : null,
      h("p", {}, joined(facts(each))),
      each.error ? h("p", { class: "af-alert af-alert-danger" }, said(each.error.message), " ", h("span", { class: "af-code" }, each.error.code)) : null,
      h(
        "div",
        { class: "af-actions" },
        readable
          ? button(t("documents.show"), () => this.context.sources.open([{ document: { document_id, doc_type, quarantined } }], 0, this.context.config.pid))
          : null,
        each.can_retry && this.context.config.permissions.has("ingest")
          ? button(t("documents.retry"), () => this.retry(each), { kind: "primary" })
          : null,
        review && toReview ? button(t("documents.review"), () => review(document_id)) : null,
        outsideLink(target, t("common.open_document")),
      ),
    );
  }

  private async retry(each: PatientDocument): Promise<void> {
    try {
      await this.context.api.call("retry", { job_id: each.job_id });
      this.context.announce(t("documents.retried"));
      await this.load();
    } catch (error) {
      this.list.prepend(failure(error));
    }
  }
}

/** Whether the document may be somebody else's, as a badge; nothing where all is well. */
function identityBadge({ identity }: PatientDocument): HTMLElement | null {
  switch (identity?.status) {
    case "identity_mismatch_quarantined":
    case "identity_review_rejected":
      return badge(t("state.quarantined"), "bad");
    case "identity_ambiguous_needs_review":
      return badge(t("state.doubtful"), "wait");
    default:
      return null;
  }
}

/** Whether somebody has to do something, or something is under way. */
function isUrgent(each: PatientDocument): boolean {
  return each.state === "failed" || each.state === "waiting" || each.state === "reading" || each.facts.review > 0 || identityBadge(each) !== null;
}

function summary(documents: readonly PatientDocument[]): string {
  const inState = (...states: string[]): number => documents.filter(({ state }) => states.includes(state)).length;
  const sum = (count: (facts: PatientDocument["facts"]) => number): number =>
    documents.reduce((total, each) => total + count(each.facts), 0);
  return t("documents.summary", {
    read: inState("read"),
    waiting: inState("waiting", "reading"),
    failed: inState("failed"),
    facts: sum((facts) => facts.found),
    chart: sum((facts) => facts.in_chart),
  });
}

function pages(each: PatientDocument): string {
  const count = each.pages === null ? "" : each.pages === 1 ? t("documents.one_page") : t("documents.pages", { n: each.pages });
  const unread = each.unread_pages ? t("documents.unread", { n: each.unread_pages }) : "";
  return [count, unread].filter(Boolean).join(", ");
}

function facts({ facts: { found, in_chart, review, kept } }: PatientDocument): string[] {
  return [
    found ? t("documents.found", { n: found }) : "",
    in_chart ? t("documents.in_chart", { n: in_chart }) : "",
    review ? t("documents.to_review", { n: review }) : "",
    kept ? t("documents.kept", { n: kept }) : "",
  ];
}

function joined(parts: readonly string[]): Child {
  return parts.filter(Boolean).join(" · ");
}
