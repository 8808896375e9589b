import { type SelectQueryBuilder, sql } from 'kysely';
import type { PageOf, PageQuery } from '#contract/common.ts';
import type { Integration } from '#contract/integration.ts';
import { type ListField, numberedPage } from './numbered-page.ts';
import type { ServiceSchema } from './schema.ts';
import type { Reader } from './store.ts';

/** The integrations are in a file, not in a table; as rows of a query they page and filter like every other list. */

const columns = {
  key: 'text',
  name: 'text',
  logoUrl: 'text',
  enabled: 'boolean',
  sourceId: 'text',
  sourceType: 'text',
  integrationId: 'text',
  isOfflineConnector: 'boolean',
  isBeta: 'boolean',
  dataProvidedBy: 'text',
} as const satisfies Partial<Record<keyof Integration, ListField['type']>>;
const names = Object.keys(columns) as (keyof typeof columns)[];

/**
 * The keys of one page of `all`.
 * @throws CatalogueError `query.malformed`, `request.invalid`
 */
export const listIntegrations = async (
  reader: Reader,
  page: PageQuery,
  all: readonly Integration[],
): Promise<PageOf<string>> => {
  const rows = all.map((integration, seq) => {
    const values = names.map((name) => bindable(integration[name]));
    return sql`(${sql.join([seq, ...values])})`;
  });
  const list = sql.raw(['seq', ...names].map((name) => `"${name}"`).join(', '));
  const from = reader.db
    .selectFrom(
      sql`(with integrations(${list}) as (values ${sql.join(rows)}) select * from integrations)`.as('i'),
    )
    .select(sql<string>`i."key"`.as('key'));
  const fields = Object.fromEntries(
    names.map((name): [string, ListField] => [name, { sql: sql.ref(`i.${name}`), type: columns[name] }]),
  );
  const { results, totalResults } = await numberedPage(
    reader,
    from as unknown as SelectQueryBuilder<ServiceSchema, never, { key: string }>,
    { page, fields, seq: sql.ref<number>('i.seq') },
  );
  return { results: results.map((row) => row.key), totalResults };
};

const bindable = (value: string | boolean | undefined): string | number | null =>
  typeof value === 'boolean' ? Number(value) : (value ?? null);
