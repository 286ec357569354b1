/** Whether the module reaches the sidecar and is accepted by it, in plain words. */

import type { Context, View } from "../context";
import { fill, h } from "../dom";
import { badge, button, failure } from "../parts";
import type { Tab } from "../shell";
import { t } from "../strings";

interface Finding {
  name: string;
  ok: boolean;
  message: string;
}

export const connectionTab: Tab = { name: "connection", text: "tab.connection", make: (context) => new ConnectionView(context) };

class ConnectionView implements View {
  readonly element: HTMLElement;
  private readonly result = h("div", { "aria-live": "polite" });

  constructor(private readonly context: Context) {
    this.element = h(
      "div",
      {},
      h(
        "div",
        { class: "af-title-row" },
        h("h2", {}, t("tab.connection")),
        button(t("admin.check"), () => this.check(), { kind: "primary" }),
      ),
      this.result,
    );
  }

  show(): void {
    void this.check();
  }

  private async check(): Promise<void> {
    fill(this.result, h("p", { class: "af-muted" }, t("admin.checking")));
    try {
      const { ok, findings } = await this.context.api.call<{ ok: boolean; findings: Finding[] }>("check");
      fill(
        this.result,
        h("p", { class: `af-alert af-alert-${ok ? "success" : "danger"}` }, t(ok ? "admin.ok" : "admin.not_ok")),
        h("ul", { class: "af-checks" }, findings.map(checkLine)),
      );
    } catch (error) {
      fill(this.result, failure(error, () => void this.check()));
    }
  }
}

/** One thing that was looked at. */
export function checkLine(finding: Finding): HTMLElement {
  const state = finding.ok ? badge(t("admin.check_ok"), "good") : badge(t("admin.check_bad"), "bad");
  return h("li", { class: "af-check", "data-check": finding.name }, state, h("span", {}, finding.message));
}
