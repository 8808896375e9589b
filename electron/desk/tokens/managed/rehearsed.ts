import type { CompanyResult } from '#contract/token-runs.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { readResults } from '#desk/cases/run-results.ts';
import type { CaseState } from '#desk/cases/state.ts';

/** What the latest rehearsal measured, by platform; of companies that came to their end well. */
export interface Rehearsed {
  readonly runId: string;
  readonly at: string;
  readonly byPlatform: ReadonlyMap<string, Measured>;
}
export interface Measured {
  readonly companies: number;
  /** From the first call of a company to its end, ms: in the middle, nine of ten, and the longest. */
  readonly middleMs: number;
  readonly usualMs: number;
  readonly longestMs: number;
  /** Calls for one company: on average, and the most. */
  readonly calls: number;
  readonly mostCalls: number;
  /** One call, on average, ms. */
  readonly callMs: number;
}

export const readRehearsed = async (
  cases: Pick<Cases, 'attachment'>,
  state: CaseState,
): Promise<Rehearsed | undefined> => {
  const run = state.tokenRuns.findLast(
    ({ started, state: now }) => started.kind === 'rehearsal' && now === 'done',
  );
  const found = run && (await readResults(cases, state, [run]));
  const results = run && found?.get(run.started.runId)?.results;
  if (run?.ended === undefined || results === undefined) return undefined;
  const done = results.companies.filter(({ state: now }) => now === 'done');
  const platforms = Map.groupBy(done, ({ platformKey = '' }) => platformKey);
  const byPlatform = new Map(
    [...platforms].map(([platform, companies]) => [platform, measure(companies)] as const),
  );
  return byPlatform.size === 0 ? undefined : { runId: run.started.runId, at: run.ended.at, byPlatform };
};

const measure = (companies: readonly CompanyResult[]): Measured => {
  const durations = companies.map(({ durationMs = 0 }) => durationMs).sort((a, b) => a - b);
  const at = (share: number) => durations[Math.ceil(share * durations.length) - 1] ?? 0;
  const calls = companies.reduce((sum, one) => sum + one.calls, 0);
  const callMs = companies.reduce((sum, one) => sum + one.callMs, 0);
  return {
    companies: companies.length,
    middleMs: at(0.5),
    usualMs: at(0.9),
    longestMs: at(1),
    calls: calls / companies.length,
    mostCalls: companies.reduce((most, one) => Math.max(most, one.calls), 0),
    callMs: calls === 0 ? 0 : callMs / calls,
  };
};
