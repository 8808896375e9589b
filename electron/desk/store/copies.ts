import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { joinSources, joinTargets } from '#base/store/copy/joined-sides.ts';
import type { CopySource, CopyTarget } from '#base/store/copy/sides.ts';
import { serverSource, serverTarget } from '#base/store/postgres/copy-sides.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import type { Run } from '#base/store/postgres/run.ts';
import { fileSource, fileTarget, unfinishedCopy } from '#base/store/sqlite/copy-sides.ts';
import { peek } from '#base/store/sqlite/peek.ts';
import { writeAtomicallySync } from '#base/write-atomically.ts';
import { CatalogueError } from '#contract/errors.ts';
import { keptInFolder } from '#desk/core/kept-texts.ts';
import { silentS } from './desk-process.ts';
import { deskHistory, openDeskFile } from './file-store.ts';
import { keptNames } from './kept-on-server.ts';
import { postgresMigrations } from './migrations/postgres/index.ts';
import { deskSchemaOf } from './server-store.ts';
import { makeVaultFile, vaultHistory } from './vault-file.ts';

/** Copies of a desk with its vault, from a data folder or a server to another. Keys of rows stay where they are. */

/** A data folder, or a server; and the key that both sides have. */
export type DeskPlace = { readonly dataKey: Buffer } & (
  | { readonly dataDir: string }
  | { readonly server: ServerPlace }
);
type OnServer = Extract<DeskPlace, { server: unknown }>;

/** Tables that only a server has; what is kept in `kept_texts` is in files of a data folder. */
export const deskServerTables: readonly string[] = ['desk_process', 'row_changes', 'kept_texts'];

const keptTable = { name: 'kept_texts', columns: ['name', 'content'], key: ['name'], references: [] };

/** What a desk keeps beside its tables, by the name that a server has for it. */
export type KeptContents = ReadonlyMap<string, string>;

export interface DeskSource {
  readonly source: CopySource;
  readonly kept: KeptContents;
}

/** Undefined if there is no desk. @throws CatalogueError `store.copySource`, `store.otherKey`, `store.halfCopied` */
export const deskSource = async (of: DeskPlace): Promise<DeskSource | undefined> => {
  if ('dataDir' in of) {
    const path = join(of.dataDir, 'desk.db');
    if (!existsSync(path)) return undefined;
    const vault = join(of.dataDir, 'vault.db');
    refuseKeysIn(vault);
    const source = joinSources(
      fileSource({ path, migrations: deskHistory.migrations, idOf: firstEntry }),
      fileSource({ path: vault, migrations: vaultHistory.migrations, idOf: () => '' }),
    );
    return { source, kept: keptInFiles(of.dataDir) };
  }
  const target = await serverTarget({
    ...onServer(of),
    ofOneSide: deskServerTables,
    finished: async () => {},
  });
  const state = await target.state().finally(() => target.close());
  if (state === 'empty') return undefined;
  const source = await serverSource({ ...onServer(of), idOf: firstEntryOnServer, inUseBy });
  const rows = await source.read(keptTable, undefined, mostKept);
  return { source, kept: new Map(rows.map(([name, content]) => [String(name), String(content)])) };
};
const mostKept = 1000;

/**
 * Keys that an earlier version left with the rows are still there if this one was killed while it moved them out. They are
 * not for a server.
 * @throws CatalogueError `store.copySource`
 */
const refuseKeysIn = (path: string): void => {
  const query = 'select 1 from row_secrets where length(salt) > 0 limit 1';
  if (peek(path, (sqlite) => sqlite.prepare(query).get()) === undefined) return;
  const problem = 'keys of token credentials are still in it: start this version of Carryover on it once';
  throw new CatalogueError('store.copySource', { from: path, problem });
};

/**
 * @param mayBeWhole a copy of which other parts are not finished yet: what is there is verified
 * @throws CatalogueError `store.copyTarget`, `store.otherKey`
 */
export const deskTarget = async (
  of: DeskPlace,
  { kept, mayBeWhole }: { readonly kept: KeptContents; readonly mayBeWhole: boolean },
): Promise<CopyTarget> => {
  if ('server' in of) {
    const finished = (run: Run): Promise<void> => keepOnServer(run, kept);
    return serverTarget({ ...onServer(of), ofOneSide: deskServerTables, finished, mayBeWhole });
  }
  const { dataDir } = of;
  refuseOtherIdentity(dataDir, kept);
  const path = join(dataDir, 'desk.db');
  // The vault is finished first.
  const mayVaultBeWhole = mayBeWhole || existsSync(unfinishedCopy(path));
  return joinTargets(
    await fileTarget({ path, make: makeDesk, finished: () => keepInFiles(dataDir, kept), mayBeWhole }),
    await fileTarget({
      path: join(dataDir, 'vault.db'),
      make: makeVaultFile,
      finished: () => {},
      mayBeWhole: mayVaultBeWhole,
    }),
  );
};

const onServer = ({ server, dataKey }: OnServer) => ({
  place: server,
  schema: deskSchemaOf(server),
  migrations: postgresMigrations,
  dataKey,
});

const makeDesk = async (path: string): Promise<void> => (await openDeskFile(path)).close();

/** Each desk has signed an entry of its own first. */
const firstEntryQuery = 'select digest from desk_journal where seq = 1';
const firstEntry = (sqlite: Database): string => String(sqlite.prepare(firstEntryQuery).pluck().get() ?? '');
const firstEntryOnServer = async (run: Run): Promise<string> =>
  String((await run(firstEntryQuery, [])).rows[0]?.digest ?? '');

const inUseBy = async (run: Run): Promise<string | undefined> => {
  const { rows } = await run(
    'select host, pid from desk_process where seen > clock_timestamp() - make_interval(secs => $1)',
    [silentS],
  );
  const [first] = rows;
  return first && `process ${first.pid} on ${first.host}`;
};

/** By the name that a server has for each. */
const filesOf = (dataDir: string): [string, string][] => [
  [keptNames.identity, join(dataDir, 'identity.json')],
  [keptNames.sealing, join(dataDir, 'sealing.json')],
  [keptNames.head, join(dataDir, 'journal.head')],
];

const keptInFiles = (dataDir: string): KeptContents => {
  const found = filesOf(dataDir).filter(([, path]) => existsSync(path));
  return new Map(found.map(([name, path]) => [name, readFileSync(path, 'utf8')]));
};

const keepInFiles = (dataDir: string, kept: KeptContents): void => {
  for (const [name, path] of filesOf(dataDir)) {
    const content = kept.get(name);
    if (content !== undefined) writeAtomicallySync(path, content);
  }
};

const keepOnServer = async (run: Run, kept: KeptContents): Promise<void> => {
  for (const [name, content] of kept) {
    await run(
      `insert into kept_texts (name, content) values ($1, $2)
        on conflict (name) do update set content = excluded.content`,
      [name, content],
    );
  }
};

/** The signing key of a folder is never replaced. */
const refuseOtherIdentity = (dataDir: string, kept: KeptContents): void => {
  const own = keptInFolder(dataDir).identity.read();
  if (own === undefined || own === kept.get(keptNames.identity)) return;
  throw new CatalogueError('store.copyTarget', { to: dataDir, problem: 'it has a signing key of its own' });
};
