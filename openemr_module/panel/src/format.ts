/** Times and places in the reader's own manner. */

import type { Citation } from "./contract";
import { t, word } from "./strings";

/**
 * An instant as local date and time. A day, or a time of the site without its zone, stays as it came: it would be told as
 * another day to a reader who sits elsewhere.
 */
export function when(instant: string | null): string {
  if (!instant) return "";
  if (!/T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(instant)) return instant;
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** Who did something: a user of OpenEMR by name, where there is one, else by number; or a key of the service by its id. */
export function who({ by, by_name }: { by: string; by_name?: string }): string {
  if (by_name) return isolated(by_name);
  const user = /^users:(\d+)$/.exec(by)?.[1];
  return user === undefined ? by : t("common.user", { n: user });
}

/** A patient by name and number, or by number alone. */
export function patient({ patient_id, patient_name }: { patient_id: number; patient_name?: string }): string {
  return patient_name
    ? t("common.patient_named", { name: isolated(patient_name), n: patient_id })
    : t("common.patient", { n: patient_id });
}

/** A name that runs in its own direction within a sentence (Unicode's first strong isolate). */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** A share from 0 to 1 as whole percent, cut: 99.6 is no 100. */
export function percent(share: number): string {
  return `${Math.floor(share * 100 + 1e-9)} %`;
}

/** The number in `documents:12`; `null` where the source is no document. */
export function documentId(sourceId: string): number | null {
  const match = /^documents:(\d{1,18})$/.exec(sourceId);
  return match ? Number(match[1]) : null;
}

/** A citation in a few words: kind, document, place. */
export function place(citation: Citation): string {
  const id = documentId(citation.source_id);
  return [
    word("type", citation.source_type),
    id === null ? "" : t("common.document", { n: id }),
    citation.page_or_section,
  ]
    .filter(Boolean)
    .join(", ");
}
