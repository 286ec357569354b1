/** What every view is handed. */

import type { Api } from "./api";
import type { PanelConfig } from "./config";
import type { Citation } from "./contract";

/** Somewhere that the source view can show. */
export type Shown = { citation: Citation } | { document: ShownDocument };

export interface ShownDocument {
  document_id: number;
  doc_type: string;
  page?: number;
  /** It may be another patient's: said on top. */
  quarantined?: boolean;
}

export interface SourceOpener {
  /**
   * Shows one of several sources.
   *
   * @param places - What previous and next walk through.
   * @param index - Which of them is shown first.
   * @param patientId - Whose they are.
   * @param options - `focus`: move the keyboard there; `onMove`: told of each move.
   */
  open(
    places: readonly Shown[],
    index: number,
    patientId: number | null,
    options?: { focus?: boolean; onMove?: (index: number) => void },
  ): void;
  close(): void;
}

export interface Context {
  api: Api;
  config: PanelConfig;
  sources: SourceOpener;
  /** Says something to people who listen to the page. */
  announce(text: string): void;
  /** Counts on the tabs may have changed. */
  changed(): void;
  /** Whether source and view stand side by side. */
  isWide(): boolean;
  /** Leads to the review queue, to the first open item of a document; `null` where this person has no queue here. */
  review: ((documentId: number | null) => void) | null;
}

export interface View {
  element: HTMLElement;
  /** The view came to the front; `documentId` is what one came for. */
  show(documentId?: number | null): void;
  /** The view went to the back. */
  hide?(): void;
}
