import { isIP, isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { CatalogueError } from '#contract/errors.ts';

/**
 * Attempts with wrong access tokens, codes and tickets, counted by the address that they come from and in total. Nobody
 * guesses 32 random bytes, however often: this tells a script with an old token to stop, and keeps it out of the log. So a
 * right secret is let in whatever was counted, and nobody behind the same proxy is locked out by somebody else. Source:
 * `docs/reference/rules/people.md#wrong-secrets`.
 */
export interface WrongSecrets {
  /** Counts one. @returns what is responded: `refusal`, or `signIn.tooManyWrong` with the header Retry-After */
  count(request: FastifyRequest, reply: FastifyReply, refusal: CatalogueError): CatalogueError;
}

interface WrongSecretsOptions {
  /** Where a request comes from; undefined for programs of this machine, which are not counted. */
  readonly addressOf: (request: FastifyRequest) => string | undefined;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** So many at once, and one more in each of these times. */
interface Allowance {
  readonly most: number;
  readonly everyMs: number;
}

const ofOne: Allowance = { most: 20, everyMs: 6_000 };
const ofAll: Allowance = { most: 200, everyMs: 600 };
/** The address that was silent longest is forgotten: by then it has its allowance again, or is one of very many. */
const mostAddresses = 10_000;

interface Bucket {
  left: number;
  atMs: number;
}

export const createWrongSecrets = ({ addressOf, clock, log }: WrongSecretsOptions): WrongSecrets => {
  const byAddress = new LRUCache<string, Bucket>({ max: mostAddresses });
  const total: Bucket = { left: ofAll.most, atMs: clock.now() };

  const bucketOf = (address: string): Bucket => {
    const known = byAddress.get(address) ?? { left: ofOne.most, atMs: clock.now() };
    byAddress.set(address, known);
    return known;
  };
  return {
    count(request, reply, refusal) {
      const address = addressOf(request);
      if (address === undefined) return refusal;
      const nowMs = clock.now();
      const own = bucketOf(address);
      const ownMs = take(own, ofOne, nowMs);
      // What one address has too much of takes nothing from the others.
      const waitMs = ownMs > 0 ? ownMs : take(total, ofAll, nowMs);
      if (waitMs === 0) {
        if (own.left < 1) log.warn({ address }, 'desk: many wrong access tokens, codes or tickets');
        return refusal;
      }
      const seconds = Math.ceil(waitMs / 1000);
      reply.header('retry-after', seconds);
      const from = ownMs > 0 ? 'from this address' : 'to this desk';
      return new CatalogueError('signIn.tooManyWrong', { from, seconds });
    },
  };
};

/** @returns 0, or how long there is nothing left, ms */
const take = (bucket: Bucket, { most, everyMs }: Allowance, nowMs: number): number => {
  bucket.left = Math.min(most, bucket.left + Math.max(0, nowMs - bucket.atMs) / everyMs);
  bucket.atMs = nowMs;
  if (bucket.left < 1) return Math.ceil((1 - bucket.left) * everyMs);
  bucket.left -= 1;
  return 0;
};

/**
 * The address of the other side; behind the proxy that ends TLS, the one that it appended to X-Forwarded-For last. Of IPv6
 * the network: whoever has one has all of its addresses.
 * @param isOfProxy whether the proxy passed the request on
 */
export const remoteAddress = (
  { headers, raw: { socket } }: Pick<FastifyRequest, 'headers' | 'raw'>,
  isOfProxy: boolean,
): string => {
  const forwarded = isOfProxy
    ? [headers['x-forwarded-for']].flat().at(-1)?.split(',').at(-1)?.trim()
    : undefined;
  const address = forwarded !== undefined && isIP(forwarded) > 0 ? forwarded : (socket.remoteAddress ?? '');
  return networkOf(address);
};

const networkOf = (address: string): string => {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:([\d.]+)$/i.exec(plain)?.[1];
  if (mapped !== undefined || !isIPv6(plain)) return mapped ?? plain;
  const [head = [], tail] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...(tail ?? [])].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
};
