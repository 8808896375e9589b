import type { CaseAction, CaseActionOf } from '#contract/case.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { localTargetId } from '#contract/target.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { profileMark, profileObserved } from '#desk/cases/profile-header.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { isStillCutOver } from '#desk/cases/still-cut-over.ts';
import { type WrittenHere, writtenHere } from '#desk/cases/written-here.ts';
import { program } from '#desk/core/program.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type MigratedIds, readCasesWithProgress, readMigratedIds } from '#desk/store/token-rows.ts';
import { readAuthHeader } from '#desk/targets/read-profile.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { scopeOf } from '#desk/tokens/scope.ts';
import { companyChanges, type FoundCompanies } from './companies.ts';
import { endpointChanges, type FoundEndpoints, findEndpoints, watchedEndpoints } from './endpoints.ts';

export interface CheckParts {
  readonly cases: Cases;
  readonly targets: Targets;
  readonly control: Pick<ServiceControl, 'sandbox' | 'endpoints' | 'subscribe'>;
}

/** An open case with companies on the local service. */
export interface MigratedCase {
  readonly id: string;
  readonly revision: number;
  readonly migrated: readonly MigratedIds[];
}

export type Reversal = CaseActionOf<'cutover.reversed'>['content']['how'];

/** Compares a case with its target, and records what changed there. */
export const createCaseChecks = (
  context: DeskContext,
  { cases, targets, control }: CheckParts,
  /** How the last cutover of the local service was reversed, as it was announced. */
  reversedBy: () => Reversal,
) => {
  const { store } = context;

  const record = async (caseId: string, decide: (state: CaseState) => CaseAction[]): Promise<void> => {
    const state = await cases.state(caseId);
    if (state.state === 'open' && decide(state).length > 0) await cases.act(caseId, program, decide);
  };

  return {
    /** The cutover, the endpoints, and the auth header of the profile where it was recorded before or `notesProfile`. */
    async checkTarget(caseId: string, notesProfile = false): Promise<void> {
      const state = await cases.state(caseId);
      const isOurs = await store.read((reader) => writtenHere(reader, caseId));
      const wanted = watchedEndpoints(state, isOurs);
      for (const id of requestedRollback(state) ?? []) wanted.add(id);
      const granted = state.targetId === localTargetId ? currentGrant(state, isOurs) : undefined;
      const watchesProfile = notesProfile || state.profileHeader?.targetId === state.targetId;
      if (state.state !== 'open' || (wanted.size === 0 && granted === undefined && !watchesProfile)) return;
      const isReversed =
        granted !== undefined && !isStillCutOver(await control.sandbox.cutoverState(), granted);
      const client = await targets.client(state.targetId);
      const found = await findEndpoints(context, client, control, wanted);
      const authHeader = watchesProfile ? await readAuthHeader(client) : undefined;
      await record(caseId, (now) => {
        const { targetId } = now;
        if (targetId !== state.targetId) return [];
        const reversed: CaseAction[] =
          isReversed && currentGrant(now, isOurs)?.seq === granted.seq
            ? [{ kind: 'cutover.reversed', content: { targetId, how: reversedBy() } }]
            : [];
        const ofProfile =
          authHeader === undefined
            ? []
            : profileObserved(now, isOurs, targetId, profileMark(context, authHeader));
        const rolledBack: CaseAction[] = isRolledBack(now, found)
          ? [{ kind: 'cutover.reversed', content: { targetId, how: 'undone' } }]
          : [];
        return [...reversed, ...rolledBack, ...endpointChanges(now, isOurs, wanted, found), ...ofProfile];
      });
    },
    /** What was migrated to the local service; read before it is looked for: what is migrated meanwhile is not deleted. */
    async migrated(): Promise<MigratedCase[]> {
      const ids = await store.read(readCasesWithProgress);
      const found: MigratedCase[] = [];
      for (const { id, revision, state, targetId, damaged } of await cases.byIds(ids)) {
        if (state !== 'open' || targetId !== localTargetId || damaged) continue;
        const about = { caseId: id, scope: scopeOf(localTargetId) };
        const migrated = await store.read((reader) => readMigratedIds(reader, about));
        if (migrated.length > 0) found.push({ id, revision, migrated });
      }
      return found;
    },
    async checkCompanies(
      caseId: string,
      migrated: readonly MigratedIds[],
      found: FoundCompanies,
    ): Promise<void> {
      await record(caseId, (now) => companyChanges(now, migrated, found));
    },
  };
};

/** The last cutover of the case on its target, unless it is known to be reversed. */
const currentGrant = ({ grants, reversals, targetId }: CaseState, isOurs: WrittenHere) => {
  const grant = grants.findLast((one) => one.targetId === targetId);
  if (grant === undefined || !isOurs(grant.seq)) return undefined;
  return reversals.some((one) => one.targetId === targetId && one.seq > grant.seq) ? undefined : grant;
};

/** The endpoints that the provider of a remote target was asked to disable, as long as it is not seen to be so. */
const requestedRollback = ({ rollbacks, reversals, targetId }: CaseState): readonly string[] | undefined => {
  const asked = rollbacks.findLast((one) => one.targetId === targetId);
  if (asked === undefined || targetId === localTargetId) return undefined;
  const isDone = reversals.some((one) => one.targetId === targetId && one.seq > asked.seq);
  return isDone ? undefined : asked.webhookIds;
};

/** Its endpoints are all disabled, or gone: the API tells no more of it. */
const isRolledBack = (state: CaseState, found: FoundEndpoints): boolean => {
  const asked = requestedRollback(state) ?? [];
  return asked.length > 0 && asked.every((id) => found.get(id)?.disabled !== false);
};
