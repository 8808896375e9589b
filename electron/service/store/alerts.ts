import { type Selectable, sql } from 'kysely';
import { insertValues } from '#base/store/bulk.ts';
import { prepared } from '#base/store/prepared.ts';
import type { PageOf, PageQuery } from '#contract/common.ts';
import type { RuleType } from '#contract/legacy.ts';
import { type ListField, numberedPage } from './numbered-page.ts';
import type { AlertRow, ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

export type StoredAlert = Selectable<AlertRow>;

export interface NewAlert {
  readonly id: string;
  readonly ruleId: string;
  readonly ruleType: RuleType;
  readonly companyId?: string;
  /** Where it is posted; absent for a rule that only sends mail. */
  readonly url?: string;
  /** To whom it is mailed. */
  readonly emails: readonly string[];
  /** The exact bytes that are posted. */
  readonly payloadJson: string;
  /** ms UTC */
  readonly createdAt: number;
}

/** Pending alerts, each due at once, with a mail for each that has somebody to write to. */
export const insertAlerts = async ({ db }: Tx, alerts: readonly NewAlert[]): Promise<void> => {
  await insertValues(
    db,
    'alerts',
    ['id', 'rule_id', 'rule_type', 'company_id', 'status', 'url', 'payload_json', 'created_at', 'due_at'],
    alerts.map((alert) => [
      alert.id,
      alert.ruleId,
      alert.ruleType,
      alert.companyId ?? null,
      'Pending',
      alert.url ?? null,
      alert.payloadJson,
      alert.createdAt,
      alert.url === undefined ? null : alert.createdAt,
    ]),
  );
  await insertValues(
    db,
    'alert_mails',
    ['alert_id', 'to_json', 'created_at', 'due_at'],
    alerts
      .filter((alert) => alert.emails.length > 0)
      .map((alert) => [alert.id, JSON.stringify(alert.emails), alert.createdAt, alert.createdAt]),
  );
};

const selectAlert = prepared<ServiceSchema, { id: string }, StoredAlert>((db, value) =>
  db.selectFrom('alerts').selectAll().where('id', '=', value('id')),
);

export const findAlert = ({ db }: Reader, alertId: string): Promise<StoredAlert | undefined> =>
  selectAlert.first(db, { id: alertId });

const alertFields: Readonly<Record<string, ListField>> = {
  id: { sql: sql.ref('id'), type: 'text' },
  ruleId: { sql: sql.ref('rule_id'), type: 'text' },
  ruleType: { sql: sql.ref('rule_type'), type: 'text' },
  companyId: { sql: sql.ref('company_id'), type: 'text' },
  status: { sql: sql.ref('status'), type: 'text' },
  url: { sql: sql.ref('url'), type: 'text' },
  attempts: { sql: sql.ref('attempts'), type: 'number' },
  lastStatusCode: { sql: sql.ref('last_status_code'), type: 'number' },
  created: { sql: sql.ref('created_at'), type: 'date' },
  lastAttempt: { sql: sql.ref('last_attempt_at'), type: 'date' },
};

/**
 * @param ruleId of one rule only, if given
 * @throws CatalogueError `query.malformed`, `request.invalid`
 */
export const pageOfAlerts = (
  reader: Reader,
  page: PageQuery,
  ruleId?: string,
): Promise<PageOf<StoredAlert>> => {
  const all = reader.db.selectFrom('alerts').selectAll();
  return numberedPage(reader, ruleId === undefined ? all : all.where('rule_id', '=', ruleId), {
    page,
    fields: alertFields,
    seq: sql.ref('seq'),
  });
};
