/** How far an answer is: the stages in order, reached ones ticked. */

import { h } from "../dom";
import { t, type TextKey } from "../strings";

const STAGES = ["sent", "routed", "evidence", "drafting", "validating", "rewording"] as const;

export class Progress {
  readonly element: HTMLElement;
  private readonly lines = new Map<string, HTMLElement>();

  constructor() {
    for (const stage of STAGES) {
      this.lines.set(
        stage,
        h("li", { class: "af-stage-line", "data-stage": stage, hidden: stage === "rewording" }, t(`stage.${stage}` as TextKey)),
      );
    }
    this.element = h("ol", { class: "af-progress", "aria-label": t("stage.label") }, [...this.lines.values()]);
    this.reach("sent");
  }

  /** A stage was reached; those before it are done. Unknown stages are left out. */
  reach(stage: string): void {
    const line = this.lines.get(stage);
    if (!line) return;
    line.hidden = false;
    for (const each of this.lines.values()) each.removeAttribute("aria-current");
    line.classList.add("af-reached");
    line.setAttribute("aria-current", "step");
  }
}
