import type { IncomingHttpHeaders } from 'node:http';
import type { PlannedCall, Target, TargetPatch, TargetRequest, TargetTest } from '#contract/target.ts';
import type { Parsed } from './parse-answer.ts';

/** Targets, and the one HTTP client for all of them. */
export interface Targets {
  /** The local one first. */
  list(): Promise<Target[]>;
  /** @throws CatalogueError `target.notFound` */
  show(targetId: string): Promise<Target>;
  /** By id or name. @throws CatalogueError `target.notFound` */
  idOf(reference: string): Promise<string>;
  /** @throws CatalogueError `target.nameTaken`, `request.invalid` (not https, credentials in the URL, not PEM) */
  add(request: TargetRequest): Promise<Target>;
  change(targetId: string, patch: TargetPatch): Promise<Target>;
  /** @throws CatalogueError `target.inUse` naming the cases, `target.builtIn` */
  remove(targetId: string): Promise<void>;
  /** Reads only, and never the alerts endpoints. */
  test(targetId: string): Promise<TargetTest>;
  /** The client of a target; the same one for as long as the target stays as it is. */
  client(targetId: string): Promise<TargetClient>;
  /**
   * A client of what is no target of the desk's, such as a temporary instance of the service: never by a proxy, with
   * the limits of the local service, and closed by its caller.
   */
  temporary(target: TemporaryTarget): ClosableClient;
  close(): Promise<void>;
}

export interface TemporaryTarget {
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface TargetCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the base URL on, such as `/companies`; path parameters encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** The call may be sent again after its answer was lost. By default GET alone. */
  readonly repeatable?: boolean;
  readonly signal?: AbortSignal;
  /** Once it is aborted, no attempt is begun any more, and waiting for one ends; one in the air comes to its end. */
  readonly stop?: AbortSignal;
  /** Milliseconds for one attempt; 30,000 if left out. */
  readonly timeoutMs?: number;
  /** At most so many attempts; 5 if left out. */
  readonly attempts?: number;
  /** The body holds secrets: none of its values gets into an error, even if the target repeats it. */
  readonly secretBody?: boolean;
  /** What else the target may know and repeat; asked for only where its words are passed on. Never rejects. */
  readonly secrets?: () => Promise<unknown>;
}

/** A GET whose answer is of interest whatever it is. */
export interface TargetLook
  extends Pick<TargetCall, 'path' | 'query' | 'signal' | 'stop' | 'timeoutMs' | 'attempts'> {
  readonly withKey: boolean;
}

/** As it came; a 3xx or a 4xx is one, too. Whoever shows any of it takes out what may be a secret. */
export interface TargetSight {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Parsed;
}

export interface TargetAnswer<T> {
  readonly statusCode: number;
  readonly body: T;
  readonly durationMs: number;
  readonly attempts: number;
  readonly correlationId?: string;
}

/** How a long list is read. */
export interface Reading<T, Kept> {
  /** The list is read, or read again from its first page. */
  readonly begin?: () => void;
  readonly pick?: (row: T) => Kept | undefined;
  readonly incomplete?: () => void;
}

/**
 * JSON over HTTP to one target. Limits, retries with backoff and jitter, `Retry-After` and redaction are here and
 * nowhere else. Answers that are not 2xx, or not JSON, and no answer at all, are thrown as TargetError; an abort as
 * the signal's reason, and so is a stop before anything was sent; a path of an alerts endpoint, before anything is sent, as CatalogueError `target.alertsPath`.
 */
export interface TargetClient {
  readonly target: Target;
  call<T>(call: TargetCall): Promise<TargetAnswer<T>>;
  /** Throws as `call` where the target is not reached, asks to wait, or answers an error of its own (5xx). */
  look(look: TargetLook): Promise<TargetSight>;
  /**
   * All rows of a list, page by page, each once; read again if it changed meanwhile. What the target does not page
   * comes as it is.
   * @param reading `pick` says what is kept of a row, undefined leaves it out; `incomplete` is called where the list kept
   *   changing: rows may be missing
   */
  all<T, Kept = T>(
    path: string,
    query?: Readonly<Record<string, string | number>>,
    signal?: AbortSignal,
    reading?: Reading<T, Kept>,
  ): Promise<Kept[]>;
}

export interface ClosableClient extends TargetClient {
  /** Ends what is under way, and whatever comes after, with `server.stopping`. */
  close(): Promise<void>;
}

/**
 * Calls that write to a remote target are listed first and confirmed: throws CatalogueError `target.unconfirmed` with
 * the list, unless the target is local or `confirm` is the code of exactly this list.
 */
export type Confirm = (target: Target, calls: readonly PlannedCall[], confirm: string | undefined) => void;
