import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RequestEntry, recordingLimits } from '#contract/request-log.ts';
import { createBudget } from './budget.ts';

/** A body as it came by, cut to what may be stored of it. */
export interface RawBody {
  readonly contentType: string;
  /** In full; undefined where it is not known. */
  readonly total: number | undefined;
  /** undefined: it was not read, or is a stream. */
  readonly bytes: Buffer | undefined;
}

/** Headers and bodies of one request, not yet masked. */
export interface RawExchange {
  readonly correlationId: string;
  readonly query: string | undefined;
  readonly authorization: string | undefined;
  /** Name, value, name, value, … */
  readonly requestHeaders: readonly string[];
  readonly responseHeaders: Readonly<Record<string, number | string | string[] | undefined>>;
  readonly request: RawBody;
  readonly response: RawBody;
  /** Its body is made of credentials. */
  readonly isAllSecret: boolean;
}

export interface Taken {
  readonly recorded: NonNullable<RequestEntry['recorded']>;
  readonly exchange?: RawExchange;
}

/** Decides which requests are recorded, and takes what there is of them; a copy, as memory of answers is used again. */
export interface Recorder {
  noteBody(request: FastifyRequest, body: Buffer): void;
  /** @param isOurs sent by the desk: recorded however many there are */
  take(request: FastifyRequest, answer: Answered | undefined, statusCode: number, isOurs: boolean): Taken;
}

export interface Answered {
  readonly reply: FastifyReply;
  readonly payload: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** As it came, if it was read and bodies are recorded. */
    rawBody: Buffer | undefined;
  }
}

const { bodyBytes } = recordingLimits;

export const createRecorder = (isOn: () => boolean): Recorder => {
  const successes = createBudget();
  // So that a flood of successes hides no failure.
  const failures = createBudget();
  return {
    noteBody(request, body) {
      if (isOn()) request.rawBody = body;
    },
    take(request, answer, statusCode, isOurs) {
      if (!isOn()) return { recorded: 'off' };
      if (isPage(request)) return { recorded: 'page' };
      const budget = statusCode >= 400 || statusCode === 0 ? failures : successes;
      const bytes = sizeOf(request.rawBody) + sizeOf(answer?.payload);
      if (!budget.take(bytes) && !isOurs) return { recorded: 'busy' };
      return { recorded: 'recorded', exchange: exchangeOf(request, answer) };
    },
  };
};

/** The documentation, whose answers are the same for everybody. */
const isPage = ({ template, url }: FastifyRequest): boolean =>
  template === '/openapi.json' || url.startsWith('/docs/') || url === '/docs';

/** What there is to mask. */
const sizeOf = (body: unknown): number =>
  typeof body === 'string' || Buffer.isBuffer(body) ? Math.min(body.length, bodyBytes) : 0;

const exchangeOf = (request: FastifyRequest, answer: Answered | undefined): RawExchange => {
  const at = request.url.indexOf('?');
  const responseHeaders: RawExchange['responseHeaders'] = answer?.reply.getHeaders() ?? {};
  return {
    correlationId: request.id,
    query: at < 0 ? undefined : request.url.slice(at + 1),
    authorization: request.headers.authorization,
    requestHeaders: request.raw.rawHeaders,
    responseHeaders,
    request: requestBodyOf(request),
    response: responseBodyOf(answer, String(responseHeaders['content-type'] ?? '')),
    isAllSecret: takesCredentials.test(request.url),
  };
};

/** `PUT …/authorization`, however it is spelled and whether or not there is such a connection. */
const takesCredentials = /\/authorization\/?(?:\?|$)/i;

const requestBodyOf = ({ rawBody, headers }: FastifyRequest): RawBody => {
  const contentType = headers['content-type'] ?? '';
  if (rawBody !== undefined) return { contentType, total: rawBody.length, bytes: copied(rawBody) };
  const length = headers['content-length'];
  const hasBody = headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
  if (!hasBody) return { contentType, total: 0, bytes: noBytes };
  return {
    contentType,
    total: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined,
    bytes: undefined,
  };
};

const responseBodyOf = (answer: Answered | undefined, contentType: string): RawBody => {
  const payload = answer?.payload;
  if (payload === undefined || payload === null) return { contentType, total: 0, bytes: noBytes };
  if (typeof payload === 'string') {
    const bytes = Buffer.from(payload.slice(0, bodyBytes)).subarray(0, bodyBytes);
    return { contentType, total: Buffer.byteLength(payload), bytes };
  }
  if (Buffer.isBuffer(payload)) return { contentType, total: payload.length, bytes: copied(payload) };
  return { contentType, total: undefined, bytes: undefined };
};

const noBytes = Buffer.alloc(0);
const copied = (body: Buffer): Buffer => Buffer.from(body.subarray(0, bodyBytes));
