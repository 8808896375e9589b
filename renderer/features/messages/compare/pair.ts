import type { Attempt } from '#contract/message.ts';

/** Ids of two attempts that are compared. */
export interface Pair {
  readonly a: string;
  readonly b: string;
}

/** The last two attempts; undefined if there are not so many. */
export const lastTwo = (attempts: readonly Attempt[]): Pair | undefined => {
  const [a, b] = attempts.slice(-2);
  return a === undefined || b === undefined ? undefined : { a: a.id, b: b.id };
};
