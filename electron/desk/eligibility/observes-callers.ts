import type { Evidence } from '#contract/eligibility.ts';

/** The scope of windows that look for every caller. */
export const anyCaller = 'local service';

/**
 * Whether a window of the local service would have seen the calls that another one saw: it looks for every caller, or
 * for text that the user agent of each of them holds.
 */
export const wouldObserve = (window: Evidence, { collector, findings }: Evidence): boolean => {
  if (window.collector !== 'live' || collector !== 'live' || findings.length === 0) return false;
  if (window.scope === anyCaller) return true;
  const text = window.scope.toLowerCase();
  return findings.every(
    ({ place }) => place.kind === 'request' && (place.caller ?? '').toLowerCase().includes(text),
  );
};
