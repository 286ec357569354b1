/** What the page's shell says in `data-config`. */

import type { Mode, Permission } from "./contract";

export interface PanelConfig {
  mode: Mode;
  /** Address of the module's endpoint on this site. */
  api: string;
  /** The patient whose chart is open; `null` for the whole site. */
  pid: number | null;
  csrf: string;
  permissions: ReadonlySet<Permission>;
  /** Translations by key; what is missing stays English. */
  strings: Readonly<Record<string, string>>;
  links: {
    /** Address of OpenEMR's page of a document, with `{document_id}` and `{patient_id}`. */
    document: string;
    /** Address of a patient's chart, with `{patient_id}`. */
    chart: string;
  };
  /** OpenEMR's document categories, for the administrator's mappings. */
  categories: readonly { id: number; name: string }[];
  /** The theme that OpenEMR shows; empty follows the page and the system. */
  theme: "light" | "dark" | "";
}

const MODES: readonly string[] = ["patient", "queue", "admin"];
const PERMISSIONS: readonly Permission[] = ["query", "ingest", "review", "admin"];

/** Reads the shell's settings.
 *
 * @throws Error The settings are no JSON object.
 */
export function readConfig(element: HTMLElement): PanelConfig {
  const plain = JSON.parse(element.dataset["config"] ?? "") as Record<string, unknown>;
  const links = record(plain["links"]);
  const granted = plain["permissions"];
  const theme = plain["theme"];
  return {
    mode: MODES.includes(String(plain["mode"])) ? (plain["mode"] as Mode) : "patient",
    api: String(plain["api"] ?? ""),
    pid: typeof plain["pid"] === "number" && plain["pid"] > 0 ? plain["pid"] : null,
    csrf: String(plain["csrf"] ?? ""),
    permissions: new Set(
      PERMISSIONS.filter((word) => (Array.isArray(granted) ? granted.includes(word) : record(granted)[word] === true)),
    ),
    strings: record(plain["strings"]) as Record<string, string>,
    links: { document: String(links["document"] ?? ""), chart: String(links["chart"] ?? "") },
    categories: (Array.isArray(plain["categories"]) ? plain["categories"].map(record) : [])
      .map(({ id, name }) => ({ id: Number(id), name: String(name) }))
      .filter(({ id }) => id > 0),
    theme: theme === "light" || theme === "dark" ? theme : "",
  };
}

/** An address with its ids filled in; empty where the site names none. */
export function address(template: string, ids: { document_id?: number; patient_id?: number | null }): string {
  return template
    .replace("{document_id}", encodeURIComponent(String(ids.document_id ?? "")))
    .replace("{patient_id}", encodeURIComponent(String(ids.patient_id ?? "")));
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
