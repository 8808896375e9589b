import { textsOf } from '#base/lists.ts';
import { eachInTurns } from '#base/take-turns.ts';
import { formatCount } from '#contract/format.ts';
import type { LeftOut } from './left-out.ts';
import type { PlannedRow, RunRows } from './plan.ts';

/** What an undo can't undo. */
export const notUndone = async (
  rows: Iterable<PlannedRow> & Pick<RunRows, 'length'>,
  leftOut: Pick<LeftOut, 'count' | 'byWhy'>,
): Promise<string[]> => {
  if (rows.length === 0 && leftOut.count === 0) return [];
  let foundCompanies = 0;
  let foundConnections = 0;
  await eachInTurns(rows, ({ progress: { company_origin, connection_id, connection_origin } }) => {
    if (company_origin !== 'created') foundCompanies += 1;
    if (connection_id !== null && connection_origin !== 'created') foundConnections += 1;
  });
  const unchanged = [...leftOut.byWhy].map(
    ([why, count]) => `${formatCount(count, 'row is', 'rows are')} left unchanged: ${why}`,
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
