import { parseInstant } from '#base/clock.ts';
import { absenceWindowMs, watchedMs } from './absence.ts';
import type { Assessment } from './assessment.ts';
import { wouldObserve } from './observes-callers.ts';

/** What was once seen stays a reason to doubt every absence that was shown before it. */

/**
 * Whether the absence was shown after the sighting: a scan or a reading made later; of traffic, the seven days that it
 * takes, counted from the last call that was seen. What another part of the source holds is another matter.
 */
export const isAfter = (absence: Assessment, observation: Assessment): boolean => {
  const { collector, scope, at } = absence.evidence;
  const other = observation.evidence;
  if (collector === 'source' || collector === 'configuration') {
    const otherPart = collector === 'source' && other.collector === 'source' && other.scope !== scope;
    return otherPart || parseInstant(at, 'at') > lastSeen(observation);
  }
  // A window that looks for one caller does not tell about the others.
  if (collector === 'live' && other.collector === 'live' && !sees(absence, observation)) return false;
  return watchedMs(absence.evidence, lastSeen(observation)) >= absenceWindowMs;
};

const sees = ({ evidence }: Assessment, { evidence: other }: Assessment): boolean =>
  evidence.scope === other.scope || wouldObserve(evidence, other);

/** The one that was seen last, if there is any. */
export const latest = (observations: readonly Assessment[]): Assessment[] => {
  const times = observations.map(lastSeen);
  const last = Math.max(...times);
  return observations.filter((_, index) => times[index] === last).slice(0, 1);
};

/** When it was last seen: the last of the calls; of a file or a resource, when it was read. */
const lastSeen = ({ evidence: { at, read }, findings }: Assessment): number => {
  const calls = findings.flatMap(({ place }) => (place.kind === 'request' ? [place.last] : []));
  const times = calls.length > 0 ? calls : [read.to ?? at];
  return Math.max(...times.map((time) => parseInstant(time, 'at')));
};
