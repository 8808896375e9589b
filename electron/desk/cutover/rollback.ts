import { canonicalDigest } from '#base/canonical.ts';
import type { CaseAction } from '#contract/case.ts';
import type { RollbackPreview, RollbackRequest } from '#contract/cutover.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { confirmationStepId } from '#desk/cases/standard-steps.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { isStillCutOver } from '#desk/cases/still-cut-over.ts';
import { readRules } from '#desk/targets/read-rules.ts';
import { readWebhooks } from '#desk/targets/read-webhooks.ts';
import type { TargetClient, Targets } from '#desk/targets/targets.ts';
import { cutoverEndpoints } from './cutover-endpoints.ts';
import { isDecided, planOf, standingCutover, standingGrant } from './on-target.ts';
import { rollbackNeeds } from './operations.ts';
import { rollbackRequest } from './rollback-request.ts';
import { cutoverStepIds } from './step-ids.ts';

export interface RollbackParts {
  readonly cases: Cases;
  readonly targets: Pick<Targets, 'client'>;
  readonly control: Pick<ServiceControl, 'sandbox' | 'endpoints'>;
}

/**
 * What a rollback undoes, read from the target now; nothing is changed. Source: `docs/reference/rules/cutover.md#rollback`.
 * @throws CatalogueError `cutover.notStanding`, `target.unreachable`, `target.refused`, `target.malformed`
 */
export const previewRollback = async (
  { cases, targets, control }: RollbackParts,
  caseId: string,
): Promise<RollbackPreview> => {
  const state = await cases.state(caseId);
  const standing = standingCutover(state);
  if (standing === undefined) throw new CatalogueError('cutover.notStanding');
  const client = await targets.client(state.targetId);
  const isLocal = client.target.kind === 'local';
  if (isLocal) await refuseOther(control, state);
  const endpoints = cutoverEndpoints(state, await readWebhooks(client));
  const content = {
    targetId: state.targetId,
    endpoints,
    rules: await rulesOf(state, client),
    headers: headersOf(state),
    steps: reopenedSteps(state),
  };
  const counts = isLocal
    ? await control.endpoints.deliveryCounts({
        since: new Date(0).toISOString(),
        webhookIds: endpoints.map(({ id }) => id),
      })
    : undefined;
  return {
    digest: canonicalDigest(content),
    ...content,
    ...(counts === undefined ? {} : { waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0) }),
    ...(isLocal ? {} : { request: rollbackRequest(state, content) }),
  };
};

/** A cutover that another case made since is not this one's to undo. @throws CatalogueError `cutover.notStanding` */
const refuseOther = async ({ sandbox }: RollbackParts['control'], state: CaseState): Promise<void> => {
  const grant = standingGrant(state);
  const now = await sandbox.cutoverState();
  if (grant !== undefined && now.cutOver && !isStillCutOver(now, grant)) {
    throw new CatalogueError('cutover.notStanding');
  }
};

const rulesOf = async (state: CaseState, client: TargetClient): Promise<RollbackPreview['rules']> => {
  const planned = planOf(state)?.plan.rules.map(({ ruleId, type }) => ({ ruleId, type }));
  if (planned !== undefined) return planned;
  const rules = await readRules(client);
  return rules === 'gone' ? [] : rules.map(({ id, type }) => ({ ruleId: id, type }));
};

const headersOf = (state: CaseState): string[] => {
  const carried = standingGrant(state)?.result.carriedHeaders;
  const planned = planOf(state)?.plan.endpoints.flatMap(({ headers }) => headers.map(({ name }) => name));
  return [...new Set(carried ?? planned ?? [])].filter((name) => name !== carriedHeaders.clientId);
};

/** Those that depend on the cutover, and are done. */
const reopenedSteps = ({ steps }: CaseState): string[] =>
  steps
    .filter(({ id, state }) => state === 'done' && (id === confirmationStepId || cutoverStepIds.has(id)))
    .map(({ title }) => title);

/**
 * Rolls back as it was shown: the decision is recorded, then carried out. A decision that was not carried out, as after a
 * crash in between, is carried out by the same call. Of a remote target it is a request to the provider.
 * @throws CatalogueError `cutover.notStanding`, `cutover.previewOutdated`, `case.notOpen`, `approval.…`
 */
export const rollBack = async (
  parts: RollbackParts,
  caseId: string,
  { by, reason, digest }: RollbackRequest,
  actor: string,
): Promise<void> => {
  const { cases, control } = parts;
  const preview = await previewRollback(parts, caseId);
  if (digest !== undefined && digest !== preview.digest) throw new CatalogueError('cutover.previewOutdated');
  const { targetId, endpoints } = preview;
  const content = { targetId, by, reason, digest: preview.digest, webhookIds: endpoints.map(({ id }) => id) };
  const decide = (now: CaseState): CaseAction[] => {
    if (standingCutover(now) === undefined) throw new CatalogueError('cutover.notStanding');
    return isDecided(now) ? [] : [{ kind: 'cutover.rollbackDecided', content }];
  };
  await cases.act(caseId, actor, decide, { needs: rollbackNeeds(preview, reason) });
  if (preview.request !== undefined) return;
  await undo(control);
  await cases.act(caseId, actor, (now): CaseAction[] =>
    standingGrant(now) === undefined
      ? []
      : [{ kind: 'cutover.reversed', content: { targetId, how: 'undone' } }],
  );
};

const undo = async ({ sandbox }: Pick<ServiceControl, 'sandbox'>): Promise<void> => {
  try {
    await sandbox.undoCutover();
  } catch (error) {
    // Undone, and not recorded.
    if (!(error instanceof CatalogueError) || error.code !== 'cutover.notDone') throw error;
  }
};
