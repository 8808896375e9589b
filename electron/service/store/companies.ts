import { type Selectable, sql } from 'kysely';
import { insertRows, runBulk, selectBulk } from '#base/store/bulk.ts';
import { gatheredInsert } from '#base/store/gathered.ts';
import { prepared } from '#base/store/prepared.ts';
import type { PageOf, PageQuery } from '#contract/common.ts';
import type { Pages } from '#service/core/context.ts';
import { companyPlace } from './company-places.ts';
import { urlField } from './list-fields.ts';
import { boundsOfAll, numberedPage } from './numbered-page.ts';
import type { CompanyRow, ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Companies. Source: `docs/reference/rules/companies.md#company`. */

export type StoredCompany = Selectable<CompanyRow>;
/**
 * Stands for all that a company shows, `revision` × 2³² + `seq`: as `seq` is never given twice, not even after a reset,
 * and `revision` only rises, no two states that were ever committed have the same version. One number, as lists read
 * hundreds. After two million changes it would be no safe integer: then it is −`seq`, which stands for no state.
 */
export type CompanyVersion = number;

const seqs = 2 ** 32;
const mostRevisions = 2 ** 21;
const versionSql = sql<CompanyVersion>`case when revision < ${sql.lit(mostRevisions)} then (revision << 32) + companies.seq else -companies.seq end`;

export const versionOf = ({ seq, revision }: Pick<StoredCompany, 'seq' | 'revision'>): CompanyVersion =>
  revision < mostRevisions ? revision * seqs + seq : -seq;
export const seqOf = (version: CompanyVersion): number => Math.abs(version) % seqs;
export const isState = (version: CompanyVersion): boolean => version > 0;
export type NewCompany = Omit<StoredCompany, 'seq' | 'revision' | 'last_sync_at' | 'products_json'>;
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

const insertOne = prepared<ServiceSchema, NewCompany, unknown>((db, value) =>
  db.insertInto('companies').values({
    id: value('id'),
    name: value('name'),
    description: value('description'),
    tags_json: value('tags_json'),
    created_at: value('created_at'),
    created_by: value('created_by'),
  }),
);

const insertGathered = gatheredInsert<ServiceSchema, 'companies', NewCompany>(
  insertOne,
  'companies',
  ['id', 'name', 'description', 'tags_json', 'created_at', 'created_by'],
  'id',
);

export const insertCompany = async ({ db }: Tx, company: NewCompany): Promise<void> => {
  await insertGathered(db, company);
};

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
  const [revision] = await selectRevision.column(db, {});
  if (revision === undefined) throw new Error('The revision of the companies is missing.');
  return revision;
};

/** Answers whether there is such a company. */
export const updateCompany = async ({ db }: Tx, details: CompanyDetails): Promise<boolean> =>
  (await updateOne(db, details)).length > 0;

export const writeProducts = async (
  { db }: Tx,
  companyId: string,
  products: readonly string[],
): Promise<void> => {
  await db
    .updateTable('companies')
    .set({ products_json: JSON.stringify(products) })
    .where('id', '=', companyId)
    .execute();
};

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
      v: { id: 'text', at: 'integer' },
      text: 'update companies set last_sync_at = v.at from v where companies.id = v.id',
    },
    synced,
  );
};

const selectVersions = prepared<
  ServiceSchema,
  { from: number; limit: number; offset: number },
  { version: CompanyVersion }
>((db, value) =>
  db
    .selectFrom('companies')
    .select(versionSql.as('version'))
    .where('seq', '>=', value('from'))
    .orderBy('seq')
    .limit(value('limit'))
    .offset(value('offset')),
);
const selectTotal = prepared<ServiceSchema, object, { total: number }>((db) =>
  db.selectFrom('company_revision').select('total'),
);

/** @throws CatalogueError `query.malformed`, `request.invalid` */
export const listCompanies = async (
  reader: Reader,
  page: PageQuery,
  pages: Pages,
): Promise<PageOf<CompanyVersion>> => {
  const { db } = reader;
  const bounds = boundsOfAll(page);
  if (bounds === undefined) return findVersions(reader, page, pages);
  const [totalResults = 0] = await selectTotal.column(db, {});
  if (bounds.offset >= totalResults) return { results: [], totalResults };
  const place = await companyPlace(reader, bounds.offset);
  return { results: await selectVersions.column(db, { ...place, limit: bounds.limit }), totalResults };
};

const findVersions = async (
  reader: Reader,
  page: PageQuery,
  pages: Pages,
): Promise<PageOf<CompanyVersion>> => {
  const rows = reader.db.selectFrom('companies').select(versionSql.as('version'));
  const { results, totalResults } = await numberedPage(reader, rows, {
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
  return { results: results.map(({ version }) => version), totalResults };
};

/** What a company without connections has for a platform. */
export const noPlatform = 'Unknown';

/** The names of its connections' platforms, each once, in the order of their first connection. */
const platform = sql<string>`(select coalesce(string_agg(platform_name, ', '), ${noPlatform}) from (
  select platform_name from connections where company_id = companies.id
  group by platform_name order by min(seq)) as platforms)`;
