import type { EligibilityRow } from '#contract/eligibility.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { verdictOf } from './grounds.ts';
import { refuseOutdated, refuseUnsent, requestOf, requestView } from './migration-request.ts';
import { equaledAnother, lacksPortalHeader, portalHeaderSecret, rowState } from './portal-header.ts';
import { lacksClientId, stateOf, whyOutdated } from './request-progress.ts';

/** What modules beside this one are given of it: pure functions of the case. */
export const eligibilityFacts = {
  verdictOf: (state: CaseState) => verdictOf(state),
  rowState: (state: CaseState, row: EligibilityRow) => rowState(state, row),
  portalHeader: {
    secretName: portalHeaderSecret,
    isMissing: lacksPortalHeader,
    equaledAnother,
  },
  request: {
    stateOf: ({ request }: CaseState) => (request === undefined ? undefined : stateOf(request)),
    lacksClientId,
    whyOutdated: (state: CaseState) => whyOutdated(state, verdictOf(state)),
    refuseOutdated,
    refuseUnsent: (state: CaseState, wanted: 'granted') => refuseUnsent(requestOf(state), wanted),
    viewOf: requestView,
  },
};
