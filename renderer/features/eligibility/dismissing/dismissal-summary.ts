import type { DismissalItem, DismissalResult } from '#contract/dismissal.ts';
import { formatCount, formatNumber } from '#contract/format.ts';

/** What can be dismissed several at once. */
export type Dismissible = 'finding' | 'mention';
export type Verb = 'dismissed' | 'restored';

/** More reasons are counted. */
const mostReasons = 3;

const unchangedTexts: Readonly<Record<Verb, string>> = {
  dismissed: 'already dismissed',
  restored: 'not dismissed',
};

/** Why some are not done: how many were so before, and each refusal once, with how many it is of. */
export const restLines = (items: readonly DismissalItem[], verb: Verb): string[] => {
  const unchanged = items.filter(({ outcome }) => outcome === 'unchanged').length;
  const refusals = [
    ...Map.groupBy(
      items.filter(({ outcome }) => outcome === 'refused'),
      ({ why = '' }) => why,
    ),
  ].map(([why, same]) => ({ why, count: same.length }));
  const more = refusals.slice(mostReasons).reduce((sum, { count }) => sum + count, 0);
  return [
    ...(unchanged === 0 ? [] : [`${formatNumber(unchanged)} ${unchangedTexts[verb]}.`]),
    ...refusals.slice(0, mostReasons).map(({ why, count }) => `${formatNumber(count)} not ${verb}: ${why}`),
    ...(more === 0 ? [] : [`${formatNumber(more)} more not ${verb}.`]),
  ];
};

/** What was done, and what was not and why. */
export const dismissalSummary = (
  { done, items }: Pick<DismissalResult, 'done' | 'items'>,
  what: Dismissible,
  verb: Verb,
): string => [`${formatCount(done, what)} ${verb}.`, ...restLines(items, verb)].join(' ');
