import type { RunPlan } from './plan.ts';
import type { Selected } from './selecting.ts';

/** What an undo can't take back, said beforehand. */
export const notUndone = (rows: RunPlan['rows'], leftOut: Selected['leftOut']): string[] => {
  if (rows.length === 0 && leftOut.length === 0) return [];
  const foundCompanies = rows.filter(({ progress }) => progress.company_origin !== 'created').length;
  const foundConnections = rows.filter(
    ({ progress }) => progress.connection_id !== null && progress.connection_origin !== 'created',
  ).length;
  const counts = [...Map.groupBy(leftOut, ({ why }) => why)].map(
    ([why, of]) =>
      `${of.length === 1 ? '1 row is left unchanged' : `${of.length} rows are left unchanged`}: ${why}`,
  );
  return [
    ...(rows.length === 0
      ? []
      : [
          'Tokens that the platform has replaced since: the imported ones may be invalid, and the old application needs new ones before it syncs again.',
          'Data that was read, and events that were sent to webhook endpoints.',
        ]),
    ...(foundCompanies === 0
      ? []
      : [
          foundCompanies === 1
            ? '1 company existed before and stays.'
            : `${foundCompanies} companies existed before and stay.`,
        ]),
    ...(foundConnections === 0
      ? []
      : [
          foundConnections === 1
            ? '1 connection existed before: it is unlinked and stays.'
            : `${foundConnections} connections existed before: they are unlinked and stay.`,
        ]),
    ...counts,
  ];
};
