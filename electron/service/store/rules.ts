import { type Selectable, sql } from 'kysely';
import { insertValues } from '#base/store/bulk.ts';
import type { PageOf, PageQuery } from '#contract/common.ts';
import type { RuleType } from '#contract/legacy.ts';
import { type ListField, numberedPage } from './numbered-page.ts';
import type { RuleRow } from './schema.ts';
import type { Reader, Tx } from './store.ts';

export type StoredRule = Selectable<RuleRow>;

export interface NewRule {
  readonly id: string;
  readonly type: RuleType;
  readonly companyId?: string;
  readonly emails: readonly string[];
  readonly webhook?: string;
  /** ms UTC */
  readonly createdAt: number;
}

export const insertRules = ({ db }: Tx, rules: readonly NewRule[]): Promise<void> =>
  insertValues(
    db,
    'rules',
    ['id', 'type', 'company_id', 'emails_json', 'webhook', 'created_at'],
    rules.map((rule) => [
      rule.id,
      rule.type,
      rule.companyId ?? null,
      JSON.stringify(rule.emails),
      rule.webhook ?? null,
      rule.createdAt,
    ]),
  );

/** In the order of creation. */
export const allRules = ({ db }: Reader): Promise<StoredRule[]> =>
  db.selectFrom('rules').selectAll().orderBy('seq').execute();

export const findRule = ({ db }: Reader, ruleId: string): Promise<StoredRule | undefined> =>
  db.selectFrom('rules').selectAll().where('id', '=', ruleId).executeTakeFirst();

const ruleFields: Readonly<Record<string, ListField>> = {
  id: { sql: sql.ref('id'), type: 'text' },
  type: { sql: sql.ref('type'), type: 'text' },
  companyId: { sql: sql.ref('company_id'), type: 'text' },
};

/** @throws CatalogueError `query.malformed`, `request.invalid` */
export const pageOfRules = (reader: Reader, page: PageQuery): Promise<PageOf<StoredRule>> =>
  numberedPage(reader, reader.db.selectFrom('rules').selectAll(), {
    page,
    fields: ruleFields,
    seq: sql.ref('seq'),
  });
