import type { Connection } from '#contract/company.ts';
import type { Pages } from '#service/core/context.ts';
import { connectionsOfCompanies, type StoredConnection } from '#service/store/connections.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import type { Catalogue } from './catalogue.ts';
import { loadConnection, publishChange, requireConnection, storeCredentials } from './connection-changes.ts';
import { requireTransition } from './connection-status.ts';
import { takesCredentials } from './credentials.ts';
import { companyPage, connectionPage } from './link-page.ts';
import { requireCompany } from './load-companies.ts';
import type { Linking } from './platform.ts';
import { issueTokenSets } from './simulator.ts';
import { startReads } from './start-reads.ts';
import { inSyncOrder, settingsOfCompany } from './sync-setting.ts';

/** The simulated link page. Sources: `docs/reference/rules/companies.md#link-page`, `docs/reference/rules/data.md#fetch-on-first-link`. */
export const createLinking = (context: ServiceContext, catalogue: Catalogue): Linking => {
  const { store, pages } = context;

  /** The simulated platform grants good credentials to everyone who agrees. */
  const grant = async (tx: Tx, row: StoredConnection): Promise<void> => {
    const integration = catalogue.get(row.platform_key);
    const [issued] =
      integration !== undefined && takesCredentials(integration)
        ? await issueTokenSets(tx, context, integration, { behaviour: 'good', count: 1 })
        : [];
    await storeCredentials(tx, context, row, integration, issued?.credentials ?? {});
  };

  /** Only for a connection that was never linked before, and only here: never after PUT …/authorization. */
  const fetchOnFirstLink = async (tx: Tx, row: StoredConnection): Promise<void> => {
    if (row.status !== 'PendingAuth') return;
    const settingOf = await settingsOfCompany(tx, row.company_id);
    const fetched = (catalogue.get(row.platform_key)?.dataTypes ?? []).filter(
      (dataType) => settingOf(dataType).fetchOnFirstLink,
    );
    const dataTypes = inSyncOrder(fetched, settingOf);
    const read = { companyId: row.company_id, connectionId: row.id, behaviour: 'good', dataTypes };
    await startReads(tx, context, [read]);
  };

  const end = (companyId: string, connectionId: string, action: 'link' | 'fail'): Promise<Connection> =>
    store.write(async (tx) => {
      const row = await requireConnection(tx, companyId, connectionId);
      const { event } = requireTransition(row, action);
      if (action === 'link') await grant(tx, row);
      const { company, connection } = await loadConnection(tx, context, row);
      await publishChange(tx, context, { type: event, company, connection, oldStatus: row.status });
      if (action === 'link') await fetchOnFirstLink(tx, row);
      return connection;
    });

  return {
    page: (companyId, connectionId) => store.read((reader) => page(reader, pages, companyId, connectionId)),
    complete: (companyId, connectionId) => end(companyId, connectionId, 'link'),
    fail: (companyId, connectionId) => end(companyId, connectionId, 'fail'),
  };
};

const page = async (
  reader: Reader,
  pages: Pages,
  companyId: string,
  connectionId: string | undefined,
): Promise<string> => {
  const company = await requireCompany(reader, companyId);
  const pathTo = (id: string): string => pathOf(pages.connection(companyId, id));
  if (connectionId === undefined) {
    const connections = await connectionsOfCompanies(reader, [companyId]);
    return companyPage(
      company.name,
      connections.map((row) => ({
        platformName: row.platform_name,
        status: row.status,
        path: pathTo(row.id),
      })),
    );
  }
  const row = await requireConnection(reader, companyId, connectionId);
  return connectionPage({
    companyName: company.name,
    platformName: row.platform_name,
    status: row.status,
    path: pathTo(connectionId),
    companyPath: pathOf(pages.company(companyId)),
  });
};

/** Forms and links stay on the host by whose name the page was asked for. */
const pathOf = (url: string): string => new URL(url).pathname;
