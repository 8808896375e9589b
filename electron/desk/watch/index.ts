import type { Cancel } from '#base/clock.ts';
import type { CaseAction, CaseActionOf } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Announcement } from '#contract/stream.ts';
import { localTargetId } from '#contract/target.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { profileObserved } from '#desk/cases/profile-header.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { type WrittenHere, writtenHere } from '#desk/cases/written-here.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readMigratedIds } from '#desk/store/token-rows.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { scopeOf } from '#desk/tokens/scope.ts';
import { companyChanges, type FoundCompanies, findCompanies } from './companies.ts';
import { endpointChanges, findEndpoints, watchedEndpoints } from './endpoints.ts';
import { createNotices } from './notices.ts';
import { findProfile, knowsProfile } from './profile.ts';

/**
 * Notices what changes on a target behind the case: a cutover that is reversed, endpoints and companies that are deleted
 * or changed, another auth header of the profile. It is put on record, and the steps that stood on it open again.
 */
export interface TargetWatch {
  /** Looks at the cutover, the endpoints and the profile of a case; does nothing where the case is not open, or has none. */
  look(caseId: string): Promise<void>;
  /** The same, and notes the auth header of the profile if it is not known yet. Never fails. */
  noteProfile(caseId: string): Promise<void>;
  /** The same of a case on the local service alone; a remote target is not called. Never fails. */
  lookLocally(caseId: string): Promise<void>;
  /** Looks at all open cases on the local service, and again whenever that announces a change. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Parts {
  readonly cases: Cases;
  readonly targets: Targets;
  readonly control: Pick<ServiceControl, 'sandbox' | 'endpoints' | 'subscribe'>;
}

type Reversal = CaseActionOf<'cutover.reversed'>['content']['how'];

/** Who writes what is noticed. */
const watcher = 'carryover';

export const createTargetWatch = (context: DeskContext, parts: Parts): TargetWatch => {
  const { cases, targets, control } = parts;
  const { store, log } = context;
  /** How the last cutover of the local service was reversed, as it was announced. */
  let reversedBy: Reversal = 'unknown';

  const record = async (caseId: string, decide: (state: CaseState) => CaseAction[]): Promise<void> => {
    const state = await cases.state(caseId);
    if (state.state === 'open' && decide(state).length > 0) await cases.act(caseId, watcher, decide);
  };

  const lookAt = async (caseId: string, notesProfile: boolean): Promise<void> => {
    const state = await cases.state(caseId);
    const isOurs = await store.read((reader) => writtenHere(reader, caseId));
    const wanted = watchedEndpoints(state, isOurs);
    const isLocal = state.targetId === localTargetId;
    const granted = isLocal && standingGrant(state, isOurs) !== undefined;
    const watchesProfile = notesProfile || knowsProfile(state);
    if (state.state !== 'open' || (wanted.size === 0 && !granted && !watchesProfile)) return;
    const isReversed = granted && !(await control.sandbox.cutoverState()).cutOver;
    const client = await targets.client(state.targetId);
    const found = await findEndpoints(context, client, control, wanted);
    const profile = watchesProfile ? await findProfile(context, client) : undefined;
    await record(caseId, (now) => {
      if (now.targetId !== state.targetId) return [];
      const reversed: CaseAction[] =
        isReversed && standingGrant(now, isOurs) !== undefined
          ? [{ kind: 'cutover.reversed', content: { targetId: now.targetId, how: reversedBy } }]
          : [];
      const ofProfile = profile === undefined ? [] : profileObserved(now, isOurs, now.targetId, profile.mark);
      return [...reversed, ...endpointChanges(now, isOurs, found), ...ofProfile];
    });
  };

  const look = (caseId: string): Promise<void> => lookAt(caseId, false);

  const lookAtCompanies = async (caseId: string, found: FoundCompanies): Promise<void> => {
    const about = { caseId, scope: scopeOf(localTargetId) };
    const migrated = await store.read((reader) => readMigratedIds(reader, about));
    if (migrated.length > 0) await record(caseId, (now) => companyChanges(now, migrated, found));
  };

  /** One case that is damaged, or a service that is stopping, must not keep the others from being looked at. */
  const quietly = async (caseId: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const isExpected = error instanceof CatalogueError;
      log[isExpected ? 'debug' : 'error']({ err: error, caseId }, 'desk: a case could not be watched');
    }
  };

  const lookLocally: TargetWatch['lookLocally'] = (caseId) =>
    quietly(caseId, async () => {
      if ((await cases.state(caseId)).targetId === localTargetId) await look(caseId);
    });

  const lookAtAll = async (): Promise<void> => {
    const all = (await cases.list()).filter(
      ({ state, targetId, damaged }) => state === 'open' && targetId === localTargetId && !damaged,
    );
    const hasTokens = all.some(({ parts: some }) => some.includes('tokens'));
    const companies = hasTokens ? await findCompanies(await targets.client(localTargetId)) : undefined;
    for (const { id } of all) {
      await lookLocally(id);
      if (companies !== undefined) await quietly(id, () => lookAtCompanies(id, companies));
    }
  };

  const notices = createNotices(() => quietly('all', lookAtAll));
  let unsubscribe: Cancel = () => {};
  return {
    look,
    noteProfile: (caseId) => quietly(caseId, () => lookAt(caseId, true)),
    lookLocally,
    async start() {
      unsubscribe = control.subscribe((announcement) => {
        reversedBy = reversalIn(announcement) ?? reversedBy;
        if (bearsOnSteps(announcement)) notices.note();
      });
      notices.note();
    },
    async stop() {
      unsubscribe();
      await notices.stop();
    },
  };
};

/** The last cutover of the case on its target, unless it is known to be reversed. */
const standingGrant = ({ grants, reversals, targetId }: CaseState, isOurs: WrittenHere) => {
  const grant = grants.findLast((one) => one.targetId === targetId);
  if (grant === undefined || !isOurs(grant.seq)) return undefined;
  return reversals.some((one) => one.targetId === targetId && one.seq > grant.seq) ? undefined : grant;
};

const reversalIn = (announcement: Announcement): Reversal | undefined => {
  if (announcement.type !== 'sandbox') return undefined;
  if (announcement.change === 'reset' || announcement.change === 'seeded') return 'reset';
  return announcement.change === 'cutover-undone' ? 'undone' : undefined;
};

const statuses: ReadonlySet<string> = new Set(['Linked', 'Unlinked', 'Deauthorized', 'Deleted']);

/** What is created, or comes along with every delivery and sync, takes nothing away. */
const bearsOnSteps = (announcement: Announcement): boolean => {
  switch (announcement.type) {
    case 'sandbox':
      return ['reset', 'seeded', 'cutover-undone'].includes(announcement.change);
    case 'endpoint':
      return announcement.change !== 'created';
    case 'company':
      return announcement.change === 'deleted';
    case 'request':
      return announcement.method === 'PUT' && announcement.path.startsWith('/profile');
    case 'connection':
      return statuses.has(announcement.status) && announcement.status !== 'Linked';
    default:
      return false;
  }
};
