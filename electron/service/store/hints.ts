import type { Log } from '#base/log.ts';
import type { ControlLine } from '#base/store/postgres/control-line.ts';
import { createNotices } from './notices.ts';

/**
 * What processes of a store tell each other, so that nobody has to look all the time. Only hints: a pooler may let none
 * through, and one that was sent while a connection was lost is lost. So the store is looked at, too.
 */
export interface Hints {
  /** @param where an endpoint, or what is timed */
  send(where: Hinted): void;
  listen(listener: (where: readonly Hinted[] | 'any') => void): void;
  stop(): void;
}

/**
 * Where something may be due: at the endpoint of this seq, with a `+` also beside its schedule, or among what is timed; or
 * that work is free to be claimed.
 */
export type Hinted = number | `+${number}` | 'upkeep' | 'claims';

/** Hints of so long go together, ms. */
const gatherMs = 10;
/** How often the store is looked at for what came without a hint, ms. */
const lookMs = 500;
/** Characters of one notification at most: PostgreSQL takes 8,000 bytes. */
const longestPayload = 4000;

export const createHints = (line: ControlLine, schema: string, log: Log): Hints => {
  const channel = `${schema}_due`;
  let listener: ((where: readonly Hinted[] | 'any') => void) | undefined;
  let newest: string | undefined;

  const { add, startLooking, stop } = createNotices<Hinted>({
    gatherMs,
    lookMs,
    async send(all) {
      const payload = all.join(',');
      await line.run('select pg_notify($1, $2)', [channel, payload.length > longestPayload ? '' : payload]);
    },
    async look() {
      const [row] = await line.query<{ newest: string }>(
        `select concat_ws(' ', (select max(seq) from "${schema}".deliveries),
          (select max(seq) from "${schema}".extra_attempts)) as newest`,
        [],
      );
      if (row?.newest === newest) return;
      newest = row?.newest;
      listener?.('any');
    },
    // Each unit of work meets the same trouble, and says so.
    failed: (err, what) => log.debug({ err, what }, 'Hints could not be sent or looked for'),
  });

  return {
    send: add,
    listen(told) {
      listener = told;
      line.listen(channel, (payload) => told(payload === '' ? 'any' : payload.split(',').map(hinted)));
      startLooking();
    },
    stop,
  };
};

const hinted = (text: string): Hinted =>
  text === 'upkeep' || text === 'claims' || text.startsWith('+') ? (text as Hinted) : Number(text);
