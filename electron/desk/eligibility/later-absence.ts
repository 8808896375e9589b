import { parseInstant } from '#base/clock.ts';
import { absenceWindowMs, watchedMs } from './absence.ts';
import type { Assessment } from './assessment.ts';
import { wouldObserve } from './observes-callers.ts';

/**
 * Whether an absence was shown after something was found, as findings outlast every earlier absence: by a later scan or
 * reading; of traffic, by seven days after the last call; by a run that began later. Other parts of the source do not matter.
 */
export const isAfter = (absence: Assessment, presence: Assessment): boolean => {
  const { collector, scope, at, read } = absence.evidence;
  const other = presence.evidence;
  if (collector === 'source' || collector === 'configuration') {
    const otherPart = collector === 'source' && other.collector === 'source' && other.scope !== scope;
    return otherPart || parseInstant(at, 'at') > lastFound(presence);
  }
  if (collector === 'exec') return parseInstant(read.from ?? at, 'from') > lastFound(presence);
  // An observation of one caller says nothing about the others.
  if (collector === 'live' && other.collector === 'live' && !covers(absence, presence)) return false;
  return watchedMs(absence.evidence, lastFound(presence)) >= absenceWindowMs;
};

const covers = ({ evidence }: Assessment, { evidence: other }: Assessment): boolean =>
  evidence.scope === other.scope || wouldObserve(evidence, other);

/** The one that was found last, if there is any. */
export const latest = (found: readonly Assessment[]): Assessment[] => {
  const times = found.map(lastFound);
  const last = Math.max(...times);
  return found.filter((_, index) => times[index] === last).slice(0, 1);
};

/** When it was last found: the last of the calls; of a file or a resource, when it was read. */
const lastFound = ({ evidence: { at, read }, findings }: Assessment): number => {
  const calls = findings.flatMap(({ place }) => (place.kind === 'request' ? [place.last] : []));
  const times = calls.length > 0 ? calls : [read.to ?? at];
  return Math.max(...times.map((time) => parseInstant(time, 'at')));
};
