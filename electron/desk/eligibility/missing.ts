import { reviewLimit } from '#contract/eligibility.ts';
import { plural } from './reading/words.ts';
import type { RowDefinition } from './rows.ts';
import type { Testimony } from './testimony.ts';

/** What would settle a row that is unknown, the nearest thing first. */
export const missingOf = ({ settledBy }: RowDefinition, testimonies: readonly Testimony[]): string => {
  const toReview = testimonies.reduce((sum, one) => sum + one.toReview, 0);
  const outdated = [
    ...new Set(testimonies.filter(({ isOutdated }) => isOutdated).map(({ evidence }) => evidence.scope)),
  ];
  const many = testimonies.some((one) => one.toReview > reviewLimit);
  const steps = [
    ...(outdated.length === 0
      ? []
      : [
          `Check the code again: the evidence of ${outdated.join(', ')} is from before mentions were recorded, so it does not show absence.`,
        ]),
    ...(toReview === 0
      ? []
      : [`Review ${plural(toReview, 'mention')} in the source code, or dismiss them with a reason.`]),
    ...(many
      ? [`At most ${reviewLimit} of one code base are listed: check its folders one by one to see the rest.`]
      : []),
  ];
  return steps.length === 0 ? settledBy : steps.join(' ');
};
