import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Announcement } from '#contract/stream.ts';
import { localTargetId } from '#contract/target.ts';
import { type Sight, seesAll, seesCase, seesTarget } from '#desk/core/sight.ts';
import { sightIn } from './caller.ts';

/** Whether a reader of the stream may know of it. */
export type SeesAnnouncement = (announcement: Announcement) => Promise<boolean>;

const keptCases = 1000;

/** @returns undefined for who may see everything */
export const seenAnnouncements = (
  request: FastifyRequest,
  targetOf: (caseId: string) => Promise<string | undefined>,
): SeesAnnouncement | undefined => {
  const sight = sightIn(request);
  if (seesAll(sight)) return undefined;
  const known = new LRUCache<string, string>({ max: keptCases });
  return async (announcement) => {
    const caseId = 'caseId' in announcement ? announcement.caseId : undefined;
    if (caseId === undefined) return seesWithoutCase(sight, announcement);
    // A case that was changed may have been moved to another target.
    if (announcement.type === 'case') known.delete(caseId);
    const targetId = known.get(caseId) ?? (await targetOf(caseId)) ?? '';
    known.set(caseId, targetId);
    return seesCase(sight, { id: caseId, targetId });
  };
};

const seesWithoutCase = (sight: Sight, announcement: Announcement): boolean => {
  if (announcement.type === 'target') return seesTarget(sight, announcement.targetId);
  // Whose work it is is not told.
  if (announcement.type === 'job' || announcement.type === 'run' || announcement.type === 'dual-run')
    return false;
  return announcement.type === 'store' || seesTarget(sight, localTargetId);
};
