/** Calls of the module's one endpoint. Nothing is ever put into a URL. */

import type { PanelConfig } from "./config";
import { EventReader } from "./sse";
import { t } from "./strings";

/** A call that did not succeed; the message is a sentence for the person at the screen. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

export type Body = Record<string, unknown>;

/** Refusals after which the page no longer is what it was made for: whoever sits there now may be somebody else. */
const LOST: ReadonlySet<string> = new Set(["E_LOGGED_OUT", "E_MODULE_LOGIN", "E_MODULE_FORM", "E_MODULE_OTHER_PATIENT"]);

export class Api {
  private lost: ApiError | null = null;

  /**
   * @param config - Where and for whom is asked.
   * @param onLost - Told once, when the session has ended or has gone on to another patient. Nothing is asked after it,
   *   and what was asked before is not answered.
   */
  constructor(
    private readonly config: PanelConfig,
    private readonly onLost: (why: ApiError) => void,
  ) {}

  /** An action's answer. */
  async call<T>(action: string, body: Body = {}, signal?: AbortSignal): Promise<T> {
    const response = await this.post(action, body, "application/json", signal);
    return (await this.json(response)) as T;
  }

  /**
   * An action's events as they come.
   *
   * @returns Whether there was a stream; `false` where the answer came as one piece, told as the event `done`.
   */
  async stream(
    action: string,
    body: Body,
    onEvent: (name: string, data: unknown) => void,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const response = await this.post(action, body, "text/event-stream, application/json", signal);
    if (!response.headers.get("content-type")?.startsWith("text/event-stream") || !response.body) {
      onEvent("done", await this.json(response));
      return false;
    }
    const events = new EventReader((name, text) => onEvent(name, parsed(text)));
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        this.requireSession();
        events.push(decoder.decode(part.value, { stream: true }));
      }
    } catch (error) {
      throw signal?.aborted || error === this.lost ? error : new ApiError("E_STREAM_BROKEN", t("error.unreachable"), 0);
    }
    return true;
  }

  /** A page as a picture. */
  async page(body: Body, signal?: AbortSignal): Promise<{ picture: Blob; pages: number | null }> {
    const response = await this.post("page", body, "image/png, application/json", signal);
    if (!response.ok || !response.headers.get("content-type")?.startsWith("image/png")) {
      await this.json(response);
      throw new ApiError("E_NO_PICTURE", t("source.no_picture"), response.status);
    }
    const pages = Number(response.headers.get("X-Page-Count"));
    const picture = await response.blob();
    this.requireSession();
    return { picture, pages: pages > 0 ? pages : null };
  }

  private async post(action: string, body: Body, accept: string, signal?: AbortSignal): Promise<Response> {
    this.requireSession();
    const { api, pid, csrf } = this.config;
    let response: Response;
    try {
      response = await fetch(api, {
        method: "POST",
        credentials: "same-origin",
        cache: "no-store",
        redirect: "manual",
        referrerPolicy: "no-referrer",
        headers: { "Content-Type": "application/json", Accept: accept },
        body: JSON.stringify({ ...body, action, pid, csrf_token_form: csrf }),
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ApiError("E_UNREACHABLE", t("error.unreachable"), 0);
    }
    // The endpoint never leads elsewhere: this is OpenEMR on its way to the login page.
    if (response.type === "opaqueredirect") throw this.failed("E_LOGGED_OUT", t("error.logged_out"), 0);
    return response;
  }

  private async json(response: Response): Promise<unknown> {
    const text = await response.text().catch(() => "");
    this.requireSession();
    const body = parsed(text);
    if (response.ok && body !== undefined) return body;
    const error = (body as { error?: { code?: unknown; message?: unknown } } | undefined)?.error;
    if (typeof error?.message === "string") {
      throw this.failed(String(error.code ?? ""), error.message, response.status);
    }
    // OpenEMR answers a request without a session with a page of its own.
    throw response.ok || response.status === 401
      ? this.failed("E_LOGGED_OUT", t("error.logged_out"), response.status)
      : new ApiError("E_UNREADABLE", t("error.unreadable"), response.status);
  }

  private failed(code: string, message: string, status: number): ApiError {
    const error = new ApiError(code, message, status);
    this.requireSession();
    if (LOST.has(code)) {
      this.lost = error;
      this.onLost(error);
    }
    return error;
  }

  private requireSession(): void {
    if (this.lost) throw this.lost;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
