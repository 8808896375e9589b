import { canonicalDigest } from '#base/canonical.ts';
import type { CaseActionOf, ChainCheck } from '#contract/case.ts';
import { type Erasures, isRemainder } from './erasures.ts';

interface Entry {
  readonly seq: number;
  readonly kind: string;
  readonly content: string;
}

/**
 * Frozen plans of a cutover that do not have the digest that their entry says: requests and cutovers name a plan by it.
 * Of one that holds no erased content alone can that be said. Source: `docs/reference/rules/cutover.md#plan`.
 */
export const planProblems = (entries: readonly Entry[], erasures: Erasures): ChainCheck['problems'] =>
  entries
    .filter(
      ({ seq, kind, content }) => kind === 'cutover.planned' && !isRemainder(content, erasures.get(seq)),
    )
    .flatMap(({ seq, content }) => {
      const { digest, plan } = JSON.parse(content) as CaseActionOf<'cutover.planned'>['content'];
      return canonicalDigest(plan) === digest
        ? []
        : [{ seq, what: `The cutover plan of entry ${seq} does not fit its digest.` }];
    });
