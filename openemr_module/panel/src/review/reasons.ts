/** Why somebody decides as he does: the sidecar's words, those that fit a decision, the usual one first. */

import type { ReviewItem } from "../contract";

export type Act = "approve" | "correct" | "keep" | "reject";

const IDENTITY: Partial<Record<Act, readonly string[]>> = {
  approve: ["right_patient", "confirmed_elsewhere", "other"],
  reject: ["wrong_patient", "other"],
};

const FACT: Record<Act, readonly string[]> = {
  approve: ["seen_on_page", "confirmed_elsewhere", "other"],
  correct: ["misread", "confirmed_elsewhere", "other"],
  keep: ["outdated", "not_clinical", "chart_is_right", "seen_on_page", "other"],
  reject: ["misread", "wrong_patient", "outdated", "chart_is_right", "not_clinical", "other"],
};

const CONFLICT: Record<Act, readonly string[]> = {
  ...FACT,
  keep: ["chart_is_right", "outdated", "not_clinical", "other"],
  reject: ["chart_is_right", "misread", "wrong_patient", "outdated", "other"],
};

/** The reason words to choose from. */
export function reasonsFor(kind: ReviewItem["kind"], act: Act): readonly string[] {
  const table = { identity: IDENTITY, fact: FACT, conflict: CONFLICT }[kind];
  return table[act] ?? ["other"];
}

/** The reason word of a decision that is taken back. */
export const UNDO_REASON = "decided_by_mistake";
