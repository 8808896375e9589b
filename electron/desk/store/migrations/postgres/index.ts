import { inPostgres } from '#base/store/postgres/ddl.ts';
import type { PostgresMigrations } from '#base/store/postgres/migrate.ts';
import { onServer, tables } from './tables.ts';
import { triggerStatements } from './triggers.ts';

/** Append-only, as those of `desk.db` and `vault.db`. */
export const postgresMigrations: PostgresMigrations = {
  '0001-initial': [...inPostgres(tables), ...onServer, ...triggerStatements],
};
