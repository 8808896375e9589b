import { toIso } from '#base/clock.ts';
import type { DataTypeStatus, DataValidation, PullOperation } from '#contract/data.ts';
import { isDataType } from '#contract/data-types.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import { findConnections, type LinkedConnection, linkedConnections } from '#service/store/connections.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { findDataset, type LatestOfType, latestDatasets, listDatasets } from '#service/store/datasets.ts';
import type { StoredDataset } from '#service/store/read-course.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import type { Catalogue } from './catalogue.ts';
import { requireConnection } from './connection-changes.ts';
import { requireConfig } from './custom-data.ts';
import { customType } from './custom-type.ts';
import { requireCompany } from './load-companies.ts';
import type { Data } from './platform.ts';
import { standing, toPullOperation } from './pull-operation.ts';
import { startReads, type WantedRead } from './start-reads.ts';
import { inSyncOrder, settingsOfCompany } from './sync-setting.ts';

/** Data syncs: start, show. Source: `docs/reference/rules/data.md#syncs`. */
export const createData = (context: ServiceContext, catalogue: Catalogue): Data => {
  const { store, clock } = context;

  const typesOf = ({ platform_key }: Pick<LinkedConnection, 'platform_key'>): readonly string[] =>
    catalogue.get(platform_key)?.dataTypes ?? [];

  const wantedRead = (
    companyId: string,
    { id, behaviour }: LinkedConnection,
    dataTypes: readonly string[],
  ): WantedRead => ({ companyId, connectionId: id, behaviour, dataTypes });

  const startOne = async (
    tx: Tx,
    companyId: string,
    connection: LinkedConnection,
    dataType: string,
  ): Promise<PullOperation> => {
    const [id] = await startReads(tx, context, [wantedRead(companyId, connection, [dataType])]);
    return toPullOperation((await findDataset(tx, companyId, id as string)) as StoredDataset, clock.now());
  };

  const dataset = (companyId: string, datasetId: string): Promise<PullOperation> =>
    store.read(async (reader) => {
      const row = await findDataset(reader, companyId, datasetId);
      if (row !== undefined) return toPullOperation(row, clock.now());
      await requireCompany(reader, companyId);
      throw new CatalogueError('dataset.notFound', { companyId, datasetId });
    });

  return {
    syncAll: (companyId) =>
      store.writeJointly(async (tx) => {
        const linked = await requireLinked(tx, companyId);
        const settingOf = await settingsOfCompany(tx, companyId);
        const wanted = linked.map((connection) =>
          wantedRead(companyId, connection, inSyncOrder(typesOf(connection), settingOf)),
        );
        await startReads(tx, context, wanted);
      }),

    queue: (companyId, dataType, connectionId) =>
      store.writeJointly(async (tx) => {
        const linked = await requireLinked(tx, companyId, connectionId);
        const supporting = linked.find((connection) => typesOf(connection).includes(dataType));
        const connection = supporting ?? (linked[0] as LinkedConnection);
        if (!isDataType(dataType)) throw unknownDataType(dataType, typesOf(connection));
        return startOne(tx, companyId, connection, dataType);
      }),

    queueCustom: (companyId, connectionId, identifier) =>
      store.writeJointly(async (tx) => {
        const { platform_key } = await requireConnection(tx, companyId, connectionId);
        await requireConfig(tx, platform_key, identifier);
        const [connection] = await requireLinked(tx, companyId, connectionId);
        return startOne(tx, companyId, connection as LinkedConnection, customType(identifier));
      }),

    status: (companyId) => store.read((reader) => statuses(reader, companyId, typesOf, clock.now())),

    history: (companyId, page) =>
      store.read(async (reader) => {
        await requireCompany(reader, companyId);
        const now = clock.now();
        const found = await listDatasets(reader, companyId, page, (row) => standing(row, now));
        return { ...found, results: found.results.map((row) => toPullOperation(row, now)) };
      }),

    dataset,

    validation: async (companyId, datasetId) => validationOf(await dataset(companyId, datasetId)),
  };
};

/** Generated data is valid: only a dataset that ended with an error has something to tell. */
const validationOf = ({
  isErrored,
  dataType,
  status,
  statusDescription = '',
  errorMessage = statusDescription,
}: PullOperation): DataValidation => ({
  errors: isErrored ? [{ itemId: dataType, message: errorMessage, validatorName: status }] : [],
  warnings: [],
});

const statuses = async (
  reader: Reader,
  companyId: string,
  typesOf: (connection: LinkedConnection) => readonly string[],
  now: number,
) => {
  await requireCompany(reader, companyId);
  const linked = await linkedConnections(reader, companyId);
  const initial = linked
    .flatMap(typesOf)
    .map((dataType): [string, DataTypeStatus] => [dataType, { dataType, currentStatus: 'Initial' }]);
  const synced = (await latestDatasets(reader, companyId)).map((found): [string, DataTypeStatus] => [
    found.latest.data_type,
    dataTypeStatus(found, now),
  ]);
  return Object.fromEntries([...initial, ...synced]);
};

/** The Linked connections of a company, or the one that is named. */
const requireLinked = async (
  reader: Reader,
  companyId: string,
  connectionId?: string,
): Promise<LinkedConnection[]> => {
  const all = await linkedConnections(reader, companyId);
  const linked = connectionId === undefined ? all : all.filter(({ id }) => id === connectionId);
  if (linked.length > 0) return linked;
  await requireCompany(reader, companyId);
  if (connectionId === undefined) throw new CatalogueError('company.noLinkedConnection', { companyId });
  const [other] = await findConnections(reader, [connectionId]);
  if (other?.company_id !== companyId) {
    throw new CatalogueError('connection.notFound', { companyId, connectionId });
  }
  throw new CatalogueError('connection.notLinked', { companyId, connectionId, status: other.status });
};

const unknownDataType = (dataType: string, known: readonly string[]): CatalogueError =>
  invalid({
    itemId: 'dataType',
    message: `There is no data type "${dataType}". This connection has ${known.join(', ')}.`,
    validatorName: 'dataType',
  });

const dataTypeStatus = ({ latest, success }: LatestOfType, now: number): DataTypeStatus => {
  const status: DataTypeStatus = {
    dataType: latest.data_type,
    currentStatus: standing(latest, now).status,
    latestSyncId: latest.id,
  };
  if (success !== undefined) {
    status.latestSuccessfulSyncId = success.id;
    if (success.ended_at !== null) status.lastSuccessfulSync = toIso(success.ended_at);
  }
  return status;
};
