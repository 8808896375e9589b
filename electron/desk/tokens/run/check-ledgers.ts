import type { ChainCheck } from '#contract/case.ts';
import type { Ledger } from '#contract/token-runs.ts';
import { importsOf } from '#desk/cases/imports.ts';
import type { CaseState, TokenRunRecord } from '#desk/cases/state.ts';
import { readHead } from '#desk/store/case-chain.ts';
import type { DeskStore, Reader } from '#desk/store/store.ts';
import { readLedger, readRun, type TokenRunRecord as StoredRun } from '#desk/store/token-runs.ts';
import { emptyLedger, ledgerDigest } from './recorder.ts';

type Problem = ChainCheck['problems'][number];

const pageSize = 2000;

/**
 * Whether the ledgers of a case's runs are as its chain says they were. Ledgers stay where they were written: those of
 * runs that came with an imported chain are elsewhere.
 */
export const checkLedgers = (
  { read }: Pick<DeskStore, 'read'>,
  { id, tokenRuns }: Pick<CaseState, 'id' | 'tokenRuns'>,
): Promise<Problem[]> =>
  read(async (reader) => {
    const imports = importsOf((await readHead(reader, id)) ?? { imported: null });
    const isImported = ({ started: { seq } }: TokenRunRecord): boolean =>
      imports.some(({ from, upTo }) => seq >= from && seq <= upTo);
    const problems: Problem[] = [];
    for (const run of tokenRuns) {
      const { runId, seq } = run.started;
      const record = await readRun(reader, runId);
      if (record !== undefined) problems.push(...(await checkLedger(reader, run, record)));
      else if (!isImported(run)) {
        problems.push({ seq, what: `Run ${runId}, started at entry ${seq} of the chain, is missing.` });
      }
    }
    return problems;
  });

/** Where the chain says what the ledger was. */
const stampsOf = ({ breaks, ended }: TokenRunRecord): { seq: number; ledger: Ledger }[] => [
  ...breaks.map(({ seq, ledger }) => ({ seq, ledger })),
  ...(ended === undefined ? [] : [{ seq: ended.seq, ledger: ended.ledger }]),
];

const checkLedger = async (reader: Reader, run: TokenRunRecord, record: StoredRun): Promise<Problem[]> => {
  const stamps = stampsOf(run);
  const wanted = new Set(stamps.map(({ ledger }) => ledger.entries));
  const digests = new Map([[0, emptyLedger.digest]]);
  let { entries, digest } = emptyLedger;
  for (;;) {
    const page = await readLedger(reader, run.started.runId, entries, pageSize);
    for (const { seq, entry } of page) {
      if (seq !== entries + 1) break;
      entries = seq;
      digest = ledgerDigest(digest, entry);
      if (wanted.has(entries)) digests.set(entries, digest);
    }
    if (page.length < pageSize) break;
  }
  const { runId, seq: begun } = run.started;
  const wrong = stamps.flatMap(({ seq, ledger }) => {
    const found = digests.get(ledger.entries);
    if (found === ledger.digest) return [];
    const what =
      found === undefined
        ? `The ledger of run ${runId} has ${entries} entries, but ${ledger.entries} by entry ${seq} of the chain.`
        : `The first ${ledger.entries} entries of the ledger of run ${runId} differ from those at entry ${seq} of the chain.`;
    return [{ seq, what }];
  });
  const problems = [...wrong];
  const { ended } = run;
  if (ended !== undefined && entries > ended.ledger.entries) {
    const what = `The ledger of run ${runId} has ${entries} entries, but the run ended at ${ended.ledger.entries} (entry ${ended.seq} of the chain).`;
    problems.push({ seq: ended.seq, what });
  }
  // The table also shows what was cut off since the last entry of the chain about the run.
  if (wrong.length === 0 && entries < record.ledger_entries) {
    const what = `The ledger of run ${runId} has ${entries} entries, but had ${record.ledger_entries}.`;
    problems.push({ seq: begun, what });
  }
  return problems;
};
