import type { CaseState, RunbookState, TokenRunRecord } from '#desk/cases/state.ts';

/** A run that came to its end. */
export type Pilot = TokenRunRecord & { readonly ended: NonNullable<TokenRunRecord['ended']> };

/**
 * The pilot that counts: the last that came to its end since the runbook was opened. A retry of one company after a
 * pilot that failed is one, too.
 */
export const lastPilot = ({ tokenRuns, targetId }: CaseState, { since }: RunbookState): Pilot | undefined => {
  let last: Pilot | undefined;
  for (const run of tokenRuns) {
    const { kind, seq, rows } = run.started;
    if (seq <= since.seq || run.started.targetId !== targetId || !isEnded(run)) continue;
    const again = kind === 'retry' && rows === 1 && last !== undefined && !succeeded(last);
    if (kind === 'pilot' || again) last = run;
  }
  return last;
};

/** What was cancelled shows nothing. */
const isEnded = (run: TokenRunRecord): run is Pilot => run.ended !== undefined && run.state === 'done';

/** Its company is migrated: it was linked without anybody having been asked again, and all its syncs are complete. */
export const succeeded = ({ ended: { counts } }: Pilot): boolean =>
  counts.rows > 0 && counts.done === counts.rows && counts.failed === 0;
