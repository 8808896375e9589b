import type { CutoverSnapshot, HeaderConflict, HeaderSource } from '#contract/cutover.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import type { PlanFacts } from './plan-facts.ts';

/** The auth header that endpoints get. Source: `docs/reference/rules/cutover.md#headers`. */
export interface PlannedAuth {
  readonly conflicts: HeaderConflict[];
  readonly header?: { readonly name: string; readonly source: HeaderSource; readonly masked: string };
}

/** The portal's outweighs the profile's. Two different values are a conflict; a decision counts as long as both are the same. */
export const plannedAuth = (
  { authHeader: profile, portalHeader }: CutoverSnapshot,
  { portal, decisions }: PlanFacts,
): PlannedAuth => {
  const inPortal = portal === 'value' ? portalHeader : undefined;
  const conflict = conflictOf(profile, inPortal, decisions);
  const source = conflict?.use ?? (inPortal === undefined ? 'profile' : 'portal');
  const chosen = source === 'portal' ? inPortal : profile;
  return {
    conflicts: conflict === undefined ? [] : [conflict],
    ...(chosen === undefined ? {} : { header: { name: carriedHeaders.auth, source, masked: chosen.masked } }),
  };
};

type Kept = CutoverSnapshot['authHeader'];

const conflictOf = (
  profile: Kept,
  portal: Kept,
  decisions: PlanFacts['decisions'],
): HeaderConflict | undefined => {
  if (profile === undefined || portal === undefined || profile.mark === portal.mark) return undefined;
  const header = carriedHeaders.auth;
  const decision = decisions.findLast(
    (one) => one.header === header && one.marks[0] === profile.mark && one.marks[1] === portal.mark,
  );
  return {
    header,
    values: [
      { source: 'profile', ...profile },
      { source: 'portal', ...portal },
    ],
    ...(decision === undefined ? {} : { use: decision.use, by: decision.by }),
  };
};
