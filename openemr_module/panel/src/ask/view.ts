/** Asking: the box, examples from this record, and the answers of this visit. Nothing outlives the page. */

import type { Answer } from "../contract";
import type { Context, View } from "../context";
import { ApiError } from "../api";
import { fill, h } from "../dom";
import { button, counted, failure, said } from "../parts";
import type { Tab } from "../shell";
import { t } from "../strings";
import { answerBody } from "./answer";
import { Progress } from "./progress";

/** The sidecar's own limit. */
const MAX_QUESTION_CHARS = 1000;

export const askTab: Tab = { name: "ask", text: "tab.ask", make: (context) => new AskView(context) };

class AskView implements View {
  readonly element: HTMLElement;
  private readonly box = h("textarea", {
    id: "af-question",
    class: "af-input",
    rows: 2,
    dir: "auto",
    placeholder: t("ask.placeholder"),
    "aria-describedby": "af-question-hint af-question-length",
    autocomplete: "off",
  });
  private readonly length = counted(this.box, MAX_QUESTION_CHARS, "af-question-length");
  private readonly submit = h("button", { type: "submit", class: "af-button af-primary" }, t("ask.submit"));
  private readonly stop = button(t("ask.stop"), () => this.running?.abort());
  private readonly examples = h("div", { class: "af-examples", role: "group", "aria-label": t("ask.examples"), hidden: true });
  private readonly latest = h("div", { class: "af-latest" });
  private readonly earlier = h("div", { class: "af-earlier-list" });
  private readonly history: HTMLElement;
  private suggestions: readonly string[] = [];
  private running: AbortController | null = null;
  private lastId: string | null = null;
  private readonly examplesLoaded: Promise<void>;

  constructor(private readonly context: Context) {
    this.stop.hidden = true;
    this.history = h("section", { class: "af-earlier", hidden: true }, h("h2", {}, t("ask.history")), this.earlier);
    this.element = h(
      "div",
      { class: "af-ask" },
      h(
        "form",
        { class: "af-form", on: { submit: (event) => this.onSubmit(event) } },
        h("label", { for: "af-question" }, t("ask.label")),
        h("div", { class: "af-ask-row" }, this.box, this.submit, this.stop),
        h("p", { id: "af-question-hint", class: "af-muted af-hint" }, t("ask.hint")),
        this.length.element,
      ),
      this.examples,
      this.latest,
      this.history,
    );
    this.box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.ask(this.box.value);
    });
    fill(this.latest, h("p", { class: "af-muted" }, t("ask.empty")));
    this.examplesLoaded = this.loadExamples();
  }

  show(): void {
    if (this.context.isWide()) this.box.focus({ preventScroll: true });
  }

  private async loadExamples(): Promise<void> {
    const answer = await this.context.api.call<{ questions: string[] }>("examples").catch(() => ({ questions: [] }));
    this.suggestions = answer.questions.slice(0, 6);
    this.examples.hidden = this.suggestions.length === 0;
    fill(this.examples, h("span", { class: "af-muted" }, t("ask.examples")), this.suggestionButtons());
  }

  private suggestionButtons(): HTMLElement[] {
    return this.suggestions.map((text) => button(said(text), () => this.ask(text), { kind: "plain" }));
  }

  private onSubmit(event: Event): void {
    event.preventDefault();
    this.ask(this.box.value);
  }

  private ask(text: string): void {
    const question = text.trim();
    if (!question || this.running) return;
    if (question.length > MAX_QUESTION_CHARS) {
      this.box.focus();
      return;
    }
    this.context.sources.close();
    this.keepLatest();
    this.box.value = "";
    this.box.dispatchEvent(new Event("input"));
    const body = h("div", {});
    const article = h("article", { class: "af-turn" }, h("h2", { class: "af-question", tabindex: -1 }, said(question)), body);
    fill(this.latest, article);
    void this.answer(question, body);
  }

  /** Moves the answer that is shown to the earlier ones, folded. */
  private keepLatest(): void {
    const turn = this.latest.querySelector(".af-turn");
    if (!turn) return;
    const title = turn.querySelector(".af-question");
    const content = [...turn.children].filter((child) => child !== title);
    this.earlier.prepend(h("details", {}, h("summary", {}, said(title?.textContent ?? "")), content));
    this.history.hidden = false;
  }

  private async answer(question: string, body: HTMLElement): Promise<void> {
    const progress = new Progress();
    this.running = new AbortController();
    this.busy(true);
    this.context.announce(t("stage.working"));
    fill(body, progress.element);
    try {
      const answer = await this.fetch(question, progress, this.running.signal);
      this.lastId = answer.request_id;
      if (answer.refusal) await this.examplesLoaded;
      const instead = answer.refusal && this.suggestions.length ? h("div", { class: "af-examples" }, this.suggestionButtons()) : null;
      fill(body, answerBody(answer, this.context, instead));
      this.context.announce(t(answer.refusal ? "stage.refused" : "stage.ready"));
    } catch (error) {
      if (this.running.signal.aborted) this.stopped(question, body);
      else fill(body, failure(error, () => void (this.running ? undefined : this.answer(question, body))));
    } finally {
      this.running = null;
      this.busy(false);
    }
  }

  /** What was asked stands in the box again, to be put better. */
  private stopped(question: string, body: HTMLElement): void {
    fill(body, h("p", { class: "af-muted" }, t("ask.stopped")));
    if (!this.box.value) this.box.value = question;
    this.box.focus();
    this.context.announce(t("ask.stopped"));
  }

  /** The answer by its stages; as one piece where the stream broke off on its way. */
  private async fetch(question: string, progress: Progress, signal: AbortSignal): Promise<Answer> {
    const asked = { question, ...(this.lastId ? { follows: this.lastId } : {}) };
    let done: Answer | null = null;
    let failed: ApiError | null = null;
    try {
      await this.context.api.stream("ask", asked, (name, data) => {
        if (name === "done") done = data as Answer;
        else if (name === "error") failed = problem(data);
        else progress.reach(name);
      }, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError) || error.code !== "E_STREAM_BROKEN") throw error;
    }
    if (failed) throw failed as ApiError;
    return done ?? (await this.context.api.call<Answer>("ask", { ...asked, stream: false }, signal));
  }

  private busy(on: boolean): void {
    this.submit.hidden = on;
    this.stop.hidden = !on;
    this.element.setAttribute("aria-busy", String(on));
  }
}

function problem(data: unknown): ApiError {
  const { code, detail } = (data ?? {}) as { code?: unknown; detail?: unknown };
  return new ApiError(String(code ?? ""), typeof detail === "string" ? detail : t("error.unreadable"), 0);
}
