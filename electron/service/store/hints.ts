import { type Cancel, systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { ControlLine } from '#base/store/postgres/control-line.ts';

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

/** Where something may be due: at the endpoint of this seq, or among what is timed. */
export type Hinted = number | 'upkeep';

/** Hints of so long go together, ms. */
const gatherMs = 10;
/** How often the store is looked at for what came without a hint, ms. */
const lookMs = 500;
/** Characters of one notification at most: PostgreSQL takes 8,000 bytes. */
const longestPayload = 4000;

export const createHints = (line: ControlLine, schema: string, log: Log): Hints => {
  const channel = `${schema}_due`;
  const sent = new Set<Hinted>();
  let cancelGather: Cancel | undefined;
  let cancelLook: Cancel | undefined;
  let listener: ((where: readonly Hinted[] | 'any') => void) | undefined;
  let newest: string | undefined;

  const flush = async (): Promise<void> => {
    cancelGather = undefined;
    const payload = [...sent].join(',');
    sent.clear();
    await line.run('select pg_notify($1, $2)', [channel, payload.length > longestPayload ? '' : payload]);
  };

  const look = async (): Promise<void> => {
    const [row] = await line.query<{ newest: string }>(
      `select concat_ws(' ', (select max(seq) from "${schema}".deliveries),
        (select max(seq) from "${schema}".extra_attempts)) as newest`,
      [],
    );
    if (row?.newest === newest) return;
    newest = row?.newest;
    listener?.('any');
  };
  let isLooking = false;
  const lookOnce = (): void => {
    if (isLooking) return;
    isLooking = true;
    void look()
      // Each unit of work meets the same trouble, and says so.
      .catch((err: unknown) => log.debug({ err }, 'The store could not be looked at for hints'))
      .finally(() => {
        isLooking = false;
      });
  };

  return {
    send(where) {
      sent.add(where);
      cancelGather ??= systemTime.after(gatherMs, () => {
        flush().catch((err: unknown) => log.debug({ err }, 'A hint could not be sent'));
      });
    },
    listen(told) {
      listener = told;
      line.listen(channel, (payload) => told(payload === '' ? 'any' : payload.split(',').map(hinted)));
      cancelLook = systemTime.every(lookMs, lookOnce);
    },
    stop() {
      cancelGather?.();
      cancelLook?.();
    },
  };
};

const hinted = (text: string): Hinted => (text === 'upkeep' ? text : Number(text));
