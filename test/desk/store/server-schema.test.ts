import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openDeskFile } from '#desk/store/file-store.ts';
import { jobStatements } from '#desk/store/migrations/0013-jobs.ts';
import { auditStreamStatements } from '#desk/store/migrations/0014-audit-streams.ts';
import { personSignInStatements } from '#desk/store/migrations/0015-person-sign-ins.ts';
import { notificationMarkStatements } from '#desk/store/migrations/0016-notification-marks.ts';
import { tables } from '#desk/store/migrations/postgres/tables.ts';
import { triggers } from '#desk/store/migrations/postgres/triggers.ts';
import { rowKeyStatements } from '#desk/store/migrations/vault-0002-row-keys.ts';
import { sealedTableNames } from '#desk/store/sealed-tables.ts';
import { openVaultFile } from '#desk/store/vault-file.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { rowKeysOf } from '#test/support/test-desk-store.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}

/** What each table is made of, and its indexes with their columns. */
const shapeOf = (sqlite: Database.Database): Record<string, unknown> => {
  const names = sqlite
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'kysely%' and name not like 'sqlite%'`,
    )
    .pluck()
    .all() as string[];
  const shapes = names.map((name) => {
    const columns = (sqlite.pragma(`table_info(${name})`) as Column[]).map(
      ({ name, type, pk, ...column }) => ({
        name,
        type: type.toLowerCase(),
        pk,
        default: column.dflt_value,
        // What is a key is never null on a server, whatever a table says.
        notNull: pk > 0 ? 1 : column.notnull,
      }),
    );
    const indexes = (sqlite.pragma(`index_list(${name})`) as { name: string; unique: number }[])
      .filter((index) => index.name !== 'token_rows_ref')
      .map((index) => ({
        unique: index.unique,
        columns: (sqlite.pragma(`index_info(${index.name})`) as { name: string }[]).map(({ name }) => name),
      }));
    return [name, { columns, indexes }] as const;
  });
  return Object.fromEntries(shapes);
};

test('a server keeps the tables that the migrations of desk.db and vault.db make, column by column', async () => {
  const folder = temporaryFolder();
  const paths = ['desk.db', 'vault.db'].map((name) => join(folder, name)) as [string, string];
  await (await openDeskFile(paths[0])).close();
  await (await openVaultFile(paths[1], rowKeysOf(folder))).close();
  const [desk, vault] = paths.map((path) => new Database(path, { readonly: true })) as [
    Database.Database,
    Database.Database,
  ];
  const described = new Database(':memory:');
  for (const text of [
    ...tables,
    ...rowKeyStatements,
    ...jobStatements,
    ...auditStreamStatements,
    ...personSignInStatements,
    ...notificationMarkStatements,
  ])
    described.exec(text);
  expect(shapeOf(described)).toEqual({ ...shapeOf(desk), ...shapeOf(vault) });
  for (const database of [desk, vault, described]) database.close();
});

test('each sealed table has triggers on a server that say what is changed', () => {
  const sealing = triggers.filter(({ name }) => name.startsWith('seal_')).map(({ table }) => table);
  expect(sealing).toEqual(sealedTableNames.flatMap((table) => [table, table, table]));
});
