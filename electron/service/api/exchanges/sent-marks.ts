import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sentMarkHeader } from './masked-exchange.ts';

/** Knows the requests that the desk sends to this service: by a header whose value nobody else can know. */
export interface SentMarks {
  /** @param replayOf the id of the request that it repeats */
  mark(replayOf: string | undefined): Mark;
  /** `runner`, or the id of the request that it repeats; null for everybody else's. Source: `RequestRow.origin`. */
  originOf(request: Pick<FastifyRequest, 'headers' | 'id'>): string | null;
}

export interface Mark {
  readonly value: string;
  /** Of the request that came with it. */
  correlationId(): string | undefined;
  /** It is known no more. */
  end(): void;
}

export const createSentMarks = (): SentMarks => {
  const marked = new Map<string, { readonly origin: string; correlationId?: string }>();
  return {
    mark(replayOf) {
      const value = randomUUID();
      const sent: { readonly origin: string; correlationId?: string } = { origin: replayOf ?? 'runner' };
      marked.set(value, sent);
      return {
        value,
        correlationId: () => sent.correlationId,
        end: () => void marked.delete(value),
      };
    },
    originOf({ headers, id }) {
      if (marked.size === 0) return null;
      const sent = marked.get(String(headers[sentMarkHeader] ?? ''));
      if (sent === undefined) return null;
      sent.correlationId = id;
      return sent.origin;
    },
  };
};
