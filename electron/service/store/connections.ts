import { type Selectable, sql } from 'kysely';
import { insertRows, runBulk, selectBulk } from '#base/store/bulk.ts';
import { prepared } from '#base/store/prepared.ts';
import type { PageOf, PageQuery } from '#contract/common.ts';
import type { ConnectionStatus } from '#contract/company.ts';
import { lookupField, urlField } from './list-fields.ts';
import { numberedPage } from './numbered-page.ts';
import type { ConnectionErrorRow, ConnectionRow, ServiceSchema, TokenSetRow } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Data connections and their errors. Source: `docs/reference/rules/companies.md#connection`. Sealed credentials are written, never read. */

export type StoredError = Omit<Selectable<ConnectionErrorRow>, 'seq'>;
export type StoredConnection = Omit<
  Selectable<ConnectionRow>,
  'seq' | 'sealed_credentials' | 'token_set_id'
> & {
  readonly errors: readonly StoredError[];
};
export type NewConnection = Pick<
  StoredConnection,
  'id' | 'company_id' | 'platform_key' | 'platform_name' | 'source_type' | 'status' | 'created_at'
>;

export const insertConnections = ({ db }: Tx, connections: readonly NewConnection[]): Promise<void> =>
  insertRows(db, 'connections', connections);

type OwnRow = Omit<StoredConnection, 'errors'> & { readonly has_errors: number };

const selectBy = (key: 'id' | 'company_id'): string => `
  select c.id, c.company_id, c.platform_key, c.platform_name, c.source_type, c.status, c.created_at,
    c.last_sync_at, c.first_read_ended,
    exists (select 1 from connection_errors e where e.connection_id = c.id) as has_errors
  from wanted join connections c on c.${key} = wanted.key order by c.seq`;
const byId = selectBy('id');
const byCompany = selectBy('company_id');
const errorsOf = `
  select e.connection_id, e.status_code, e.status_text, e.error_message, e.errored_at, e.resolved_at
  from wanted join connection_errors e on e.connection_id = wanted.key order by e.seq`;

const withErrors = async ({ db }: Reader, rows: readonly OwnRow[]): Promise<StoredConnection[]> => {
  const erring = rows.filter((row) => row.has_errors === 1).map((row) => row.id);
  const errors = Map.groupBy(
    await selectBulk<ServiceSchema, StoredError>(db, errorsOf, erring),
    (error) => error.connection_id,
  );
  return rows.map((row) => Object.assign(row, { errors: errors.get(row.id) ?? [] }));
};

/** Connections of many companies, in the order of their creation within a company. */
export const connectionsOfCompanies = async (
  reader: Reader,
  companyIds: readonly string[],
): Promise<StoredConnection[]> =>
  withErrors(reader, await selectBulk<ServiceSchema, OwnRow>(reader.db, byCompany, companyIds));

export const findConnections = async (reader: Reader, ids: readonly string[]): Promise<StoredConnection[]> =>
  withErrors(reader, await selectBulk<ServiceSchema, OwnRow>(reader.db, byId, ids));

/** What a connection shows that is not in its row. */
export interface ConnectionWords {
  readonly linkUrl: (connectionId: string) => string;
  /** By platform key. */
  readonly integrationIds: ReadonlyMap<string, string>;
  readonly sourceIds: ReadonlyMap<string, string>;
}

/**
 * One page of a company's connections.
 * @throws CatalogueError `query.malformed`, `request.invalid`
 */
export const listConnections = async (
  reader: Reader,
  companyId: string,
  page: PageQuery,
  words: ConnectionWords,
): Promise<PageOf<StoredConnection>> => {
  const key = sql.ref('connections.platform_key');
  const rows = reader.db
    .selectFrom('connections')
    .select('connections.id')
    .where('connections.company_id', '=', companyId);
  const { results, totalResults } = await numberedPage(reader, rows, {
    page,
    fields: {
      id: { sql: sql.ref('connections.id'), type: 'text' },
      integrationId: lookupField(key, words.integrationIds),
      integrationKey: { sql: key, type: 'text' },
      sourceId: lookupField(key, words.sourceIds),
      sourceType: { sql: sql.ref('connections.source_type'), type: 'text' },
      platformName: { sql: sql.ref('connections.platform_name'), type: 'text' },
      linkUrl: urlField(words.linkUrl, sql.ref('connections.id')),
      status: { sql: sql.ref('connections.status'), type: 'text' },
      lastSync: { sql: sql.ref('connections.last_sync_at'), type: 'date' },
      created: { sql: sql.ref('connections.created_at'), type: 'date' },
    },
    seq: sql.ref<number>('connections.seq'),
  });
  const ids = results.map((row) => row.id);
  const found = new Map((await findConnections(reader, ids)).map((row) => [row.id, row]));
  return { results: ids.map((id) => found.get(id) as StoredConnection), totalResults };
};

