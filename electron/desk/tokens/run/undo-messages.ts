import { textsOf } from '#base/lists.ts';
import { formatCount } from '#contract/format.ts';
import type { RunPlan } from './plan.ts';
import type { Selected } from './selecting.ts';

/** What an undo can't undo. */
export const notUndone = (rows: RunPlan['rows'], leftOut: Selected['leftOut']): string[] => {
  if (rows.length === 0 && leftOut.length === 0) return [];
  const foundCompanies = rows.filter(({ progress }) => progress.company_origin !== 'created').length;
  const foundConnections = rows.filter(
    ({ progress }) => progress.connection_id !== null && progress.connection_origin !== 'created',
  ).length;
  const unchanged = [...Map.groupBy(leftOut, ({ why }) => why)].map(
    ([why, of]) => `${formatCount(of.length, 'row is', 'rows are')} left unchanged: ${why}`,
  );
  return textsOf([
    rows.length > 0 &&
      'Tokens that the platform has replaced since: the imported ones may be invalid, and the old application needs new ones before it syncs again.',
    rows.length > 0 && 'Data that was read, and events that were sent to webhook endpoints.',
    foundCompanies > 0 &&
      formatCount(foundCompanies, 'company existed before and stays.', 'companies existed before and stay.'),
    foundConnections > 0 &&
      formatCount(
        foundConnections,
        'connection existed before: it is unlinked and stays.',
        'connections existed before: they are unlinked and stay.',
      ),
    ...unchanged,
  ]);
};
