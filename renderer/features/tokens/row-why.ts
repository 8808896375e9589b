import { causeLabels } from '#contract/cause-labels.ts';
import type { TokenRow } from '#contract/token-rows.ts';

/** The reason for the state of a row; empty if there is none. */
export const whyOf = ({ excluded, failure, problems = [], held, note }: TokenRow): string => {
  if (excluded !== undefined) return `${excluded.by}: ${excluded.reason}`;
  if (failure !== undefined) return `${causeLabels[failure.cause].title}: ${failure.message}`;
  if (problems.length > 0) return problems.map(({ message }) => message).join(' ');
  return held ?? note ?? '';
};
