import type { ReadRequest } from './read-request.ts';
import { createNewestKeys } from './recent.ts';

/** What a request is among those of the same alert or message at the same URL. */
export type Arrival =
  /** The first one, or that of another endpoint: `copy` counts from 0. */
  { readonly kind: 'new'; readonly copy: number } | { readonly kind: 'retry' } | { readonly kind: 'twice' };

interface Seen {
  copies: number;
  /** Answered with a failure, and not repeated yet. */
  failed: number;
  /** Of the last one without a status code, ms UTC. */
  unknownAt: number | undefined;
}

/** Of the newest so many; a retry that comes later is taken for another occurrence. */
const keptIds = 100_000;
/** The shortest wait of both schedules is 5 s; clocks of a recording may be off by a little, ms. */
const soonestRetryMs = 4000;

/**
 * Tells retries from what was sent twice. A repetition after a failure is a retry. One after nothing but 2xx was sent
 * twice, as nothing asked for it. Without status codes nobody knows how the first one was answered: then a repetition
 * is a retry if it comes no sooner than a schedule would send it.
 * Source: `docs/reference/rules/cutover.md#parity`.
 */
export const createArrivals = () => {
  const seen = createNewestKeys<Seen>(keptIds);

  return {
    /** @param copies that are to be expected: the endpoints at the URL that listen, or 1 */
    note({ side, url, id, at, statusCode }: ReadRequest, copies: number): Arrival {
      const key = `${side} ${id} ${url}`;
      const known = seen.get(key);
      if (known === undefined) {
        seen.set(key, answered({ copies: 1, failed: 0, unknownAt: undefined }, statusCode, at));
        return { kind: 'new', copy: 0 };
      }
      if (known.copies < copies) {
        known.copies++;
        answered(known, statusCode, at);
        return { kind: 'new', copy: known.copies - 1 };
      }
      const isRetry = known.failed > 0 || isLaterThan(known, at);
      if (known.failed > 0) known.failed--;
      answered(known, statusCode, at);
      return { kind: isRetry ? 'retry' : 'twice' };
    },
  };
};

const isLaterThan = ({ unknownAt }: Seen, at: number): boolean =>
  unknownAt !== undefined && at - unknownAt >= soonestRetryMs;

const answered = (seen: Seen, statusCode: number | undefined, at: number): Seen => {
  if (statusCode === undefined) seen.unknownAt = at;
  else {
    seen.unknownAt = undefined;
    if (statusCode < 200 || statusCode > 299) seen.failed++;
  }
  return seen;
};
