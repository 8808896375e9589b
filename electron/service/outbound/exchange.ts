import type { Dispatcher } from 'undici';
import { type Cancel, systemTime } from '#base/clock.ts';
import type { OwnFault } from '#base/own-fault.ts';
import { keptBodyBytes, type OutboundResult, type ResponseHeaders } from './outbound.ts';
import { outboundErrorName, ownFaultOf } from './outbound-error.ts';
import type { Pace, Piece } from './pace.ts';
import type { Shortage } from './shortage.ts';

/** An answer larger than this is cut off, bytes: nobody answers a webhook with so much in good faith. */
const readBodyBytes = 1024 * 1024;

const empty = Buffer.alloc(0);

interface ExchangeParts {
  readonly pace: Pace;
  readonly shortage: Shortage;
  readonly origin: { inFlight: number; localAddress: string | undefined };
  /** Hands the request over to undici. */
  readonly send: (exchange: Exchange) => void;
}

/** One request and its answer; ends exactly once. Its time runs from when it leaves. */
export class Exchange implements Dispatcher.DispatchHandler, Piece {
  readonly #parts: ExchangeParts;
  readonly #deadlineMs: number;
  readonly #ended: (result: OutboundResult) => void;
  spell = 0;
  #begunAt = 0;
  #cancelDeadline: Cancel | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #statusCode: number | undefined;
  #headers: ResponseHeaders = {};
  #chunks: Buffer[] = [];
  #keptBytes = 0;
  #readBytes = 0;
  #over = false;

  constructor(parts: ExchangeParts, deadlineMs: number, ended: (result: OutboundResult) => void) {
    this.#parts = parts;
    this.#deadlineMs = deadlineMs;
    this.#ended = ended;
  }

  begin(): void {
    this.#begunAt = systemTime.monotonic();
    this.#cancelDeadline = systemTime.after(this.#deadlineMs, () => this.#end('Timeout'));
    this.#parts.send(this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) controller.abort(new Error('The deadline passed before the connection was there.'));
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: ResponseHeaders): void {
    // 1xx answers come before the real one.
    if (statusCode < 200) return;
    this.#statusCode = statusCode;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#readBytes += chunk.length;
    if (this.#keptBytes < keptBodyBytes) {
      const kept = chunk.subarray(0, keptBodyBytes - this.#keptBytes);
      // The parser reuses its memory.
      this.#chunks.push(Buffer.from(kept));
      this.#keptBytes += kept.length;
    }
    if (this.#readBytes > readBodyBytes) this.#end('ResponseInvalid');
  }

  onResponseEnd(): void {
    this.#end(undefined);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  /** It could not even be dispatched. */
  fail(error: unknown): void {
    this.#fail(error);
  }

  /** Before anything left, this machine may have been in the way. */
  #fail(error: unknown): void {
    this.#end(outboundErrorName(error), this.#controller === undefined ? ownFaultOf(error) : undefined);
  }

  #end(error: OutboundResult['error'], ownFault?: OwnFault): void {
    if (this.#over) return;
    this.#over = true;
    this.#cancelDeadline?.();
    const { pace, shortage, origin } = this.#parts;
    pace.ended(this);
    origin.inFlight--;
    const result: OutboundResult = {
      statusCode: this.#statusCode,
      error,
      durationMs: systemTime.monotonic() - this.#begunAt,
      responseHeaders: this.#headers,
      responseBody: this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : this.#keptBody(),
      localAddress: origin.localAddress,
    };
    if (ownFault !== undefined) {
      shortage.met(ownFault, () => this.#ended({ ...result, ownFault }));
      return;
    }
    // The caller's own bookkeeping comes first.
    this.#ended(result);
    if (error !== undefined) this.#controller?.abort(new Error(error));
  }

  #keptBody(): Buffer {
    return this.#chunks.length === 0 ? empty : Buffer.concat(this.#chunks);
  }
}
