import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { peek } from '#base/store/sqlite/peek.ts';
import type { HeadRow } from './case-chain.ts';
import type { TargetRow } from './targets.ts';
import type { RowSecret } from './vault-store.ts';

/** What was sealed in databases that nobody has opened yet, to find out under which key. */
export interface SealedSamples {
  readonly heads: readonly HeadRow[];
  readonly targets: readonly Pick<TargetRow, 'id' | 'api_key'>[];
  /** Those of an earlier version, whose keys are with them. */
  readonly vaultRows: readonly Pick<RowSecret, 'row_id' | 'salt' | 'content'>[];
}

/** Some are as good as all; a few may have been left from before a key was lost. */
const most = 1000;

export const readSealedSamples = (dataDir: string): SealedSamples => {
  const desk = join(dataDir, 'desk.db');
  return {
    heads: rowsOf(desk, 'select * from case_heads order by rowid desc limit ?'),
    targets: rowsOf(desk, 'select id, api_key from targets order by created desc limit ?'),
    vaultRows: rowsOf(
      join(dataDir, 'vault.db'),
      'select * from row_secrets where length(salt) > 0 order by row_id desc limit ?',
    ),
  };
};

/** Whether the journal of a desk was begun. */
export const hasJournal = (dataDir: string): boolean =>
  rowsOf(join(dataDir, 'desk.db'), 'select seq from desk_journal limit ?').length > 0;

const rowsOf = <Row>(path: string, sql: string): Row[] =>
  peek(path, (sqlite: Database.Database) => sqlite.prepare(sql).all(most) as Row[]) ?? [];
