import type { Evidence } from '#contract/eligibility.ts';

/** The scope of observations of every caller. */
export const anyCaller = 'local service';

/**
 * Whether an observation would have recorded the calls of another one: it is of every caller, or of text that each of
 * their user agents contains.
 */
export const wouldObserve = (observation: Evidence, { collector, findings }: Evidence): boolean => {
  if (observation.collector !== 'live' || collector !== 'live' || findings.length === 0) return false;
  if (observation.scope === anyCaller) return true;
  const text = observation.scope.toLowerCase();
  return findings.every(
    ({ place }) => place.kind === 'request' && (place.caller ?? '').toLowerCase().includes(text),
  );
};
