import { toIso } from '#base/clock.ts';
import { namedUuid } from '#base/ids.ts';
import type { Company, Connection } from '#contract/company.ts';
import type { Pages } from '#service/core/context.ts';
import { noPlatform, type StoredCompany } from '#service/store/companies.ts';
import type { StoredConnection, StoredError } from '#service/store/connections.ts';

/** Rows as they are on the wire. Source: `docs/reference/rules/companies.md`. */

export const integrationIdOf = (platformKey: string): string => namedUuid('integration', platformKey);
export const sourceIdOf = (platformKey: string): string => namedUuid('source', platformKey);

const idsByKey = new Map<string, { integrationId: string; sourceId: string }>();
const idsOf = (platformKey: string) => {
  let ids = idsByKey.get(platformKey);
  if (ids === undefined) {
    ids = { integrationId: integrationIdOf(platformKey), sourceId: sourceIdOf(platformKey) };
    idsByKey.set(platformKey, ids);
  }
  return ids;
};

const toConnectionError = (row: StoredError): Connection['dataConnectionErrors'][number] => ({
  statusCode: row.status_code,
  statusText: row.status_text,
  errorMessage: row.error_message,
  erroredOnUtc: toIso(row.errored_at),
  status: row.resolved_at === null ? 'Active' : 'Resolved',
  ...(row.resolved_at === null ? {} : { resolvedOnUtc: toIso(row.resolved_at) }),
});

export const toConnection = (row: StoredConnection, pages: Pages): Connection => {
  const { integrationId, sourceId } = idsOf(row.platform_key);
  const connection: Connection = {
    id: row.id,
    integrationId,
    integrationKey: row.platform_key,
    sourceId,
    sourceType: row.source_type,
    platformName: row.platform_name,
    linkUrl: pages.connection(row.company_id, row.id),
    status: row.status,
    created: toIso(row.created_at),
    dataConnectionErrors: row.errors.map(toConnectionError),
    connectionInfo: {},
  };
  if (row.last_sync_at !== null) connection.lastSync = toIso(row.last_sync_at);
  return connection;
};

/** As nearly all companies have it. */
export const noProducts = '[]';

/** @param connections the company's own, in the order of their creation */
export const toCompany = (
  row: Omit<StoredCompany, 'seq' | 'revision'>,
  connections: readonly StoredConnection[],
  pages: Pages,
): Company => {
  const company: Company = {
    id: row.id,
    name: row.name,
    redirect: pages.company(row.id),
    platform: platformOf(connections),
    created: toIso(row.created_at),
    createdByUserName: row.created_by,
    tags: JSON.parse(row.tags_json),
    products: row.products_json === noProducts ? [] : JSON.parse(row.products_json),
    dataConnections: connections.map((connection) => toConnection(connection, pages)),
    referenceSubsidiaryCompanies: [],
  };
  if (row.description !== null) company.description = row.description;
  if (row.last_sync_at !== null) company.lastSync = toIso(row.last_sync_at);
  return company;
};

const platformOf = (connections: readonly StoredConnection[]): string =>
  connections.length === 0 ? noPlatform : [...new Set(connections.map((c) => c.platform_name))].join(', ');
