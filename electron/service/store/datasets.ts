import { type RawBuilder, type Selectable, sql } from 'kysely';
import { insertRows, prepared, selectBulk } from '#base/prepared.ts';
import type { PageOf, PageQuery } from '#contract/common.ts';
import { mostProgressWhileRunning, stageStarts } from '#contract/dataset-progress.ts';
import { numberedPage } from './numbered-page.ts';
import type { DatasetRow, ReadRow, ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Reads and their datasets: starting and showing them. Source: `docs/reference/rules/data.md#syncs`. */

export type StoredDataset = Selectable<DatasetRow>;
export type NewRead = Omit<Selectable<ReadRow>, 'seq'>;
export type NewDataset = Omit<
  StoredDataset,
  'seq' | 'ended_at' | 'end_status' | 'error_message' | 'records_modified'
>;

export const insertReads = ({ db }: Tx, reads: readonly NewRead[]): Promise<void> =>
  insertRows(db, 'reads', reads);

export const insertDatasets = ({ db }: Tx, datasets: readonly NewDataset[]): Promise<void> =>
  insertRows(db, 'datasets', datasets);

const selectOne = prepared<ServiceSchema, { company_id: string; id: string }, StoredDataset>((db, value) =>
  db
    .selectFrom('datasets')
    .selectAll()
    .where('id', '=', value('id'))
    .where('company_id', '=', value('company_id')),
);

export const findDataset = (
  { db }: Reader,
  companyId: string,
  id: string,
): Promise<StoredDataset | undefined> => selectOne.first(db, { company_id: companyId, id });

/** All datasets of these reads, in the order in which they were made. */
export const datasetsOfReads = ({ db }: Reader, readIds: readonly string[]): Promise<StoredDataset[]> =>
  selectBulk(db, 'select d.* from wanted join datasets d on d.read_id = wanted.key order by d.seq', readIds);

export interface LatestOfType {
  readonly latest: StoredDataset;
  readonly success_id: string | null;
  readonly success_ended_at: number | null;
}

const selectLatest = prepared<
  ServiceSchema,
  { company_id: string },
  StoredDataset & Omit<LatestOfType, 'latest'>
>((db, value) =>
  db
    .with('newest', (qb) =>
      qb
        .selectFrom('datasets')
        .select((eb) => [
          eb.fn.max('seq').as('seq'),
          eb.fn
            .max(eb.case().when('end_status', '=', 'Complete').then(eb.ref('seq')).end())
            .as('success_seq'),
        ])
        .where('read_id', 'in', (rows) =>
          rows.selectFrom('reads').select('reads.id').where('reads.company_id', '=', value('company_id')),
        )
        .groupBy('data_type'),
    )
    .selectFrom('newest')
    .innerJoin('datasets as latest', 'latest.seq', 'newest.seq')
    .leftJoin('datasets as success', 'success.seq', 'newest.success_seq')
    .selectAll('latest')
    .select(['success.id as success_id', 'success.ended_at as success_ended_at']),
);

/** For each data type that was ever asked for: the latest dataset, and the latest that ended well. */
export const latestDatasets = async ({ db }: Reader, companyId: string): Promise<LatestOfType[]> => {
  const rows = await selectLatest(db, { company_id: companyId });
  return rows.map(({ success_id, success_ended_at, ...latest }) => ({
    latest,
    success_id,
    success_ended_at,
  }));
};

/** What a PullOperation says in words; `null` where a state has none. */
export type StatusWords = Readonly<Record<string, string>>;

/**
 * One page of a company's datasets. Stage and progress of running ones are worked out in SQL as
 * `contract/dataset-progress.ts` does, so that they can be filtered and ordered by.
 * @param now ms UTC
 * @throws CatalogueError `query.malformed`, `request.invalid`
 */
export const listDatasets = (
  reader: Reader,
  companyId: string,
  page: PageQuery,
  now: number,
  words: StatusWords,
): Promise<PageOf<StoredDataset>> => {
  // By way of the reads: an index of datasets by company would be one more to write for each of them.
  const rows = reader.db
    .selectFrom('datasets')
    .selectAll()
    .where('datasets.read_id', 'in', (of) =>
      of.selectFrom('reads').select('reads.id').where('reads.company_id', '=', companyId),
    );
  const status = statusAt(now);
  const described = Object.entries(words).map(([key, text]) => sql`when ${key} then ${text}`);
  return numberedPage(reader, rows, {
    page,
    fields: {
      id: { sql: sql.ref('datasets.id'), type: 'text' },
      companyId: { sql: sql.ref('datasets.company_id'), type: 'text' },
      connectionId: { sql: sql.ref('datasets.connection_id'), type: 'text' },
      dataType: { sql: sql.ref('datasets.data_type'), type: 'text' },
      status: { sql: status, type: 'text' },
      statusDescription: { sql: sql`(case ${status} ${sql.join(described, sql` `)} end)`, type: 'text' },
      errorMessage: { sql: sql.ref('datasets.error_message'), type: 'text' },
      requested: { sql: sql.ref('datasets.requested_at'), type: 'date' },
      completed: { sql: sql.ref('datasets.ended_at'), type: 'date' },
      progress: { sql: progressSql(now), type: 'number' },
      isCompleted: { sql: sql`(coalesce(datasets.end_status, '') = 'Complete')`, type: 'boolean' },
      isErrored: { sql: sql`(coalesce(datasets.end_status, 'Complete') <> 'Complete')`, type: 'boolean' },
    },
    seq: sql.ref<number>('datasets.seq'),
  });
};

const progressSql = (now: number): RawBuilder<number> => sql`(case
  when datasets.end_status is not null then 100
  when ${now} >= datasets.due_at then ${mostProgressWhileRunning}
  when ${now} <= datasets.requested_at then 0
  else cast(((${now} - datasets.requested_at) * 100) / (datasets.due_at - datasets.requested_at) as integer) end)`;

const statusAt = (now: number): RawBuilder<string> => {
  const stages = stageStarts.map(([stage, from]) => sql`when ${progressSql(now)} >= ${from} then ${stage}`);
  return sql`(case when datasets.end_status is not null then datasets.end_status ${sql.join(stages, sql` `)} end)`;
};
