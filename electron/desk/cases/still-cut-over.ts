import type { CutoverState } from '#contract/sandbox.ts';
import type { CaseState } from './state.ts';

/**
 * Whether the local service is still cut over as a case has on record: one by another plan was made after that was undone.
 * What a case took over without a plan is told by the service's state alone.
 */
export const isStillCutOver = (
  { cutOver, planDigest }: Pick<CutoverState, 'cutOver' | 'planDigest'>,
  grant: Pick<CaseState['grants'][number], 'planDigest'>,
): boolean => cutOver && (grant.planDigest === undefined || grant.planDigest === planDigest);
