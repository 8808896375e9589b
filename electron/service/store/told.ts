import type { Log } from '#base/log.ts';
import type { ControlLine } from '#base/store/postgres/control-line.ts';
import type { Announcement } from '#contract/stream.ts';
import { createNotices } from './notices.ts';

/**
 * Announcements of one process to the listeners of all. A pooler may let none through; then a look at the tables finds that
 * something has changed, but not what.
 */
export interface Told {
  /** Cheap; may be called often. */
  tell(announcement: Announcement): void;
  listen(listener: (announcement: Announcement) => void): void;
  stop(): void;
}

/** What the listeners of each process are told of: the rest is of one process alone, or followed otherwise. */
const shared: ReadonlySet<Announcement['type']> = new Set([
  'delivery',
  'message',
  'endpoint',
  'alert',
  'company',
  'connection',
  'sync',
  'request',
  'sandbox',
]);

/** Announcements of so long go together, ms. */
const gatherMs = 100;
/** Of more at once only the newest of each type: whoever listens reads again what it shows. */
const mostTogether = 50;
/** Characters of one notification at most: PostgreSQL takes 8,000 bytes. */
const longestPayload = 1900;
/** How often it is tried whether notifications come through, ms. */
const tryMs = 2000;

export const createTold = (line: ControlLine, schema: string, log: Log): Told => {
  const channel = `${schema}_told`;
  const probes = `${schema}_probe`;
  const stateQuery = `select concat_ws(' ', ${counters.map((from) => `(select ${from.replace('$', `"${schema}".`)})`).join(', ')}) as state`;
  let listener: ((announcement: Announcement) => void) | undefined;
  let seen: string | undefined;
  /** Whether the newest trial has come back. */
  let comesThrough = true;

  const { add, startLooking, stop } = createNotices<Announcement>({
    gatherMs,
    lookMs: tryMs,
    async send(all) {
      for (const payload of payloadsOf(fewer(all)))
        await line.run('select pg_notify($1, $2)', [channel, payload]);
    },
    async look() {
      const [row] = await line.query<{ state: string }>(stateQuery, []);
      const isNew = seen !== undefined && row?.state !== seen;
      seen = row?.state;
      if (isNew && !comesThrough) listener?.({ type: 'sandbox', change: 'elsewhere' });
      comesThrough = false;
      await line.run('select pg_notify($1, $2)', [probes, '']);
    },
    failed: (err, what) => log.debug({ err, what }, 'Announcements could not be sent or looked for'),
  });

  return {
    tell(announcement) {
      if (shared.has(announcement.type)) add(announcement);
    },
    listen(told) {
      listener = told;
      line.listen(channel, (payload) => {
        for (const one of JSON.parse(payload) as Announcement[]) told(one);
      });
      line.listenToOwn(probes, () => {
        comesThrough = true;
      });
      startLooking();
    },
    stop,
  };
};

/** One number each that rises with what is announced. */
const counters = [
  'max(seq) from $messages',
  'max(seq) from $attempts',
  'max(seq) from $requests',
  'max(seq) from $alerts',
  'kept from $revision',
  'revision from $company_revision',
];

const fewer = (announcements: readonly Announcement[]): readonly Announcement[] =>
  announcements.length <= mostTogether
    ? announcements
    : [...new Map(announcements.map((one) => [one.type, one])).values()];

/** JSON lists, each short enough. */
const payloadsOf = (announcements: readonly Announcement[]): string[] => {
  const payloads: string[] = [];
  let part: string[] = [];
  for (const text of announcements.map((one) => JSON.stringify(one))) {
    if (part.join().length + text.length > longestPayload && part.length > 0) {
      payloads.push(`[${part.join()}]`);
      part = [];
    }
    // One that is too long by itself is left to the next look.
    if (text.length <= longestPayload) part.push(text);
  }
  return part.length === 0 ? payloads : [...payloads, `[${part.join()}]`];
};
