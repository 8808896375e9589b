import { type Evidence, type Finding, findingLimit, type Observation } from '#contract/eligibility.ts';
import { formatCount, formatDuration } from '#contract/format.ts';
import { showsAbsence } from './absence.ts';
import { findingId } from './finding-id.ts';
import { anyCaller } from './observes-callers.ts';

/**
 * An observation as evidence. Its scope is the caller, so that a later observation of the same application replaces an
 * earlier one, whatever each was named. Its findings are its own: what is dismissed in one counts when another has it.
 */
export const observationEvidence = (observation: Observation): Evidence => {
  const { id, name, caller, from, calls, otherCalls, unwatchedMs = 0 } = observation;
  const to = observation.to ?? observation.seenUntil;
  const findings = calls.slice(0, findingLimit).map((call) => findingOf(id, call));
  const alertsCalls = calls.reduce((sum, { count }) => sum + count, 0);
  const evidence: Evidence = {
    id,
    collector: 'live',
    scope: caller ?? anyCaller,
    at: to,
    origin: `Observation "${name}" on the local service${observation.to === undefined ? ', still open' : ''}`,
    read: {
      requests: alertsCalls + otherCalls,
      from,
      to,
      ...(unwatchedMs === 0 ? {} : { unwatchedMs }),
      skipped: [],
      skippedCount: 0,
    },
    rows: [],
    findings,
    findingCount: calls.length,
  };
  const says = alertsCalls > 0 ? 'present' : showsAbsence(evidence) ? 'absent' : 'nothing-seen';
  const because = `Observation "${name}": ${formatCount(alertsCalls, 'call')} to the alerts endpoints, ${formatCount(otherCalls, 'other call')}.${unobserved(unwatchedMs)}`;
  return { ...evidence, rows: [{ row: 'alerts-endpoints', says, because }] };
};

const unobserved = (ms: number): string =>
  ms < hourMs ? '' : ` Calls were not observed for ${formatDuration(ms)}.`;
const hourMs = 3_600_000;

const findingOf = (
  observationId: string,
  { method, path, first, last, count, caller }: Observation['calls'][number],
): Finding => ({
  id: findingId('alerts-endpoints', 'alerts-call', 'live', observationId, method, path, caller ?? ''),
  row: 'alerts-endpoints',
  kind: 'alerts-call',
  weak: false,
  confidence: 'high',
  place: { kind: 'request', method, path, first, last, count, ...(caller === undefined ? {} : { caller }) },
  why: 'A call to an alerts endpoint of the local service.',
});
