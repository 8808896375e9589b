import { type Selectable, sql } from 'kysely';
import { insertRows, prepared, runBulk, selectBulk } from '#base/prepared.ts';
import type { PageOf, PageQuery } from '#contract/common.ts';
import type { Pages } from '#service/core/context.ts';
import { urlField } from './list-fields.ts';
import { numberedPage } from './numbered-page.ts';
import type { CompanyRow, ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Companies. Source: `docs/reference/rules/companies.md#company`. */

export type StoredCompany = Selectable<CompanyRow>;
/**
 * Stands for all that a company shows: as `seq` is never given twice, not even after a reset, and `revision` only
 * rises, no two states that were ever committed have the same version.
 */
export type CompanyVersion = Pick<StoredCompany, 'seq' | 'revision'>;
export type NewCompany = Omit<StoredCompany, 'seq' | 'revision' | 'last_sync_at'>;
/** What a person may change. */
export type CompanyDetails = Pick<StoredCompany, 'id' | 'name' | 'description' | 'tags_json'>;

const selectOne = prepared<ServiceSchema, { id: string }, StoredCompany>((db, value) =>
  db.selectFrom('companies').selectAll().where('id', '=', value('id')),
);
const updateOne = prepared<ServiceSchema, CompanyDetails, { id: string }>((db, value) =>
  db
    .updateTable('companies')
    .set({ name: value('name'), description: value('description'), tags_json: value('tags_json') })
    .where('id', '=', value('id'))
    .returning('id'),
);
const deleteOne = prepared<ServiceSchema, { id: string }, never>(
  (db, value) => db.deleteFrom('companies').where('id', '=', value('id')) as never,
);

export const insertCompanies = ({ db }: Tx, companies: readonly NewCompany[]): Promise<void> =>
  insertRows(db, 'companies', companies);

export const findCompany = ({ db }: Reader, id: string): Promise<StoredCompany | undefined> =>
  selectOne.first(db, { id });

export const findCompanies = ({ db }: Reader, ids: readonly string[]): Promise<StoredCompany[]> =>
  selectBulk(db, 'select companies.* from wanted join companies on companies.id = wanted.key', ids);

export const findCompaniesBySeq = ({ db }: Reader, seqs: readonly number[]): Promise<StoredCompany[]> =>
  selectBulk(db, 'select companies.* from wanted join companies on companies.seq = wanted.key', seqs);

const selectRevision = prepared<ServiceSchema, object, { revision: number }>((db) =>
  db.selectFrom('company_revision').select('revision'),
);

/** Rises with every change of what any company shows, and of which there are: while it stays, so do all lists. */
export const companiesRevision = async ({ db }: Reader): Promise<number> => {
  const row = await selectRevision.first(db, {});
  if (row === undefined) throw new Error('The revision of the companies is missing.');
  return row.revision;
};

/** Answers whether there is such a company. */
export const updateCompany = async ({ db }: Tx, details: CompanyDetails): Promise<boolean> =>
  (await updateOne(db, details)).length > 0;

/** Its connections and data syncs go with it. */
export const deleteCompany = async ({ db }: Tx, id: string): Promise<void> => {
  await deleteOne(db, { id });
};

/** Notes the end of a successful read, one row `[company id, ms UTC]` each. */
export const markCompaniesSynced = async (
  { db }: Tx,
  synced: readonly (readonly [companyId: string, at: number])[],
): Promise<void> => {
  await runBulk(
    db,
    {
      before: 'with synced(id, at) as (values',
      after: ') update companies set last_sync_at = synced.at from synced where companies.id = synced.id',
    },
    synced,
  );
};

/** @throws CatalogueError `query.malformed`, `request.invalid` */
export const listCompanies = (
  reader: Reader,
  page: PageQuery,
  pages: Pages,
): Promise<PageOf<CompanyVersion>> =>
  numberedPage(reader, reader.db.selectFrom('companies').select(['seq', 'revision']), {
    page,
    fields: {
      id: { sql: sql.ref('companies.id'), type: 'text' },
      name: { sql: sql.ref('companies.name'), type: 'text' },
      description: { sql: sql.ref('companies.description'), type: 'text' },
      redirect: urlField(pages.company, sql.ref('companies.id')),
      platform: { sql: platform, type: 'text' },
      lastSync: { sql: sql.ref('companies.last_sync_at'), type: 'date' },
      created: { sql: sql.ref('companies.created_at'), type: 'date' },
      createdByUserName: { sql: sql.ref('companies.created_by'), type: 'text' },
    },
    tags: sql.ref('companies.tags_json'),
    seq: sql.ref<number>('companies.seq'),
  });

/** What a company without connections has for a platform. */
export const noPlatform = 'Unknown';

/** The names of its connections' platforms, each once, in the order of their first connection. */
const platform = sql<string>`(select coalesce(string_agg(platform_name, ', '), ${noPlatform}) from (
  select platform_name from connections where company_id = companies.id
  group by platform_name order by min(seq)) as platforms)`;
