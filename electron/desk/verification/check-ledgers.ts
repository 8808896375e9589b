import { takeTurns } from '#base/take-turns.ts';
import type { DeskProblem } from '#contract/verification.ts';
import type { Reader } from '#desk/store/store.ts';
import { type LedgerRun, ledgerEntries, ledgerRuns } from '#desk/store/verification.ts';
import { emptyLedger, ledgerDigest } from '#desk/tokens/run/recorder.ts';

export interface CheckedLedgers {
  readonly entries: number;
  readonly problems: readonly DeskProblem[];
}

/** Entries between two turns of others. */
const turnSize = 1000;

/** Holds each run's ledger against what its row says: that row is sealed, and also tells of what came after its last entry in the chain. */
export const checkAllLedgers = async (snapshot: Reader, signal: AbortSignal): Promise<CheckedLedgers> => {
  const runs = new Map((await ledgerRuns(snapshot)).map((run) => [run.id, run]));
  const reached = new Map<string, { entries: number; digest: string }>();
  /** One problem for each run. */
  const problems = new Map<string, DeskProblem>();
  const tell = (runId: string, what: string, caseId = runs.get(runId)?.case_id): void => {
    if (problems.has(runId)) return;
    problems.set(runId, { part: 'rows', ...(caseId === undefined ? {} : { caseId }), what });
  };
  let entries = 0;
  for await (const { run_id, seq, case_id, entry } of ledgerEntries(snapshot)) {
    entries += 1;
    if (entries % turnSize === 0) {
      signal.throwIfAborted();
      await takeTurns();
    }
    const run = runs.get(run_id);
    const before = reached.get(run_id) ?? emptyLedger;
    if (run === undefined) tell(run_id, `The ledger has calls of an unknown run (${run_id}).`);
    else if (seq !== before.entries + 1)
      tell(run_id, `Entry ${before.entries + 1} of the ledger of run ${run_id} is missing.`);
    else if (case_id !== run.case_id)
      tell(run_id, `Entry ${seq} of the ledger of run ${run_id} was moved to another case.`);
    reached.set(run_id, { entries: seq, digest: ledgerDigest(before.digest, entry) });
  }
  for (const run of runs.values()) {
    const what = runProblem(run, reached.get(run.id) ?? emptyLedger);
    if (what !== undefined) tell(run.id, what);
  }
  return { entries, problems: [...problems.values()] };
};

const runProblem = (
  { id, ledger_entries, ledger_digest }: LedgerRun,
  { entries, digest }: { readonly entries: number; readonly digest: string },
): string | undefined => {
  if (entries !== ledger_entries)
    return `The ledger of run ${id} has ${entries} entries instead of ${ledger_entries}.`;
  return digest === ledger_digest ? undefined : `The ledger of run ${id} was changed.`;
};
