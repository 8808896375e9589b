import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { systemTime, toIso } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { ControlLine } from '#base/store/postgres/control-line.ts';
import type { Opening } from '#base/store/postgres/units-of-work.ts';
import type { UnitsOfWork } from '#base/store/units-of-work.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { DeskSchema } from './schema.ts';

/**
 * The one process that has the desk of a store: what it keeps in memory, such as sessions and jobs, no other one knows.
 * It says so every few seconds, by the server's time; one that is not heard of for a while is taken over.
 */

/** A process that said nothing for so long is gone, s. */
const silentS = 15;
const beatMs = 5000;

export const createDeskProcess = (schema: string, line: ControlLine, log: Log) => {
  const id = randomUUID();
  let held = false;
  let stopBeats = (): void => {};

  const beat = (): void => {
    line
      .run(`update "${schema}".desk_process set seen = clock_timestamp() where id = $1`, [id])
      .catch((err: unknown) =>
        log.warn({ err }, 'desk: the server does not hear that this process is there'),
      );
  };

  /** Nobody takes it over within a unit of work, as whoever does needs the turn. */
  const opening: Opening<DeskSchema> = {
    columns: () => `(select id from desk_process) as desk_process`,
    async opened({ desk_process }) {
      if (held && desk_process !== id) throw new CatalogueError('store.deskTakenOver');
    },
  };

  return {
    opening,
    /** @throws CatalogueError `store.deskInUse` */
    async take(units: UnitsOfWork<DeskSchema>): Promise<void> {
      await units.write(async ({ db }) => {
        const { rows } = await sql<Holder>`select host, pid, since,
          seen > clock_timestamp() - make_interval(secs => ${silentS}) as alive from desk_process`.execute(
          db,
        );
        const holder = rows.find(({ alive }) => alive === 1);
        if (holder !== undefined) throw inUse(holder);
        await sql`delete from desk_process`.execute(db);
        await sql`insert into desk_process (id, host, pid, since, seen)
          values (${id}, ${hostname()}, ${process.pid}, ${systemTime.now()}, clock_timestamp())`.execute(db);
      });
      held = true;
      stopBeats = systemTime.every(beatMs, beat);
    },
    async giveBack(): Promise<void> {
      stopBeats();
      if (!held) return;
      // Where the server does not answer it is taken over after a while.
      await line.run(`delete from "${schema}".desk_process where id = $1`, [id]).catch(() => {});
    },
  };
};

interface Holder {
  readonly host: string;
  readonly pid: number;
  readonly since: number;
  readonly alive: number;
}

const inUse = ({ host, pid, since }: Holder): CatalogueError =>
  new CatalogueError('store.deskInUse', {
    host,
    pid: String(pid),
    since: toIso(since),
    seconds: String(silentS),
  });
