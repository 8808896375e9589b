import { namedUuid } from '#base/ids.ts';
import { isDataType } from '#contract/data-types.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import type { PushOption, PushOptionView } from '#contract/push.ts';
import type { Catalogue } from '#service/platform/catalogue.ts';
import { requireConnection } from '#service/platform/connection-changes.ts';
import { requireCompany } from '#service/platform/load-companies.ts';
import type { Pushes, WantedPush } from '#service/platform/platform.ts';
import {
  type LinkedConnection,
  linkedConnections,
  type StoredConnection,
} from '#service/store/connections.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { findPush, insertPush, listPushes, type StoredPush } from '#service/store/pushes.ts';
import { checkRecord } from './check-record.ts';
import { dueAtOf } from './end-of-push.ts';
import { pushable, pushOptionOf } from './models.ts';
import { toPushOperation } from './push-operation.ts';

/** Push operations: start, list, show, options. Source: `docs/reference/rules/push.md`. */
export const createPushes = (context: ServiceContext, catalogue: Catalogue): Pushes => {
  const { store, clock, ids, seed } = context;

  /** @throws CatalogueError `request.invalid` if no records of that data type can be pushed to the platform */
  const optionOf = (
    { platform_key }: Pick<StoredConnection, 'platform_key'>,
    dataType: string,
  ): PushOption => {
    const integration = catalogue.get(platform_key);
    const known = pushable(integration?.dataTypes ?? []);
    const option = known.includes(dataType) ? pushOptionOf(dataType) : undefined;
    if (option !== undefined) return option;
    throw notPushable(integration?.name ?? platform_key, dataType, known);
  };

  const rowOf = (
    wanted: WantedPush,
    option: PushOption,
    behaviour: LinkedConnection['behaviour'],
  ): StoredPush => {
    const id = ids.uuid();
    const { timeoutMinutes = null, change, record } = wanted;
    const requestedAt = clock.now();
    const dueAt = dueAtOf({ id, requestedAt, timeoutMinutes }, seed, behaviour === 'slow');
    return {
      id,
      company_id: wanted.companyId,
      connection_id: wanted.connectionId,
      data_type: wanted.dataType,
      change,
      record_id: wanted.recordId ?? namedUuid('pushed record', id),
      requested_at: requestedAt,
      timeout_minutes: timeoutMinutes,
      due_at: dueAt,
      completed_at: null,
      status: 'Pending',
      status_code: 202,
      error_message: null,
      validation_json: record === undefined ? null : JSON.stringify(checkRecord(option, record)),
    };
  };

  return {
    options: (companyId, connectionId, dataType) =>
      store.read(async (reader) => {
        const connection = await requireConnection(reader, companyId, connectionId);
        return optionOf(connection, dataType) as PushOptionView;
      }),

    push: (wanted) =>
      store.writeJointly(async (tx) => {
        const { companyId, connectionId } = wanted;
        const connection = await requireConnection(tx, companyId, connectionId);
        const option = optionOf(connection, wanted.dataType);
        const linked = (await linkedConnections(tx, companyId)).find(({ id }) => id === connectionId);
        if (linked === undefined) {
          const { status } = connection;
          throw new CatalogueError('push.notLinked', { companyId, connectionId, status });
        }
        const row = rowOf(wanted, option, linked.behaviour);
        await insertPush(tx, row);
        tx.afterCommit(() => context.wake());
        return toPushOperation(row);
      }),

    list: (companyId, page) =>
      store.read(async (reader) => {
        await requireCompany(reader, companyId);
        const { results, totalResults } = await listPushes(reader, companyId, page);
        return { results: results.map(toPushOperation), totalResults };
      }),

    show: (companyId, pushOperationKey) =>
      store.read(async (reader) => {
        const row = await findPush(reader, companyId, pushOperationKey);
        if (row !== undefined) return toPushOperation(row);
        await requireCompany(reader, companyId);
        throw new CatalogueError('push.notFound', { companyId, pushOperationKey });
      }),
  };
};

const notPushable = (name: string, dataType: string, known: readonly string[]): CatalogueError => {
  const problem = isDataType(dataType)
    ? `Records of the data type ${dataType} can't be pushed to ${name}.`
    : `There is no data type "${dataType}".`;
  const instead = known.length === 0 ? 'Nothing can be pushed to it.' : `It takes ${known.join(', ')}.`;
  return invalid({ itemId: 'dataType', message: `${problem} ${instead}`, validatorName: 'dataType' });
};
