import type { Cancel } from '#base/clock.ts';
import { createNotices } from '#base/notices.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Announcement } from '#contract/stream.ts';
import { localTargetId } from '#contract/target.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type CheckParts, createCaseChecks, type MigratedCase, type Reversal } from './case-checks.ts';
import { companyStates, type FoundCompanies, findCompanies } from './companies.ts';

/**
 * Notices what changes on a target behind the case: a cutover that is reversed, endpoints and companies that are deleted
 * or changed, another auth header of the profile. It is recorded, and the steps that relied on it open again.
 */
export interface TargetWatch {
  /** Checks the cutover, the endpoints and the profile of a case; does nothing where the case is not open, or has none. */
  check(caseId: string): Promise<void>;
  /** The same, and records the auth header of the profile if it is not known yet. Never fails. */
  noteProfile(caseId: string): Promise<void>;
  /** The same as `check` of a case on the local service alone; a remote target is not called. Never fails. */
  checkIfLocal(caseId: string): Promise<void>;
  /** Checks all open cases on the local service, and again whenever that announces a change. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const createTargetWatch = (context: DeskContext, parts: CheckParts): TargetWatch => {
  const { cases, targets, control } = parts;
  let reversedBy: Reversal = 'unknown';
  const { checkTarget, migrated, checkCompanies } = createCaseChecks(context, parts, () => reversedBy);

  /** One case that is damaged, or a service that is stopping, must not keep the others from being checked. */
  const quietly = async (caseId: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const isExpected = error instanceof CatalogueError;
      context.log[isExpected ? 'debug' : 'error'](
        { err: error, caseId },
        'desk: a case could not be watched',
      );
    }
  };

  const checkIfLocal: TargetWatch['checkIfLocal'] = (caseId) =>
    quietly(caseId, async () => {
      if ((await cases.state(caseId)).targetId === localTargetId) await checkTarget(caseId);
    });

  /** By case: its revision, and how its companies were. One is folded again only once either has changed. */
  const seen = new Map<string, string>();
  const checkMigrated = async ({ id, revision, migrated: ids }: MigratedCase, companies: FoundCompanies) => {
    const now = `${revision}\n${companyStates(ids, companies)}`;
    if (seen.get(id) === now) return;
    await checkCompanies(id, ids, companies);
    seen.set(id, now);
  };

  /** What kept summaries show to rely on something there: no other case is folded. */
  const checkAll = async (): Promise<void> => {
    const some = await migrated();
    const companies = some.length > 0 ? await findCompanies(await targets.client(localTargetId)) : undefined;
    for (const id of await cases.idsWith('watched', localTargetId)) await checkIfLocal(id);
    if (companies === undefined) return;
    for (const one of some) await quietly(one.id, () => checkMigrated(one, companies));
  };

  const notices = createNotices(() => quietly('all', checkAll));
  let unsubscribe: Cancel = () => {};
  return {
    async check(caseId) {
      await checkTarget(caseId);
    },
    noteProfile: (caseId) =>
      quietly(caseId, async () => {
        await checkTarget(caseId, true);
      }),
    checkIfLocal,
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
      return announcement.change === 'elsewhere' || reversalIn(announcement) !== undefined;
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
