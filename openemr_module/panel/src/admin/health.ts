/** How the sidecar fares: queue, workers, and what failed lately with its sentence. */

import type { Job, Status } from "../contract";
import type { Context, View } from "../context";
import { fill, h } from "../dom";
import { when } from "../format";
import { button, failure, loading } from "../parts";
import type { Tab } from "../shell";
import { t, word } from "../strings";
import { checkLine } from "./connection";

export const healthTab: Tab = { name: "health", text: "tab.health", make: (context) => new HealthView(context) };

class HealthView implements View {
  readonly element: HTMLElement;
  private readonly body = h("div", {});

  constructor(private readonly context: Context) {
    this.element = h(
      "div",
      {},
      h("div", { class: "af-title-row" }, h("h2", {}, t("tab.health")), button(t("common.reload"), () => this.load())),
      this.body,
    );
  }

  show(): void {
    void this.load();
  }

  private async load(): Promise<void> {
    fill(this.body, loading());
    try {
      this.render(await this.context.api.call<Status>("status"));
    } catch (error) {
      fill(this.body, failure(error, () => void this.load()));
    }
  }

  private render(status: Status): void {
    const { queue, workers, failures, version } = status;
    fill(
      this.body,
      h(
        "p",
        { class: `af-alert af-alert-${status.ready ? "success" : "danger"}` },
        t(status.ready ? "health.ready" : "health.not_ready"),
        version ? ` · ${t("admin.version", { version })}` : null,
      ),
      h("h3", {}, t("health.queue")),
      h("p", {}, t("health.queue_text", queue)),
      h("h3", {}, t("health.workers")),
      workers.length
        ? h("ul", {}, workers.map((each) => h("li", {}, t("health.worker", { ...each, at: when(each.beat_at) }))))
        : h("p", {}, t("health.no_workers")),
      checks(status),
      h("h3", {}, t("health.failures")),
      failures.length
        ? h("ul", { class: "af-documents" }, failures.map((job) => this.failed(job)))
        : h("p", { class: "af-muted" }, t("health.no_failures")),
    );
  }

  private failed(job: Job): HTMLElement {
    const name = t("health.job", { document: job.document_id, type: word("type", job.doc_type), attempts: job.attempts });
    return h(
      "li",
      { class: "af-card", "data-job": job.job_id },
      h("div", { class: "af-card-head" }, h("h4", {}, name), h("span", { class: "af-muted" }, when(job.finished_at))),
      h("p", {}, job.error_message ?? "", " ", h("span", { class: "af-code" }, job.error_code)),
      h("div", { class: "af-actions" }, button(t("documents.retry"), () => this.retry(job))),
    );
  }

  private async retry(job: Job): Promise<void> {
    try {
      await this.context.api.call("retry", { job_id: job.job_id });
      this.context.announce(t("documents.retried"));
      await this.load();
    } catch (error) {
      this.body.prepend(failure(error));
    }
  }
}

/** The sidecar's own checks by name. */
function checks(status: Status): (HTMLElement | null)[] {
  const lines = Object.entries(status.checks).map(([name, ok]) => checkLine({ name, ok, message: name.replace(/_/g, " ") }));
  return [h("h3", {}, t("health.checks")), h("ul", { class: "af-checks" }, lines)];
}
