import { sql } from 'kysely';
import type { Reader, Tx } from './store.ts';

/** Processes of a store that a server keeps. Times are the server's, as those of machines differ. */

export interface NewProcess {
  readonly generation: number;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  /** The newest migration that it knows; empty: it is older than that this is said. */
  readonly build: string;
  readonly clock: 'system' | 'virtual';
  /** Whether it delivers, and does what falls due. */
  readonly delivers: boolean;
}

export interface KnownProcess extends NewProcess {
  /** Seconds since it was heard of last. */
  readonly silentSeconds: number;
}

/** A process that was not heard of for so long is gone, seconds. */
export const goneAfterSeconds = 8;

export const isThere = ({ silentSeconds }: KnownProcess): boolean => silentSeconds < goneAfterSeconds;

export const insertProcess = async ({ db }: Tx, process: NewProcess): Promise<void> => {
  await sql`insert into processes (generation, host, pid, version, build, clock, delivers)
    values (${process.generation}, ${process.host}, ${process.pid}, ${process.version}, ${process.build},
      ${process.clock}, ${Number(process.delivers)})`.execute(db);
};

export const selectProcesses = async ({ db }: Reader): Promise<KnownProcess[]> => {
  const { rows } = await sql<Omit<KnownProcess, 'delivers'> & { delivers: number }>`
    select generation, host, pid, version, build, clock, delivers,
      extract(epoch from clock_timestamp() - beat_at)::float8 as "silentSeconds"
    from processes order by generation`.execute(db);
  return rows.map((row) => ({ ...row, delivers: row.delivers === 1 }));
};

/** What they claimed is free again. */
export const deleteProcesses = async ({ db }: Tx, generations: readonly number[]): Promise<void> => {
  await sql`delete from processes where generation = any(${generations}::int8[])`.execute(db);
};

/**
 * Claims work that nobody does, up to `most` pieces, and makes known what nobody knew of.
 * @returns all of them that the process has claimed
 */
export const claimWork = async (
  { db }: Tx,
  {
    generation,
    names,
    most,
  }: { readonly generation: number; readonly names: readonly string[]; readonly most: number },
): Promise<string[]> => {
  // Only what is missing: beside a row that somebody else changes, `on conflict` would wait for it, and in a circle.
  await sql`insert into claims (name) select name from unnest(${names}::text[]) as named (name)
    where not exists (select 1 from claims where claims.name = named.name)
    order by name on conflict do nothing`.execute(db);
  await sql`update claims set generation = ${generation} where name in (
    select name from claims where generation is null and name = any(${names}::text[])
    order by name limit greatest(${most}::int8 - (select count(*) from claims
      where generation = ${generation} and name = any(${names}::text[])), 0)
    for update skip locked)`.execute(db);
  return claimedBy({ db }, generation, names);
};

/** How many pieces of work nobody has claimed, or knows of. */
export const countFree = async ({ db }: Reader, names: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from unnest(${names}::text[]) as named (name) left join claims on claims.name = named.name
    where claims.generation is null`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Those of some pieces of work that a process has claimed. */
export const claimedBy = async (
  { db }: Reader,
  generation: number,
  names: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from claims where generation = ${generation} and name = any(${names}::text[]) order by name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

export const giveWorkUp = async ({ db }: Tx, generation: number, names: readonly string[]): Promise<void> => {
  await sql`update claims set generation = null
    where generation = ${generation} and name = any(${names}::text[])`.execute(db);
};
