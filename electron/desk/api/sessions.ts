import { randomBytes } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import type { Caller } from '#desk/people/people.ts';
import { type AppCodes, createAppCodes } from './app-codes.ts';
import { keptOf, secretDigest } from './secret-digest.ts';

/** Whose session it is, and which token it was begun with; nobody's on the desk of one person. */
export type Holder = Pick<Caller, 'personId' | 'tokenId'>;

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
  /** The secret of a new session of a person. */
  open(holder: Holder, origin: string): string;
  /** A session of that origin, and whose it is; undefined if there is none. Its lifetime starts again. */
  use(session: string, origin: string): { readonly holder?: Holder } | undefined;
  end(session: string): void;
  /** What people agreed to in their sessions for programs of their machines. */
  readonly appCodes: AppCodes;
  /** Ends all that a person has. */
  endOf(personId: string): void;
  /** Ends all that people have: who of them left, or was unlinked, while another process had the desk is not known here. */
  endOfPeople(): void;
  /** How many a person has. */
  countOf(personId: string): number;
  /** Calls `work` when the session is over; at most once, and not after the returned function was called. */
  whenEnded(session: string, work: () => void): () => void;
}

const ticketMs = 600_000;
const sessionMs = 12 * 3_600_000;
/** However much it is used. */
const longestMs = 7 * 24 * 3_600_000;
const mostTickets = 5;
/** Of one person, or of those that are nobody's. */
const mostSessions = 20;

interface Kept {
  readonly digest: Buffer;
  /** Empty for a ticket, which is for any. */
  readonly origin: string;
  expiresMs: number;
  readonly endsMs: number;
  readonly holder?: Holder;
  readonly ended: Set<() => void>;
}

interface Terms {
  readonly most: number;
  readonly lastsMs: number;
  readonly origin?: string;
  readonly holder?: Holder;
}

export const createSessions = (clock: Clock): Sessions => {
  const tickets: Kept[] = [];
  const sessions: Kept[] = [];
  const appCodes = createAppCodes(clock);

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
    return keptOf(among, secret);
  };
  const add = (
    to: Kept[],
    { most, lastsMs, origin = '', holder }: Terms,
  ): { secret: string; expiresMs: number } => {
    dropExpired(to);
    const alike = to.filter((one) => one.holder?.personId === holder?.personId);
    const oldest = alike.length < most ? undefined : alike.toSorted((a, b) => a.expiresMs - b.expiresMs)[0];
    if (oldest !== undefined) drop(to, oldest);
    const secret = randomBytes(32).toString('base64url');
    const expiresMs = clock.now() + lastsMs;
    const endsMs = clock.now() + longestMs;
    const whose = holder === undefined ? {} : { holder };
    to.push({ digest: secretDigest(secret), origin, expiresMs, endsMs, ...whose, ended: new Set() });
    return { secret, expiresMs };
  };

  return {
    appCodes,
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
    open: ({ personId, tokenId }, origin) =>
      add(sessions, {
        most: mostSessions,
        lastsMs: sessionMs,
        origin,
        holder: { personId, ...(tokenId === undefined ? {} : { tokenId }) },
      }).secret,
    use(session, origin) {
      const found = find(sessions, session);
      if (found?.origin !== origin) return undefined;
      found.expiresMs = Math.min(clock.now() + sessionMs, found.endsMs);
      return found.holder === undefined ? {} : { holder: found.holder };
    },
    countOf(personId) {
      dropExpired(sessions);
      return sessions.filter(({ holder }) => holder?.personId === personId).length;
    },
    end(session) {
      const found = find(sessions, session);
      if (found !== undefined) drop(sessions, found);
    },
    endOf(personId) {
      appCodes.endOf(personId);
      for (const one of sessions.filter(({ holder }) => holder?.personId === personId)) drop(sessions, one);
    },
    endOfPeople() {
      appCodes.clear();
      for (const one of sessions.filter(({ holder }) => holder !== undefined)) drop(sessions, one);
    },
    whenEnded(session, work) {
      const ended = find(sessions, session)?.ended;
      ended?.add(work);
      return () => ended?.delete(work);
    },
  };
};
