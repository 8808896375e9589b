import { invalid, type ValidationItem } from '#contract/errors.ts';
import type { SeedResult, Snapshot } from '#contract/sandbox.ts';
import { insertCompanies, type NewCompany } from '#service/store/companies.ts';
import { insertConnections, type NewConnection } from '#service/store/connections.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Tx } from '#service/store/store.ts';
import type { Catalogue } from './catalogue.ts';
import { rescheduleSyncs } from './schedule-syncs.ts';

const seededBy = 'Snapshot';

/**
 * Writes a snapshot's companies and connections, without events. Linked connections come without credentials, which
 * a snapshot never holds; they count as good. Answers ids of the snapshot to ids here.
 * @throws CatalogueError `request.invalid` if an id comes twice or a platform is unknown
 */
export const seedPlatform = async (
  tx: Tx,
  context: Pick<ServiceContext, 'ids' | 'clock' | 'wake'>,
  catalogue: Catalogue,
  snapshot: Snapshot,
): Promise<Pick<SeedResult, 'companies' | 'connections'>> => {
  checkSnapshot(snapshot, catalogue);
  const now = context.clock.now();
  const companies: NewCompany[] = [];
  const connections: NewConnection[] = [];
  const ids: Pick<SeedResult, 'companies' | 'connections'> = { companies: {}, connections: {} };
  for (const company of snapshot.companies ?? []) {
    const companyId = context.ids.uuid();
    ids.companies[company.id] = companyId;
    companies.push({
      id: companyId,
      name: company.name,
      description: company.description ?? null,
      tags_json: JSON.stringify(company.tags ?? {}),
      created_at: now,
      created_by: seededBy,
    });
    for (const connection of company.connections ?? []) {
      const { name, sourceType } = catalogue.find(connection.platformKey);
      const id = context.ids.uuid();
      ids.connections[connection.id] = id;
      connections.push({
        id,
        company_id: companyId,
        platform_key: connection.platformKey,
        platform_name: name,
        source_type: sourceType,
        status: connection.status ?? 'PendingAuth',
        created_at: now,
      });
    }
  }
  await insertCompanies(tx, companies);
  await insertConnections(tx, connections);
  await rescheduleSyncs(tx, context, catalogue);
  return ids;
};

const checkSnapshot = ({ companies = [] }: Snapshot, catalogue: Catalogue): void => {
  const items: ValidationItem[] = [];
  const seen = new Set<string>();
  const once = (id: string, path: string): void => {
    if (seen.has(id)) {
      items.push({ itemId: path, message: `The id ${id} occurs twice.`, validatorName: 'unique' });
    }
    seen.add(id);
  };
  for (const [c, company] of companies.entries()) {
    once(company.id, `companies.${c}.id`);
    for (const [n, { id, platformKey }] of (company.connections ?? []).entries()) {
      const path = `companies.${c}.connections.${n}`;
      once(id, `${path}.id`);
      if (catalogue.get(platformKey) === undefined) {
        items.push({
          itemId: `${path}.platformKey`,
          message: `There is no integration with the platform key "${platformKey}".`,
          validatorName: 'platformKey',
        });
      }
    }
  }
  if (items.length > 0) throw invalid(...items);
};
