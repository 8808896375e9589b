import type { Action, Evidence, Finding, RowResult } from '#contract/eligibility.ts';
import { formatList } from '#contract/format.ts';
import { formatRowState } from '#contract/verdict-labels.ts';
import { definitionOf } from './check-definitions.ts';

/** Of an action; the rest is counted. */
const namedPlaces = 3;

/** What has to be done, and by whom: what blocks first, then what comes with the migration. */
export const actionsOf = (rows: readonly RowResult[], evidence: readonly Evidence[]): Action[] => {
  const actions = rows.flatMap((row) => actionOf(row, evidence));
  return [...actions.filter(({ blocking }) => blocking), ...actions.filter(({ blocking }) => !blocking)];
};

const actionOf = (result: RowResult, evidence: readonly Evidence[]): Action[] => {
  const { row, state, blocks, missing } = result;
  const { action, setup, settledBy } = definitionOf(row);
  if (state === 'present') {
    return [
      {
        row,
        responsible: action.responsible,
        blocking: blocks,
        what: blocks ? `${action.what}${placesOf(result, evidence)}` : action.what,
      },
    ];
  }
  if (state === 'absent') return [];
  // An auth header that nobody asks about is one that gets lost.
  if (!blocks && row !== 'auth-header-portal') return [];
  const what = `${setup}: ${formatRowState(state)}. ${missing ?? settledBy}`;
  return [{ row, responsible: blocks ? 'both' : 'support', blocking: blocks, what }];
};

const placesOf = ({ findings }: RowResult, evidence: readonly Evidence[]): string => {
  const wanted = new Set(findings);
  const places = new Set(
    evidence.flatMap((one) => one.findings.filter(({ id }) => wanted.has(id)).map(placeText)),
  );
  return places.size === 0 ? '' : ` Found at ${formatList([...places].sort(), namedPlaces)}.`;
};

/** Where something was found, in one line. */
export const placeText = ({ place }: Pick<Finding, 'place'>): string => {
  if (place.kind === 'source') return `${place.file}:${place.line}`;
  if (place.kind === 'request') return `${place.method} ${place.path}`;
  return place.text;
};
