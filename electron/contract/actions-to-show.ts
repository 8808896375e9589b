import type { Action, EligibilityView } from './eligibility.ts';

/** What has to be done now: after the cutover nothing has to be requested any more. */
export const actionsToShow = ({
  verdict,
  rows,
  cutOver,
}: Pick<EligibilityView, 'verdict' | 'rows' | 'cutOver'>): readonly Action[] => {
  if (cutOver === undefined) return verdict.actions;
  const requested = new Set(rows.filter(({ effect }) => effect === 'request').map(({ row }) => row));
  return verdict.actions.filter(({ row }) => !requested.has(row));
};
