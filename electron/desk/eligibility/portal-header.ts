import { mask } from '#base/sealing.ts';
import type { EligibilityRow, PortalHeaderRequest } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import { checkHeaders } from '#contract/header-rules.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { profileChanged } from '#desk/cases/profile-header.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { verdictOf } from './grounds.ts';

/** The auth header that is set in the portal: nobody but a person knows it. Source: `docs/reference/rules/eligibility.md#auth-headers`. */

export const portalHeaderSecret = 'portal-auth-header';

export const createPortalHeaders = (cases: Pick<Cases, 'act'>) => ({
  /**
   * Keeps its value, sealed; or that it equals the one of the profile.
   * @throws CatalogueError `portalHeader.notFound`, `portalHeader.noProfile`, `request.invalid`
   */
  async supply(caseId: string, request: PortalHeaderRequest, actor: string): Promise<void> {
    const value = 'value' in request ? request.value.trim() : undefined;
    if (value !== undefined) checkHeaders([{ name: carriedHeaders.auth, value }]);
    await cases.act(
      caseId,
      actor,
      (state) => {
        if (rowState(state, 'auth-header-portal') !== 'present') {
          throw new CatalogueError('portalHeader.notFound');
        }
        if (value === undefined && rowState(state, 'auth-header-profile') === 'absent') {
          throw new CatalogueError('portalHeader.noProfile');
        }
        const said = value === undefined ? { equalsProfile: true } : { masked: mask(value) };
        return [{ kind: 'portalHeader.supplied', content: { by: request.by, ...said } }];
      },
      { secrets: [{ name: portalHeaderSecret, value }] },
    );
  },
});

/** It is set, and its value is not known: also where it was declared equal to the profile's, and the profile has none now. */
export const lacksPortalHeader = (state: CaseState): boolean =>
  rowState(state, 'auth-header-portal') === 'present' &&
  (state.portalHeader === undefined ||
    equaledAnother(state) ||
    (state.portalHeader.equalsProfile === true && rowState(state, 'auth-header-profile') === 'absent'));

/** It was declared equal to the profile's auth header, which changed since. */
export const equaledAnother = (state: CaseState): boolean =>
  state.portalHeader?.equalsProfile === true && profileChanged(state) > state.portalHeader.seq;

export const rowState = (state: CaseState, wanted: EligibilityRow) =>
  verdictOf(state).rows.find(({ row }) => row === wanted)?.state;
