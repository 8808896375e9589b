import { causeLabels } from '#contract/cause-labels.ts';
import type { TokenRow } from '#contract/token-rows.ts';

/** Why a row is where it is, in a few words; empty where there is nothing to say. */
export const whyOf = ({ failure, problems = [], held, note }: TokenRow): string => {
  if (failure !== undefined) return `${causeLabels[failure.cause].title}: ${failure.message}`;
  if (problems.length > 0) return problems.map(({ message }) => message).join(' ');
  return held ?? note ?? '';
};
