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
 * It says so every two seconds, by the server's time; one that is not heard of for a while is taken over.
 * Source: `docs/decisions/2026-11-28-one-desk-at-a-time.md`.
 */

/** A process that said nothing for so long is gone, s: as those of the service. */
export const silentS = 8;
const beatMs = (silentS * 1000) / 4;

/** That a process has the desk of a store. */
export interface DeskLease {
  /** For every unit of work that is the desk's. */
  readonly opening: Opening<unknown>;
  /** Whether the server heard of this process so lately that no other one can have the desk. */
  isSure(): boolean;
  /** Tells once that another process has the desk; at once, if that was found before. */
  onLost(told: () => void): void;
}

/** What takes turns with the takeover of a desk, besides its own units of work. */
export const vaultTurns = (schema: string): string => `${schema} vault writes`;
/** By which a process that ends tells those that wait. */
export const freeChannel = (schema: string): string => `${schema} free`;

/** Whether another process has the desk: what this one wanted to write is that one's to do. */
export const isDeskLost = (error: unknown): boolean =>
  error instanceof CatalogueError && error.code === 'store.deskTakenOver';

export const createDeskProcess = (schema: string, line: ControlLine, log: Log) => {
  const id = randomUUID();
  let held = false;
  let stopBeats = (): void => {};
  let heardAt = Number.NEGATIVE_INFINITY;
  let isLost = false;
  let tellLost: (() => void) | undefined;

  const lost = (): void => {
    if (isLost) return;
    isLost = true;
    stopBeats();
    log.warn('desk: another process has the desk of this store now');
    tellLost?.();
  };
  const beat = async (): Promise<void> => {
    const sentAt = systemTime.monotonic();
    try {
      const known = await line.run(
        `update "${schema}".desk_process set seen = clock_timestamp() where id = $1`,
        [id],
      );
      if (known > 0) heardAt = sentAt;
      else lost();
    } catch (err) {
      log.warn({ err }, 'desk: the server does not hear that this process is there');
    }
  };

  const lease: DeskLease = {
    // Nobody takes it over within a unit of work that writes, as whoever does needs the turn.
    opening: {
      columns: () => `(select id from "${schema}".desk_process) as desk_process`,
      async opened({ desk_process }) {
        if (!held || desk_process === id) return;
        lost();
        throw new CatalogueError('store.deskTakenOver');
      },
    },
    isSure: () => !isLost && systemTime.monotonic() - heardAt < silentS * 1000,
    onLost(told) {
      if (isLost) told();
      else tellLost = told;
    },
  };

  return {
    lease,
    /** @throws CatalogueError `store.deskInUse` */
    async take(units: UnitsOfWork<DeskSchema>): Promise<void> {
      const sentAt = systemTime.monotonic();
      await units.write(async ({ db }) => {
        const { rows } = await sql<Holder>`select host, pid, since,
          seen > clock_timestamp() - make_interval(secs => ${silentS}) as alive from desk_process`.execute(
          db,
        );
        const holder = rows.find(({ alive }) => alive === 1);
        if (holder !== undefined) throw inUse(holder);
        // What the former one writes into the vault ends first.
        await sql`select pg_advisory_xact_lock(hashtextextended(${vaultTurns(schema)}, 0))`.execute(db);
        await sql`delete from desk_process`.execute(db);
        await sql`insert into desk_process (id, host, pid, since, seen)
          values (${id}, ${hostname()}, ${process.pid}, ${systemTime.now()}, clock_timestamp())`.execute(db);
      });
      held = true;
      heardAt = sentAt;
      stopBeats = systemTime.every(beatMs, () => void beat());
    },
    async giveBack(): Promise<void> {
      stopBeats();
      if (!held) return;
      // Where the server does not answer it is taken over after a while.
      await line.run(`delete from "${schema}".desk_process where id = $1`, [id]).catch(() => {});
      await line.run('select pg_notify($1, $2)', [freeChannel(schema), '']).catch(() => {});
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
