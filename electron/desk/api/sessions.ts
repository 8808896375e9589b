import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#base/clock.ts';

/**
 * Browsers that are let in: a ticket, which works once, for a session, which lasts while it is used. Both are kept as
 * digests and in memory alone, so they end with the host. There is no list to leak and none to grow: the oldest gives way.
 */
export interface Sessions {
  issueTicket(): { readonly ticket: string; readonly expiresMs: number };
  /**
   * The secret of a new session; undefined if the ticket was used, is too old or never was one.
   * @param origin of the page, which alone may use it
   */
  begin(ticket: string, origin: string): string | undefined;
  /** Whether there is such a session of that origin. Its lifetime starts again. */
  use(session: string, origin: string): boolean;
  end(session: string): void;
  /** Calls `work` when the session is over; at most once, and not after the returned function was called. */
  whenEnded(session: string, work: () => void): () => void;
}

const ticketMs = 600_000;
const sessionMs = 12 * 3_600_000;
const mostTickets = 5;
const mostSessions = 20;

interface Kept {
  readonly digest: Buffer;
  /** Empty for a ticket, which is for any. */
  readonly origin: string;
  expiresMs: number;
  readonly ended: Set<() => void>;
}

interface Terms {
  readonly most: number;
  readonly lastsMs: number;
  readonly origin?: string;
}

export const createSessions = (clock: Clock): Sessions => {
  const tickets: Kept[] = [];
  const sessions: Kept[] = [];

  const drop = (from: Kept[], which: Kept): void => {
    from.splice(from.indexOf(which), 1);
    for (const work of which.ended) work();
  };
  const dropExpired = (from: Kept[]): void => {
    for (const one of from.filter((kept) => kept.expiresMs <= clock.now())) drop(from, one);
  };
  /** Every one is compared, in constant time. */
  const find = (among: Kept[], secret: string): Kept | undefined => {
    dropExpired(among);
    const digest = digestOf(secret);
    return among.filter((kept) => timingSafeEqual(kept.digest, digest))[0];
  };
  const add = (to: Kept[], { most, lastsMs, origin = '' }: Terms): { secret: string; expiresMs: number } => {
    dropExpired(to);
    const oldest = to.length < most ? undefined : to.toSorted((a, b) => a.expiresMs - b.expiresMs)[0];
    if (oldest !== undefined) drop(to, oldest);
    const secret = randomBytes(32).toString('base64url');
    const expiresMs = clock.now() + lastsMs;
    to.push({ digest: digestOf(secret), origin, expiresMs, ended: new Set() });
    return { secret, expiresMs };
  };

  return {
    issueTicket() {
      const { secret, expiresMs } = add(tickets, { most: mostTickets, lastsMs: ticketMs });
      return { ticket: secret, expiresMs };
    },
    begin(ticket, origin) {
      const found = find(tickets, ticket);
      if (found === undefined) return undefined;
      drop(tickets, found);
      return add(sessions, { most: mostSessions, lastsMs: sessionMs, origin }).secret;
    },
    use(session, origin) {
      const found = find(sessions, session);
      if (found?.origin !== origin) return false;
      found.expiresMs = clock.now() + sessionMs;
      return true;
    },
    end(session) {
      const found = find(sessions, session);
      if (found !== undefined) drop(sessions, found);
    },
    whenEnded(session, work) {
      const ended = find(sessions, session)?.ended;
      ended?.add(work);
      return () => ended?.delete(work);
    },
  };
};

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
