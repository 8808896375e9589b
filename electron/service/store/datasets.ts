import type { Selectable } from 'kysely';
import { insertRows, selectBulk } from '#base/store/bulk.ts';
import { prepared } from '#base/store/prepared.ts';
import type { PageOf, PageQuery } from '#contract/common.ts';
import {
  courseOf,
  type Deviation,
  datasetsIn,
  isWhole,
  type PlannedDataset,
  readIdsFor,
  type StoredDataset,
} from './read-course.ts';
import { pageOfRows } from './rows-page.ts';
import type { DatasetDeviationRow, DatasetRow, ReadRow, ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Reads and their datasets: starting and showing them. Source: `docs/reference/rules/data.md#syncs`. */

export interface NewRead {
  readonly id: string;
  readonly companyId: string;
  readonly connectionId: string;
  /** ms UTC */
  readonly requestedAt: number;
  /** At least one. */
  readonly datasets: readonly PlannedDataset[];
}

export const insertReads = ({ db }: Tx, reads: readonly NewRead[]): Promise<void> =>
  insertRows(
    db,
    'reads',
    reads.map(({ id, companyId, connectionId, requestedAt, datasets }) => ({
      id,
      company_id: companyId,
      connection_id: connectionId,
      requested_at: requestedAt,
      remaining: datasets.length,
      data_types: JSON.stringify(datasets.map(({ dataType }) => dataType)),
      course: courseOf(datasets),
      due_at: requestedAt + Math.min(...datasets.map(({ durationMs }) => durationMs)),
    })),
  );

type StoredRead = Selectable<ReadRow>;

const selectOfCompany = prepared<ServiceSchema, { company_id: string }, StoredRead>((db, value) =>
  db.selectFrom('reads').selectAll().where('company_id', '=', value('company_id')).orderBy('seq'),
);
const selectNear = prepared<ServiceSchema, { company_id: string; first: string; last: string }, StoredRead>(
  (db, value) =>
    db
      .selectFrom('reads')
      .selectAll()
      .where('id', '>=', value('first'))
      .where('id', '<=', value('last'))
      .where('company_id', '=', value('company_id')),
);
const selectRow = prepared<ServiceSchema, { company_id: string; id: string }, Selectable<DatasetRow>>(
  (db, value) =>
    db
      .selectFrom('datasets')
      .selectAll()
      .where('id', '=', value('id'))
      .where('company_id', '=', value('company_id')),
);

export const findDataset = async (
  reader: Reader,
  companyId: string,
  id: string,
): Promise<StoredDataset | undefined> => {
  const [first, last] = readIdsFor(id);
  const reads = await selectNear(reader.db, { company_id: companyId, first, last });
  const found = (await datasetsOf(reader, reads)).find((dataset) => dataset.id === id);
  return found ?? selectRow.first(reader.db, { company_id: companyId, id });
};

/** All datasets of these reads, in the order in which they were made. */
export const datasetsOfReads = async (
  reader: Reader,
  readIds: readonly string[],
): Promise<StoredDataset[]> => {
  const query = 'select r.* from wanted join reads r on r.id = wanted.key order by r.seq';
  return datasetsOf(reader, await selectBulk<ServiceSchema, StoredRead>(reader.db, query, readIds));
};

/** In the order of `reads`, and within one as they were asked for. */
const datasetsOf = async ({ db }: Reader, reads: readonly StoredRead[]): Promise<StoredDataset[]> => {
  const deviating = reads.filter(({ deviations }) => deviations > 0).map(({ seq }) => seq);
  const deviations = Map.groupBy(
    await selectBulk<ServiceSchema, Selectable<DatasetDeviationRow>>(
      db,
      'select d.* from wanted join dataset_deviations d on d.read_seq = wanted.key',
      deviating,
    ),
    (row) => row.read_seq,
  );
  const rows = Map.groupBy(
    await selectBulk<ServiceSchema, Selectable<DatasetRow>>(
      db,
      'select d.* from wanted join datasets d on d.read_id = wanted.key order by d.seq',
      reads.filter((read) => !isWhole(read)).map(({ id }) => id),
    ),
    (row) => row.read_id,
  );
  const none: readonly Deviation[] = [];
  return reads.flatMap((read) =>
    isWhole(read) ? datasetsIn(read, deviations.get(read.seq) ?? none) : (rows.get(read.id) ?? []),
  );
};

const datasetsOfCompany = async (reader: Reader, companyId: string): Promise<StoredDataset[]> =>
  datasetsOf(reader, await selectOfCompany(reader.db, { company_id: companyId }));

/** The latest dataset of a data type of a connection that ended well. */
export const latestSuccess = async (
  reader: Reader,
  companyId: string,
  connectionId: string,
  dataType: string,
): Promise<StoredDataset | undefined> =>
  (await datasetsOfCompany(reader, companyId)).findLast(
    (dataset) =>
      dataset.connection_id === connectionId &&
      dataset.data_type === dataType &&
      dataset.end_status === 'Complete',
  );

export interface LatestOfType {
  readonly latest: StoredDataset;
  /** The latest that ended well. */
  readonly success: StoredDataset | undefined;
}

/** For each data type that was ever asked for, in the order of their names. */
export const latestDatasets = async (reader: Reader, companyId: string): Promise<LatestOfType[]> => {
  const latest = new Map<string, LatestOfType>();
  for (const dataset of await datasetsOfCompany(reader, companyId)) {
    const isWell = dataset.end_status === 'Complete';
    const success = isWell ? dataset : latest.get(dataset.data_type)?.success;
    latest.set(dataset.data_type, { latest: dataset, success });
  }
  return [...latest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, found]) => found);
};

/** What a PullOperation shows of a dataset that is not stored: it follows from the time. */
export interface Standing {
  readonly status: string;
  readonly statusDescription: string;
  readonly progress: number;
}

/**
 * One page of a company's datasets. They are filtered and ordered here, as they follow from few rows.
 * @throws CatalogueError `query.malformed`, `request.invalid`
 */
export const listDatasets = async (
  reader: Reader,
  companyId: string,
  page: PageQuery,
  standing: (dataset: StoredDataset) => Standing,
): Promise<PageOf<StoredDataset>> =>
  pageOfRows(await datasetsOfCompany(reader, companyId), page, {
    id: { type: 'text', of: (row) => row.id },
    companyId: { type: 'text', of: (row) => row.company_id },
    connectionId: { type: 'text', of: (row) => row.connection_id },
    dataType: { type: 'text', of: (row) => row.data_type },
    status: { type: 'text', of: (row) => standing(row).status },
    statusDescription: { type: 'text', of: (row) => standing(row).statusDescription },
    errorMessage: { type: 'text', of: (row) => row.error_message },
    requested: { type: 'date', of: (row) => row.requested_at },
    completed: { type: 'date', of: (row) => row.ended_at },
    progress: { type: 'number', of: (row) => standing(row).progress },
    isCompleted: { type: 'boolean', of: (row) => Number(row.end_status === 'Complete') },
    isErrored: { type: 'boolean', of: (row) => Number((row.end_status ?? 'Complete') !== 'Complete') },
  });
