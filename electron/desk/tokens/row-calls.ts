import { toIso } from '#base/clock.ts';
import type { LedgerCall, RunKind } from '#contract/token-runs.ts';
import type { LedgerEntry } from './run/recorder.ts';

/** The calls of one row, from its entries in order: the answer to each is the next entry of the same run. */
export const callsIn = (
  entries: readonly { readonly run_id: string; readonly kind: RunKind; readonly entry: string }[],
): LedgerCall[] => {
  const calls: LedgerCall[] = [];
  for (const { run_id: runId, kind, entry } of entries) {
    const one = JSON.parse(entry) as LedgerEntry;
    const last = calls.at(-1);
    if (one.what === 'call') {
      const { step, method, path, at } = one;
      calls.push({ runId, kind, step, method, path, at: toIso(at) });
    } else if (last?.runId === runId && last.ms === undefined) {
      const { what: _, row: __, step: ___, at: ____, ...answer } = one;
      Object.assign(last, answer);
    }
  }
  return calls;
};
