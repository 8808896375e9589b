import type { Company } from '#contract/company.ts';
import { connectionStatuses } from '#contract/company.ts';
import type { Snapshot } from '#contract/sandbox.ts';

/** Companies of a target as a temporary instance is seeded with them; connections to platforms that the instance does not know are left out. */
export const snapshotOf = (
  companies: readonly Company[],
  isKnown: (platformKey: string) => boolean,
): Snapshot => ({
  companies: companies.map(({ id, name, description, tags, dataConnections = [] }) => ({
    id: id.toLowerCase(),
    name,
    ...(description === undefined || description === null ? {} : { description }),
    ...(tags === undefined ? {} : { tags }),
    connections: dataConnections
      .filter(({ integrationKey }) => isKnown(integrationKey))
      .map((connection) => ({
        id: connection.id.toLowerCase(),
        platformKey: connection.integrationKey,
        // What is no state of a connection can't be one that is Linked.
        status: connectionStatuses.find((status) => status === connection.status) ?? 'Unlinked',
      })),
  })),
});
