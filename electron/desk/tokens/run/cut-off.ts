import { systemTime } from '#base/clock.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readRunState, type TokenRunRecord, updateRun } from '#desk/store/token-runs.ts';
import { refuseChanged } from './run-state.ts';
import { linkedBefore, type RunOutcome } from './run-view.ts';

/**
 * The last word on a rehearsal that was cut off: its instance of the service is gone, so nothing can continue it, and
 * it has no results.
 * @throws CatalogueError `tokens.runActive` if it is no more what the record says
 */
export const endCutOff = async (
  { store }: Pick<DeskContext, 'store'>,
  cases: Pick<Cases, 'act'>,
  record: TokenRunRecord,
  { actor, remark }: { readonly actor: string; readonly remark: string },
): Promise<void> => {
  const { id: runId, case_id: caseId, ledger_entries: entries, ledger_digest: digest, kind } = record;
  const { counts, failures, alreadyLinked } = await store.read((reader) => readRunState(reader, record));
  const counted = { counts, failures, ...linkedBefore(kind, alreadyLinked) };
  const outcome: RunOutcome = { ...counted, duplicates: [], remark };
  const content = {
    runId,
    state: 'cancelled' as const,
    ...counted,
    calls: JSON.parse(record.calls),
    duplicates: 0,
    ledger: { entries, digest },
  };
  const also = async (tx: Parameters<typeof updateRun>[0]): Promise<void> => {
    await refuseChanged(tx, runId, record.state);
    const ended_at = systemTime.now();
    await updateRun(tx, runId, { state: 'cancelled', ended_at, outcome: JSON.stringify(outcome) });
  };
  await cases.act(caseId, actor, { kind: 'tokens.runEnded', content }, { also });
};
