/** Which categories of OpenEMR's documents are read, and as what. */

import type { Context, View } from "../context";
import { fill, h } from "../dom";
import { failure, loading, said } from "../parts";
import type { Tab } from "../shell";
import { t, word } from "../strings";
import { table, type Row } from "../tables";

/** What a category can be read as. */
export const DOC_TYPES = [
  "lab_pdf",
  "intake_form",
  "referral_docx",
  "clinical_workbook",
  "fax_packet",
  "hl7v2_message",
] as const;

interface Mapping {
  category_id: number;
  doc_type: string;
}

export const mappingsTab: Tab = { name: "mappings", text: "tab.mappings", make: (context) => new MappingsView(context) };

class MappingsView implements View {
  readonly element: HTMLElement;
  private readonly body = h("div", {});

  constructor(private readonly context: Context) {
    this.element = h("div", {}, h("h2", {}, t("tab.mappings")), h("p", { class: "af-muted" }, t("mappings.intro")), this.body);
  }

  show(): void {
    void this.load();
  }

  private async load(): Promise<void> {
    fill(this.body, loading());
    try {
      this.render(await this.context.api.call<Mapping[]>("mappings_get"));
    } catch (error) {
      fill(this.body, failure(error, () => void this.load()));
    }
  }

  private render(mappings: readonly Mapping[]): void {
    const types = new Map(mappings.map((each) => [each.category_id, each.doc_type]));
    const named = this.context.config.categories;
    const unnamed = [...types.keys()].filter((id) => !named.some((each) => each.id === id));
    const rows = [...named, ...unnamed.map((id) => ({ id, name: t("mappings.unknown", { n: id }) }))];
    fill(
      this.body,
      table(
        t("tab.mappings"),
        [t("mappings.category"), t("mappings.type")],
        rows.map(({ id, name }) => this.row(id, name, types.get(id) ?? "")),
        { class: "af-mappings", named: true },
      ),
      named.length ? null : this.another(),
    );
  }

  private row(id: number, name: string, type: string): Row {
    const done = h("span", { class: "af-muted", role: "status" });
    // One after the other: what was chosen last is what stays.
    let saved = Promise.resolve(type);
    const choice = typeChoice(type, name, () => {
      const chosen = choice.value;
      saved = saved.then((before) => this.put(id, chosen, before, choice, done));
    });
    return { props: { "data-category": id }, cells: [said(name), h("span", {}, choice, " ", done)] };
  }

  /** Saves a choice; gives what holds now: the choice, or what was saved before where it could not be. */
  private async put(id: number, chosen: string, before: string, choice: HTMLSelectElement, done: HTMLElement): Promise<string> {
    fill(done, t("common.saving"));
    try {
      await this.context.api.call("mappings_put", { category_id: id, doc_type: chosen || before, active: chosen !== "" });
      fill(done, t("common.saved"));
      return chosen;
    } catch (error) {
      if (choice.value === chosen) choice.value = before;
      fill(done, failure(error));
      return before;
    }
  }

  /** Where the site's categories are not known by name, one can be named by its number. */
  private another(): HTMLElement {
    const number = h("input", { id: "af-category", class: "af-input", type: "number", min: 1, required: true });
    const choice = typeChoice(DOC_TYPES[0], t("mappings.type"), () => undefined);
    const form = h(
      "form",
      { class: "af-decision" },
      h("div", { class: "af-field" }, h("label", { for: "af-category" }, t("mappings.other")), number),
      h("div", { class: "af-field" }, choice),
      h("div", { class: "af-actions" }, h("button", { type: "submit", class: "af-button af-primary" }, t("common.save"))),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const id = Number(number.value);
      if (id > 0 && choice.value) void this.add(id, choice.value);
    });
    return form;
  }

  private async add(category_id: number, doc_type: string): Promise<void> {
    try {
      this.render(await this.context.api.call<Mapping[]>("mappings_put", { category_id, doc_type, active: true }));
    } catch (error) {
      this.body.prepend(failure(error));
    }
  }
}

function typeChoice(type: string, name: string, onChange: () => void): HTMLSelectElement {
  return h(
    "select",
    { class: "af-input", "aria-label": `${t("mappings.type")}: ${name}`, on: { change: onChange } },
    h("option", { value: "", selected: type === "" }, t("mappings.none")),
    DOC_TYPES.map((each) => h("option", { value: each, selected: each === type }, word("type", each))),
  );
}
