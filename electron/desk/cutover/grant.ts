import type { CaseAction } from '#contract/case.ts';
import type { CutoverCheck, EligibilityRow, GrantRequest, GrantResult } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CutoverResult } from '#contract/sandbox.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { readProfile } from '#desk/targets/read-profile.ts';
import { readRules } from '#desk/targets/read-rules.ts';
import { readWebhooks } from '#desk/targets/read-webhooks.ts';
import type { TargetClient, Targets } from '#desk/targets/targets.ts';
import { adoptCutover } from './adopt.ts';
import { type CheckParts, verifyCutover } from './checking.ts';
import type { EligibilityFacts } from './eligibility-facts.ts';
import { grantOf, isReversedSince } from './on-target.ts';

interface Modules extends CheckParts {
  readonly targets: Targets;
}

/** The provider's side, on the local service, and the check afterwards, on any target. */
export const createGrants = (modules: Modules) => ({
  /**
   * Carries the rules over. The portal's auth header goes to the service, and nowhere else.
   * @throws CatalogueError `grant.remoteTarget`, `grant.portalHeader`, `migrationRequest.none`, `migrationRequest.notSent`,
   * `migrationRequest.notEligible`, `migrationRequest.outdated`, `cutover.done`
   */
  grant: (caseId: string, request: GrantRequest, actor: string): Promise<GrantResult> =>
    grant(modules, caseId, request, actor),
  /**
   * Whether endpoints and headers are there.
   * @throws CatalogueError `target.unreachable`, `target.refused`, `target.malformed`
   */
  check: (caseId: string, actor: string): Promise<CutoverCheck> => verifyCutover(modules, caseId, actor),
});

const grant = async (
  modules: Modules,
  caseId: string,
  { by, note, portalAuthHeader }: GrantRequest,
  actor: string,
): Promise<GrantResult> => {
  const { cases, targets, eligibility } = modules;
  await eligibility.catchUp(caseId);
  const state = await cases.state(caseId);
  const target = await targets.show(state.targetId);
  if (target.kind !== 'local') throw new CatalogueError('grant.remoteTarget', { target: target.name });
  if (state.state !== 'open') throw new CatalogueError('case.notOpen', { state: state.state });
  eligibility.request.refuseOutdated(state);
  eligibility.request.refuseUnsent(state, 'granted');
  const client = await targets.client(state.targetId);
  const header = portalAuthHeader ?? (await suppliedHeader(modules, state));
  if (header === undefined) await refuseLostHeader(modules, state, client);
  const result = await cutOver(modules, state, client, header);
  const step = { by, ...(note === undefined ? {} : { note }) };
  const after = await cases.act(caseId, actor, (now) => [
    ...grantedBy(now, result),
    ...confirmedBy(eligibility, now, step),
  ]);
  return { result, request: eligibility.request.viewOf(after) };
};

/** undefined also where its value was left out of an import, or its key is lost. */
const suppliedHeader = async (
  { cases, eligibility }: Modules,
  state: CaseState,
): Promise<string | undefined> =>
  state.portalHeader?.masked !== undefined && isPresent(eligibility, state, 'auth-header-portal')
    ? cases.secret(state.id, eligibility.portalHeader.secretName)
    : undefined;

/** A cutover that was made and not recorded, as after a crash in between, is adopted. */
const cutOver = async (
  { control, eligibility }: Modules,
  state: CaseState,
  client: TargetClient,
  portalAuthHeader: string | undefined,
): Promise<CutoverResult> => {
  try {
    return await control.sandbox.cutover(portalAuthHeader === undefined ? {} : { portalAuthHeader });
  } catch (error) {
    const isDone = error instanceof CatalogueError && error.code === 'cutover.done';
    if (!isDone || grantOf(state) !== undefined) throw error;
    const adopted = adoptCutover({
      rules: await readRules(client),
      webhooks: await readWebhooks(client),
      details: await control.endpoints.list(),
      needsAuth: portalAuthHeader !== undefined || isPresent(eligibility, state, 'auth-header-portal'),
    });
    if (adopted === undefined) throw error;
    return adopted;
  }
};

/** Of two grants at once, the first that is recorded counts. */
const grantedBy = (state: CaseState, result: CutoverResult): CaseAction[] => {
  const known = new Set(grantOf(state)?.result.endpoints.map(({ webhook }) => webhook.id));
  const isReversed = isReversedSince(state, grantOf(state)?.seq ?? 0);
  const isKnown =
    !isReversed && known.size > 0 && result.endpoints.every(({ webhook }) => known.has(webhook.id));
  return isKnown ? [] : [{ kind: 'cutover.granted', content: { targetId: state.targetId, result } }];
};

const confirmedBy = (
  { request }: EligibilityFacts,
  state: CaseState,
  step: { by: string; note?: string },
): CaseAction[] => {
  return request.stateOf(state) === 'confirmed' ? [] : [{ kind: 'request.confirmed', content: step }];
};

/** Without a value that is known here, only the profile's can be carried over. @throws CatalogueError `grant.portalHeader` */
const refuseLostHeader = async (
  { eligibility }: Modules,
  state: CaseState,
  client: TargetClient,
): Promise<void> => {
  if (!isPresent(eligibility, state, 'auth-header-portal')) return;
  if (state.portalHeader?.equalsProfile !== true || eligibility.portalHeader.equaledAnother(state))
    throw new CatalogueError('grant.portalHeader');
  const profile = await readProfile(client);
  if (profile === 'gone' || profile.alertAuthHeader === undefined)
    throw new CatalogueError('grant.portalHeader');
};

const isPresent = ({ rowState }: EligibilityFacts, state: CaseState, wanted: EligibilityRow): boolean =>
  rowState(state, wanted) === 'present';
