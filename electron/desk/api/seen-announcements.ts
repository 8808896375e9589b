import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Announcement } from '#contract/stream.ts';
import { localTargetId } from '#contract/target.ts';
import { seesAll, seesCase, seesTarget } from '#desk/core/sight.ts';
import { sightIn } from './caller.ts';

/** Whether a reader of the stream may know of it. */
export type SeesAnnouncement = (announcement: Announcement) => Promise<boolean>;

/** Who is told: who sees the case or the target that it names, or the local service; `desk`: who sees everything. */
type Audience = 'everybody' | 'case' | 'target' | 'local' | 'desk';

/** A kind that is not here can't be announced. */
const audiences: Readonly<Record<Announcement['type'], Audience>> = {
  store: 'everybody',
  people: 'everybody',
  policy: 'everybody',
  // Requests and decisions about approvals are entries of cases.
  case: 'case',
  presence: 'case',
  job: 'case',
  run: 'case',
  'dual-run': 'case',
  target: 'target',
  audit: 'desk',
  alert: 'local',
  clock: 'local',
  company: 'local',
  connection: 'local',
  delivery: 'local',
  endpoint: 'local',
  message: 'local',
  received: 'local',
  request: 'local',
  resources: 'local',
  sandbox: 'local',
  sync: 'local',
};

const keptCases = 1000;

/** @returns undefined for who may see everything */
export const seenAnnouncements = (
  request: FastifyRequest,
  targetOf: (caseId: string) => Promise<string | undefined>,
): SeesAnnouncement | undefined => {
  const sight = sightIn(request);
  if (seesAll(sight)) return undefined;
  const known = new LRUCache<string, string>({ max: keptCases });
  const seesCaseOf = async (caseId: string): Promise<boolean> => {
    const targetId = known.get(caseId) ?? (await targetOf(caseId)) ?? '';
    known.set(caseId, targetId);
    return seesCase(sight, { id: caseId, targetId });
  };
  return async (announcement) => {
    // A case that was changed may have been moved to another target.
    if (announcement.type === 'case') known.delete(announcement.caseId);
    switch (audiences[announcement.type]) {
      case 'everybody':
        return true;
      case 'case':
        // Whose work a job without a case is, is not told.
        return 'caseId' in announcement && announcement.caseId !== undefined
          ? seesCaseOf(announcement.caseId)
          : false;
      case 'target':
        return 'targetId' in announcement && seesTarget(sight, announcement.targetId);
      case 'local':
        return seesTarget(sight, localTargetId);
      default:
        return false;
    }
  };
};
