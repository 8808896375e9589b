/** What units of work on a server take turns by. Source: `docs/decisions/2026-11-28-writes-take-turns.md`. */

export type WriteLock = 'alone' | 'beside';

const lockFunctions: Readonly<Record<WriteLock, string>> = {
  alone: 'pg_advisory_xact_lock',
  beside: 'pg_advisory_xact_lock_shared',
};

export const turnsOf = (schema: string): string => `${schema} writes`;

/** Waits for the turn, which ends with the transaction. @param turns what takes turns with each other */
export const takeTurn = (schema: string, lock: WriteLock = 'alone', turns = turnsOf(schema)): string =>
  `select ${lockFunctions[lock]}(hashtextextended('${turns}', 0))`;

/** A table that somebody reads for long is waited for so long at a time by what changes it, ms: everybody else waits behind. */
export const tableLockMs = 500;
