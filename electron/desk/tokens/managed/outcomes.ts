import type { CompanyResult, RunKind } from '#contract/token-runs.ts';
import type { FoundResults } from '#desk/cases/run-results.ts';
import type { CaseState, TokenRunRecord } from '#desk/cases/state.ts';

/** What the migration came to, company by company: what its last run says of it. */

export interface RunWithResults extends FoundResults {
  readonly run: TokenRunRecord;
}

const kinds: readonly RunKind[] = ['pilot', 'run', 'retry', 'check', 'undo'];

/** Runs on the case's target that came to an end, oldest first. */
export const migratedRuns = ({ tokenRuns, targetId }: CaseState): TokenRunRecord[] =>
  tokenRuns.filter(
    ({ started, ended }) =>
      ended !== undefined && started.targetId === targetId && kinds.includes(started.kind),
  );

export interface Outcome {
  readonly company: CompanyResult;
  /** When the run ended that says so. */
  readonly ended: string;
}

/** @param invalid rows that no run has seen, as they were not in order when they were imported */
export const outcomesOf = (runs: readonly RunWithResults[], { invalid }: { readonly invalid: number }) => {
  const last = new Map<string, Outcome>();
  for (const { run, results } of runs) {
    for (const company of results?.companies ?? []) {
      const key = JSON.stringify([company.ref ?? company.line, company.platformKey]);
      last.set(key, { company, ended: run.ended?.at ?? '' });
    }
  }
  const all = [...last.values()];
  const of = (state: CompanyResult['state']) => all.filter(({ company }) => company.state === state);
  const others = all.filter(({ company }) => company.state !== 'done' && company.state !== 'failed');
  const unseen = Math.max(0, invalid - of('invalid').length);
  return {
    migrated: of('done'),
    failures: of('failed'),
    others,
    /** Rows that are not in order, and in no run. */
    unseen,
    notMigrated: others.length + unseen,
  };
};