export interface LinkedConnection {
  readonly id: string;
  readonly platform_key: string;
  /** Of the simulated token set that it was authorized with, if any. */
  readonly behaviour: TokenSetRow['behaviour'] | null;
}

const selectLinked = prepared<ServiceSchema, { company_id: string }, LinkedConnection>((db, value) =>
  db
    .selectFrom('connections')
    .leftJoin('token_sets', 'token_sets.id', 'connections.token_set_id')
    .select(['connections.id', 'connections.platform_key', 'token_sets.behaviour'])
    .where('connections.company_id', '=', value('company_id'))
    .where('connections.status', '=', 'Linked')
    .orderBy('connections.seq'),
);

export const linkedConnections = ({ db }: Reader, companyId: string): Promise<LinkedConnection[]> =>
  selectLinked(db, { company_id: companyId });

const countLinked = prepared<ServiceSchema, object, { count: number }>((db) =>
  db.selectFrom('linked_companies').select('count'),
);

/** How many companies have at least one Linked connection. */
export const countLinkedCompanies = async ({ db }: Reader): Promise<number> =>
  (await countLinked.first(db, {}))?.count ?? 0;

/** What changes in a connection when data syncs end or a person unlinks it. */
export interface ConnectionChange {
  readonly id: string;
  readonly status: ConnectionStatus;
  readonly last_sync_at: number | null;
  readonly first_read_ended: number;
}

export const updateConnections = async ({ db }: Tx, changes: readonly ConnectionChange[]): Promise<void> => {
  await runBulk(
    db,
    {
      v: { id: 'text', status: 'text', last_sync_at: 'integer', first_read_ended: 'integer' },
      text: `update connections set status = v.status, last_sync_at = v.last_sync_at,
        first_read_ended = v.first_read_ended from v where connections.id = v.id`,
    },
    changes.map((c) => [c.id, c.status, c.last_sync_at, c.first_read_ended]),
  );
};

export interface StoredCredentials {
  readonly id: string;
  readonly sealed_credentials: Uint8Array | null;
  readonly token_set_id: string | null;
}

const linkOne = prepared<ServiceSchema, StoredCredentials, never>(
  (db, value) =>
    db
      .updateTable('connections')
      .set({
        status: 'Linked',
        sealed_credentials: value('sealed_credentials'),
        token_set_id: value('token_set_id'),
      })
      .where('id', '=', value('id')) as never,
);
const resolveErrors = prepared<ServiceSchema, { id: string; at: number }, never>(
  (db, value) =>
    db
      .updateTable('connection_errors')
      .set({ resolved_at: value('at') })
      .where('connection_id', '=', value('id'))
      .where('resolved_at', 'is', null) as never,
);

/** Makes it Linked with these credentials; its Active errors are resolved at `at` (ms UTC). */
export const linkConnection = async (
  { db }: Tx,
  credentials: StoredCredentials,
  at: number,
): Promise<void> => {
  await linkOne(db, credentials);
  await resolveErrors(db, { id: credentials.id, at });
};

export const insertConnectionErrors = ({ db }: Tx, errors: readonly StoredError[]): Promise<void> =>
  insertRows(db, 'connection_errors', errors);

const deleteOne = prepared<ServiceSchema, { id: string }, never>(
  (db, value) => db.deleteFrom('connections').where('id', '=', value('id')) as never,
);

/** Its data syncs stay in the company's history. */
export const deleteConnection = async ({ db }: Tx, id: string): Promise<void> => {
  await deleteOne(db, { id });
};
