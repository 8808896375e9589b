import type { Connection } from '#contract/company.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import {
  deleteConnection,
  insertConnections,
  listConnections,
  type StoredConnection,
} from '#service/store/connections.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { cancelRunning } from '#service/store/dataset-ends.ts';
import type { Tx } from '#service/store/store.ts';
import type { Catalogue } from './catalogue.ts';
import {
  announceChange,
  loadConnection,
  publishChange,
  requireConnection,
  storeCredentials,
} from './connection-changes.ts';
import { requireTransition } from './connection-status.ts';
import { checkCredentials } from './credentials.ts';
import { loadCompany, requireCompany } from './load-companies.ts';
import type { Connections } from './platform.ts';
import { type ConnectionState, settle } from './settle.ts';
import { integrationIdOf, sourceIdOf, toConnection } from './views.ts';

/** Connections: create, list, show, unlink, remove, authorize. Source: `docs/reference/rules/companies.md#connection`. */
export const createConnections = (context: ServiceContext, catalogue: Catalogue): Connections => {
  const { store, pages } = context;
  const idsBy = (idOf: (platformKey: string) => string): ReadonlyMap<string, string> =>
    new Map(catalogue.all.map(({ platformKey }) => [platformKey, idOf(platformKey)]));
  const integrationIds = idsBy(integrationIdOf);
  const sourceIds = idsBy(sourceIdOf);

  return {
    create: (companyId, platformKey) =>
      store.writeJointly((tx) => createPending(tx, context, catalogue.find, companyId, platformKey)),

    list: (companyId, page) =>
      store.read(async (reader) => {
        await requireCompany(reader, companyId);
        const linkUrl = (connectionId: string) => pages.connection(companyId, connectionId);
        const words = { linkUrl, integrationIds, sourceIds };
        const { results, totalResults } = await listConnections(reader, companyId, page, words);
        return { results: results.map((row) => toConnection(row, pages)), totalResults };
      }),

    show: (companyId, connectionId) =>
      store.read(async (reader) =>
        toConnection(await requireConnection(reader, companyId, connectionId), pages),
      ),

    unlink: (companyId, connectionId) =>
      store.write(async (tx) => {
        await unlink(tx, context, await requireConnection(tx, companyId, connectionId));
        return toConnection(await requireConnection(tx, companyId, connectionId), pages);
      }),

    remove: (companyId, connectionId) =>
      store.write(async (tx) => {
        const row = await requireConnection(tx, companyId, connectionId);
        await cancel(tx, context, companyId, connectionId, 'The connection was deleted.');
        await deleteConnection(tx, connectionId);
        const company = await loadCompany(tx, companyId, pages);
        const connection = toConnection(row, pages);
        const oldStatus = row.status;
        await context.publish(tx, { type: 'connection.deleted', company, connection, oldStatus });
        announceChange(tx, context, companyId, connectionId, 'Deleted');
      }),

    authorize: (companyId, connectionId, body) =>
      store.writeJointly(async (tx) => {
        const row = await requireConnection(tx, companyId, connectionId);
        return authorize(tx, context, row, catalogue.find(row.platform_key), body);
      }),
  };
};

const createPending = async (
  tx: Tx,
  context: ServiceContext,
  find: Catalogue['find'],
  companyId: string,
  platformKey: string,
): Promise<Connection> => {
  await requireCompany(tx, companyId);
  const { enabled, name, sourceType } = find(platformKey);
  if (!enabled) throw new CatalogueError('integration.disabled', { platformKey });
  const id = context.ids.uuid();
  const row = {
    id,
    company_id: companyId,
    platform_key: platformKey,
    platform_name: name,
    source_type: sourceType,
    status: 'PendingAuth' as const,
    created_at: context.clock.now(),
  };
  await insertConnections(tx, [row]);
  const company = await loadCompany(tx, companyId, context.pages);
  const connection = company.dataConnections.find((c) => c.id === id) as Connection;
  await publishChange(tx, context, { type: 'connection.created', company, connection });
  return connection;
};

const unlink = async (tx: Tx, context: ServiceContext, row: StoredConnection): Promise<void> => {
  const { company_id: companyId, id } = row;
  const { to } = requireTransition(row, 'unlink');
  const readIds = await cancel(tx, context, companyId, id, 'The connection was unlinked.');
  const connection: ConnectionState = { ...row, companyId, status: to };
  await settle(tx, context, {
    errors: [],
    happenings: [
      { kind: 'disconnected', connection },
      ...readIds.map((readId) => ({ kind: 'read ended' as const, connection, readId })),
    ],
  });
};

const authorize = async (
  tx: Tx,
  context: ServiceContext,
  row: StoredConnection,
  integration: CatalogueIntegration,
  body: Record<string, unknown>,
): Promise<Connection> => {
  await storeCredentials(tx, context, row, integration, checkCredentials(integration, body));
  const { company, connection } = await loadConnection(tx, context, row);
  if (row.status === 'Linked') {
    announceChange(tx, context, row.company_id, row.id, row.status);
  } else {
    const { event } = requireTransition(row, 'link');
    await publishChange(tx, context, { type: event, company, connection, oldStatus: row.status });
  }
  return connection;
};

/** Cancels the reads and syncs of a connection. Returns the ids of the reads. */
const cancel = async (
  tx: Tx,
  context: ServiceContext,
  companyId: string,
  connectionId: string,
  why: string,
): Promise<string[]> => {
  const { datasetIds, readIds } = await cancelRunning(tx, connectionId, context.clock.now(), why);
  tx.afterCommit(() => {
    for (const datasetId of datasetIds) {
      context.announce({ type: 'sync', companyId, connectionId, datasetId, status: 'Cancelled' });
    }
  });
  return readIds;
};
