import { toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Alert } from '#contract/legacy.ts';
import { findAlert, pageOfAlerts, type StoredAlert } from '#service/store/alerts.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { findRule } from '#service/store/rules.ts';
import type { Reader } from '#service/store/store.ts';
import type { Legacy } from './legacy.ts';
import { readCutOver } from './profile-fact.ts';

/** The log of alerts, which answers no longer once the client is cut over. Source: `docs/reference/rules/legacy.md#alerts-endpoints`. */
export const createAlerts = ({ store }: ServiceContext): Legacy['alerts'] => {
  const whileThere = <T>(work: (reader: Reader) => Promise<T>): Promise<T> =>
    store.read(async (reader) => {
      if ((await readCutOver(reader)) !== null) throw new CatalogueError('alerts.gone');
      return work(reader);
    });

  return {
    list: (page) =>
      whileThere(async (reader) => {
        const { results, totalResults } = await pageOfAlerts(reader, page);
        return { results: results.map(toAlert), totalResults };
      }),
    listOfRule: (ruleId, page) =>
      whileThere(async (reader) => {
        if ((await findRule(reader, ruleId)) === undefined) {
          throw new CatalogueError('rule.notFound', { ruleId });
        }
        const { results, totalResults } = await pageOfAlerts(reader, page, ruleId);
        return { results: results.map(toAlert), totalResults };
      }),
    show: (alertId) =>
      whileThere(async (reader) => {
        const row = await findAlert(reader, alertId);
        if (row === undefined) throw new CatalogueError('alert.notFound', { alertId });
        return toAlert(row);
      }),
  };
};

const toAlert = (row: StoredAlert): Alert => ({
  id: row.id,
  ruleId: row.rule_id,
  ruleType: row.rule_type,
  ...(row.company_id !== null && { companyId: row.company_id }),
  status: row.status,
  ...(row.url !== null && { url: row.url }),
  attempts: row.attempts,
  ...(row.last_status_code !== null && { lastStatusCode: row.last_status_code }),
  created: toIso(row.created_at),
  ...(row.last_attempt_at !== null && { lastAttempt: toIso(row.last_attempt_at) }),
  payload: JSON.parse(row.payload_json),
});
