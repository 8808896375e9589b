import type { PostgresMigrations } from '#base/store/postgres/builds.ts';
import { inPostgres } from '#base/store/postgres/ddl.ts';
import { callWatches } from './call-watches.ts';
import { processes } from './processes.ts';
import { tables } from './tables.ts';
import { triggers } from './triggers.ts';
import { words } from './words.ts';

/** Append-only, as those of `service.db`. What their names end with: `base/store/postgres/builds.ts`. */
export const postgresMigrations: PostgresMigrations = {
  '0001-initial': [
    ...inPostgres(tables),
    'insert into company_revision values (0)',
    'insert into linked_companies values (0)',
    ...triggers,
  ],
  '0002-words': words,
  '0003-processes': processes,
  '0004-builds-expand': [`alter table processes add column build text not null default ''`],
  '0005-call-watches-expand': callWatches,
};
