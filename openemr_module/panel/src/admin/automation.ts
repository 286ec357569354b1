/** How much confidence the site asks for before a fact is written without a person, and what that would have meant. */

import type { AutomationPreview, AutomationRule } from "../contract";
import type { Context, View } from "../context";
import { fill, h, type Child } from "../dom";
import { percent } from "../format";
import { button, failure, loading } from "../parts";
import type { Tab } from "../shell";
import { t, word, type TextKey } from "../strings";
import { table, type Row } from "../tables";
import { DOC_TYPES } from "./mappings";

const DEFAULT_DAYS = 90;

/** The kinds of facts that can enter the chart. */
const FACT_TYPES = ["lab_result", "medication", "allergy", "problem"] as const;

const HEADS: readonly TextKey[] = [
  "automation.doc_type",
  "automation.fact_type",
  "automation.mode",
  "automation.confidence",
  "automation.would_write",
  "automation.would_wait",
  "automation.decided",
  "automation.share",
  "automation.change",
];

export const automationTab: Tab = { name: "automation", text: "tab.automation", make: (context) => new AutomationView(context) };

interface Line {
  rule: AutomationRule;
  row: Row;
  read(): AutomationRule;
  preview: HTMLElement[];
}

class AutomationView implements View {
  readonly element: HTMLElement;
  private readonly body = h("div", {});
  private readonly said = h("div", { role: "status" });
  private readonly days = h("input", { id: "af-days", class: "af-input af-short", type: "number", min: 1, max: 3650, value: DEFAULT_DAYS });
  private lines: Line[] = [];

  constructor(private readonly context: Context) {
    this.element = h("div", {}, h("h2", {}, t("tab.automation")), h("p", { class: "af-muted" }, t("automation.intro")), this.body, this.said);
  }

  show(): void {
    void this.load();
  }

  private async load(): Promise<void> {
    fill(this.body, loading());
    try {
      const { rules } = await this.context.api.call<{ rules: AutomationRule[] }>("automation_get");
      this.render(rules);
    } catch (error) {
      fill(this.body, failure(error, () => void this.load()));
    }
  }

  private render(rules: readonly AutomationRule[]): void {
    this.lines = rules.map((rule, index) => line(rule, index, () => this.render(this.rules().filter((_, at) => at !== index))));
    fill(
      this.body,
      rules.length ? this.table() : h("p", {}, t("automation.none")),
      this.another(),
      h(
        "div",
        { class: "af-actions" },
        h("label", { for: "af-days" }, t("automation.days")),
        this.days,
        button(t("automation.preview"), () => this.preview()),
        button(t("common.save"), () => this.save(), { kind: "primary" }),
      ),
    );
    if (rules.length) void this.preview();
  }

  private table(): HTMLElement {
    return table(t("tab.automation"), HEADS.map((key) => t(key)), this.lines.map((each) => each.row));
  }

  /** One more rule for a kind of fact that has none yet. */
  private another(): HTMLElement {
    const select = (label: string, group: string, codes: readonly string[]): HTMLSelectElement =>
      h("select", { class: "af-input", "aria-label": label }, codes.map((code) => h("option", { value: code }, word(group, code))));
    const docType = select(t("automation.doc_type"), "type", DOC_TYPES);
    const factType = select(t("automation.fact_type"), "fact", FACT_TYPES);
    const add = button(t("automation.add"), () => {
      const rules = this.rules();
      const known = rules.some((rule) => rule.doc_type === docType.value && rule.fact_type === factType.value);
      if (known) fill(this.said, h("p", { class: "af-alert af-alert-warning" }, t("automation.known")));
      else this.render([...rules, { doc_type: docType.value, fact_type: factType.value, mode: "automatic", min_confidence: 0.9 }]);
    });
    return h("div", { class: "af-actions af-add" }, docType, factType, add);
  }

  private rules(): AutomationRule[] {
    return this.lines.map((each) => each.read());
  }

  private async preview(): Promise<void> {
    fill(this.said);
    try {
      const rules = this.rules();
      const days = Math.max(1, Number(this.days.value) || DEFAULT_DAYS);
      const { rules: found } = await this.context.api.call<{ rules: AutomationPreview[] }>("automation_preview", { rules, days });
      for (const { rule, preview } of this.lines) {
        const each = found.find((one) => one.doc_type === rule.doc_type && one.fact_type === rule.fact_type);
        const cells = each ? previewCells(each) : [];
        preview.forEach((cell, index) => fill(cell, cells[index] ?? ""));
      }
    } catch (error) {
      fill(this.said, failure(error));
    }
  }

  private async save(): Promise<void> {
    try {
      const { rules } = await this.context.api.call<{ rules: AutomationRule[] }>("automation_put", { rules: this.rules() });
      this.render(rules);
      fill(this.said, h("p", { class: "af-alert af-alert-success" }, t("common.saved")));
    } catch (error) {
      fill(this.said, failure(error));
    }
  }
}

function line(rule: AutomationRule, index: number, onRemove: () => void): Line {
  const name = `${word("type", rule.doc_type)}, ${word("fact", rule.fact_type)}`;
  const mode = h(
    "select",
    { class: "af-input", "aria-label": `${t("automation.mode")}: ${name}` },
    (["automatic", "review"] as const).map((each) => h("option", { value: each, selected: rule.mode === each }, t(`automation.${each}`))),
  );
  const confidence = h("input", {
    id: `af-confidence-${index}`,
    class: "af-input af-short",
    type: "number",
    min: 0,
    max: 100,
    step: 1,
    value: Math.round(rule.min_confidence * 100),
    "aria-label": `${t("automation.confidence")}: ${name}, %`,
  });
  const follow = (): void => {
    confidence.disabled = mode.value === "review";
  };
  mode.addEventListener("change", follow);
  follow();
  const preview = ["write", "wait", "decided", "share"].map((what) => h("span", { "data-preview": what }));
  const row: Row = {
    props: { "data-rule": `${rule.doc_type}/${rule.fact_type}` },
    cells: [
      word("type", rule.doc_type),
      word("fact", rule.fact_type),
      mode,
      h("span", { class: "af-percent" }, confidence, " %"),
      ...preview,
      button(t("automation.remove"), onRemove, { label: `${t("automation.remove")}: ${name}` }),
    ],
  };
  const read = (): AutomationRule => ({
    ...rule,
    mode: mode.value === "review" ? "review" : "automatic",
    min_confidence: Math.min(100, Math.max(0, Number(confidence.value) || 0)) / 100,
  });
  return { rule, row, read, preview };
}

function previewCells(each: AutomationPreview): Child[] {
  const { decided } = each;
  const any = decided.approved + decided.corrected + decided.kept + decided.rejected > 0;
  return [
    each.would_write,
    each.would_wait,
    any ? t("automation.decided_text", decided) : t("automation.not_measured"),
    each.share_accepted === null ? t("automation.not_measured") : percent(each.share_accepted),
  ];
}
