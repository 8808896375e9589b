import type { EligibilityView, SameFiles } from '#contract/eligibility.ts';

/**
 * All evidence of the earlier name, oldest first: an older check of it would become current again. Undefined if either
 * is already removed.
 */
export const evidenceToReplace = (
  { evidence }: Pick<EligibilityView, 'evidence'>,
  { evidenceId, sameAs, replaced }: SameFiles,
): [string, ...string[]] | undefined => {
  const isThere = (id: string): boolean => evidence.some((one) => one.id === id);
  if (replaced || !isThere(evidenceId) || !isThere(sameAs.evidenceId)) return undefined;
  const [first, ...others] = evidence
    .filter(({ collector, scope }) => collector === 'source' && scope === sameAs.scope)
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map(({ id }) => id);
  return first === undefined ? undefined : [first, ...others];
};
