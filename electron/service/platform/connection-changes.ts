import type { Company, Connection } from '#contract/company.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { ConnectionEvent } from '#service/core/domain-events.ts';
import { sealedAs } from '#service/core/sealed-as.ts';
import { findConnections, linkConnection, type StoredConnection } from '#service/store/connections.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import { loadCompany, requireCompany } from './load-companies.ts';
import { scheduleSyncs } from './schedule-syncs.ts';
import { recognizeTokenSet } from './simulator.ts';

/** Steps that the ways of changing a connection share. */

/** @throws CatalogueError `company.notFound`, `connection.notFound` */
export const requireConnection = async (
  reader: Reader,
  companyId: string,
  connectionId: string,
): Promise<StoredConnection> => {
  const [row] = await findConnections(reader, [connectionId]);
  if (row?.company_id === companyId) return row;
  await requireCompany(reader, companyId);
  throw new CatalogueError('connection.notFound', { companyId, connectionId });
};

/** The company and its connection as they are now. */
export const loadConnection = async (
  reader: Reader,
  context: ServiceContext,
  { company_id, id }: StoredConnection,
): Promise<{ company: Company; connection: Connection }> => {
  const company = await loadCompany(reader, company_id, context.pages);
  return { company, connection: company.dataConnections.find((c) => c.id === id) as Connection };
};

/** Seals credentials and makes the connection Linked with them; none, for a platform that takes none. */
export const storeCredentials = async (
  tx: Tx,
  context: ServiceContext,
  row: StoredConnection,
  integration: CatalogueIntegration | undefined,
  credentials: Readonly<Record<string, string>>,
): Promise<void> => {
  const isEmpty = Object.keys(credentials).length === 0;
  const sealed = isEmpty
    ? null
    : context.sealer.seal(JSON.stringify(credentials), sealedAs.credentials(row.id));
  const tokenSetId = integration && (await recognizeTokenSet(tx, context, integration, credentials));
  await linkConnection(
    tx,
    { id: row.id, sealed_credentials: sealed, token_set_id: tokenSetId ?? null },
    context.clock.now(),
  );
  await scheduleSyncs(tx, context, row, integration?.dataTypes ?? []);
};

/** Publishes what happened to a connection, and announces it after the commit. */
export const publishChange = async (
  tx: Tx,
  context: ServiceContext,
  event: ConnectionEvent,
): Promise<void> => {
  await context.publish(tx, event);
  announceChange(tx, context, event.company.id, event.connection.id, event.connection.status);
};

export const announceChange = (
  tx: Tx,
  context: ServiceContext,
  companyId: string,
  connectionId: string,
  status: string,
): void =>
  tx.afterCommit(() => {
    context.announce({ type: 'connection', companyId, connectionId, status });
    context.wake();
  });
