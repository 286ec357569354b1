/** What comes from the module, word for word as the sidecar says it; names beside numbers are OpenEMR's. */

export type Permission = "query" | "ingest" | "review" | "admin";
export type Mode = "patient" | "queue" | "admin";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Citation {
  source_type: string;
  source_id: string;
  page_or_section: string;
  field_or_chunk_id: string;
  quote_or_value: string;
  page: number | null;
  bounding_box: Box | null;
}

export interface AnswerTable {
  section: string;
  title: string;
  columns: string[];
  rows: { cells: string[]; citations: number[] }[];
}

export interface Answer {
  request_id: string;
  question: string;
  status: string;
  sections: Record<string, string[]>;
  text: string;
  citations: Citation[];
  tables: AnswerTable[];
  notes: string[];
  worded_by: string;
  refusal: { reason: string; message: string } | null;
}

export interface Overview {
  documents: { read: number; waiting: number; failed: number; withdrawn: number };
  facts: { found: number; in_chart: number };
  review: number;
}

export interface PatientDocument {
  document_id: number;
  doc_type: string;
  state: "waiting" | "reading" | "read" | "failed" | "withdrawn";
  identity: { status: string; sentence: string } | null;
  pages: number | null;
  unread_pages: number;
  facts: { found: number; in_chart: number; review: number; kept: number };
  error: { code: string; message: string } | null;
  job_id: number;
  can_retry: boolean;
  updated_at: string;
}

export interface Reason {
  code: string;
  sentence: string;
}

export interface Source {
  state: "open" | "refused";
  refusal: { reason: string; message: string } | null;
  document_id: number | null;
  doc_type: string | null;
  page: number | null;
  pages: number | null;
  boxes: Box[];
  quote: string;
  field: string;
  section: string;
  text: string;
  certainty: string | null;
  confidence: number | null;
  reasons: Reason[];
  read_at: string | null;
  identity_status: string | null;
  chart_row: { row: string; outcome: string } | null;
  review: { decision: string; by: string; by_name?: string; at: string | null } | null;
  fallback: "none" | "page" | "section";
  quarantined: boolean;
}

export type DecisionWord = "approve" | "keep" | "reject" | "undo";

export interface IdentityField {
  field: string;
  label: string;
  document: string[];
  chart: string;
  outcome: string;
}

export interface FactField {
  name: string;
  label: string;
  value: string;
  editable: boolean;
  /** What was read, where a person corrected it. */
  paper: string | null;
}

export interface ReviewItem {
  item: string;
  kind: "identity" | "fact" | "conflict";
  version: number;
  patient_id: number;
  /** In the site's queue, where the user may see it. */
  patient_name?: string;
  document_id: number;
  doc_type: string;
  page: number | null;
  sentence: string;
  reasons: Reason[];
  raised_at: string | null;
  citation: {
    source_id: string;
    field_or_chunk_id: string;
    page: number | null;
    quote: string;
    bounding_box: Box | null;
  } | null;
  identity: { fields: IdentityField[] } | null;
  fact: { fact_type: string; text: string; certainty: string; confidence: number; fields: FactField[] } | null;
  chart: { row: string; text: string; date: string }[];
  decided: { decision: string; by: string; by_name?: string; at: string | null; note: string; can_undo: boolean } | null;
  actions: string[];
  /** How far a decision is: the document is read again to carry it out, which may fail. */
  state: "waiting" | "read_again" | "not_carried_out" | "decided" | "settled";
}

export interface Reviews {
  items: ReviewItem[];
  counts: { identity: number; fact: number; conflict: number };
  next: string | null;
}

export interface Job {
  job_id: number;
  document_id: number;
  doc_type: string;
  status: string;
  attempts: number;
  created_at: string | null;
  finished_at: string | null;
  error_code: string | null;
  error_message: string | null;
}

export interface AutomationRule {
  doc_type: string;
  fact_type: string;
  mode: "automatic" | "review";
  min_confidence: number;
}

export interface AutomationPreview {
  doc_type: string;
  fact_type: string;
  would_write: number;
  would_wait: number;
  decided: { approved: number; corrected: number; kept: number; rejected: number };
  share_accepted: number | null;
}

export interface Status {
  ready: boolean;
  checks: Record<string, boolean>;
  queue: { pending: number; running: number; failed: number };
  workers: { worker: string; status: string; beat_at: string }[];
  failures: Job[];
  version: string;
}
