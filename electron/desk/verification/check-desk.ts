import { systemTime, toIso } from '#base/clock.ts';
import { isVouchedFor } from '#contract/signature-states.ts';
import { type DeskCheck, type DeskProblem, toldDeskProblems } from '#contract/verification.ts';
import type { JobHandle } from '#desk/jobs/jobs.ts';
import { checkHead, formatHead, ownKeyCheck } from '#desk/journal/check-head.ts';
import { checkJournal, foldUnchecked } from '#desk/journal/check-journal.ts';
import { readHeadless, readHeads } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournal } from '#desk/store/journal.ts';
import type { Reader } from '#desk/store/store.ts';
import { type CaseModules, casesAgainstJournal, checkCases } from './check-cases.ts';
import { checkAllLedgers } from './check-ledgers.ts';
import { checkRows } from './check-rows.ts';
import { checkSummaries } from './check-summaries.ts';
import type { CheckedStreams } from './verification.ts';

export interface CheckedModules extends CaseModules {
  readonly streams: CheckedStreams;
}

/** For a check that no job runs. */
export const withoutJob: JobHandle = { signal: new AbortController().signal, progress: () => {} };

/** The journal, every case, every row, every audit stream and every ledger, at one moment. */
export const checkDesk = (
  context: DeskContext,
  modules: CheckedModules,
  { signal, progress }: JobHandle,
): Promise<DeskCheck> =>
  inSnapshot(context, async (snapshot, seen) => {
    const show = (text: string, done = 0, total?: number): void =>
      progress({ done, unit: 'steps', text, ...(total === undefined ? {} : { total }) });
    show('The journal');
    const journal = await checkJournalAndHead(context, snapshot, seen);
    const showCases = (done: number, total: number) => show('Cases', done, total);
    const cases = await checkCases(seen, modules, journal.fold, showCases, signal);
    const rows = await checkRows(context.rowSeals, snapshot, journal.fold, show, signal);
    const summaries = await checkSummaries(context, snapshot);
    const streams = await modules.streams.problems(snapshot, journal.fold.streams);
    const ledgers = await checkAllLedgers(snapshot, signal);
    const problems: DeskProblem[] = [
      ...journal.problems.map((what) => ({ part: 'journal', what }) as const),
      ...cases.problems,
      ...rows.problems,
      ...summaries,
      ...streams.map((what) => ({ part: 'rows', what }) as const),
      ...ledgers.problems,
    ];
    return {
      at: toIso(systemTime.now()),
      state: stateOf(problems, cases.cases),
      whole: problems.length === 0,
      problems: problems.slice(0, toldDeskProblems),
      problemCount: problems.length,
      journal: { entries: journal.entries, digest: journal.end.digest },
      cases: cases.cases,
      rows: rows.rows,
      ledgerEntries: ledgers.entries,
    };
  });

/** What shows without reading chains or rows. */
export const checkQuickly = (
  context: DeskContext,
  streams: CheckedStreams,
): Promise<{ readonly journal: readonly string[]; readonly others: readonly string[] }> =>
  context.store.read(async (reader) => {
    const { findings } = await checkHead(context, reader, await ownKeyCheck(context, reader));
    const heads = await readHeads(reader);
    const fold = foldUnchecked(await readJournal(reader));
    const ofCases = casesAgainstJournal(heads, await readHeadless(reader), fold);
    return {
      journal: findings.map(formatHead),
      others: [
        ...ofCases.map(({ what, caseId }) => `${what} (case ${caseId})`),
        ...(await streams.problems(reader, fold.streams)),
      ],
    };
  });

/** What is wrong besides the chain of a case: with the journal, and with rows that are of no other case. */
export const checkBesidesChain = (context: DeskContext, caseId: string): Promise<string[]> =>
  inSnapshot(context, async (snapshot, seen) => {
    const journal = await checkJournalAndHead(context, snapshot, seen);
    const rows = await checkRows(context.rowSeals, snapshot, journal.fold, () => {}, withoutJob.signal);
    const all = [...rows.problems, ...(await checkSummaries(context, snapshot))];
    const ofRows = all.filter((problem) => (problem.caseId ?? caseId) === caseId);
    return [...journal.problems, ...ofRows.map(({ what }) => what)];
  });

/** The database as it is at one moment, while it is written to. */
const inSnapshot = <T>(
  context: DeskContext,
  work: (snapshot: Reader, seen: DeskContext) => Promise<T>,
): Promise<T> =>
  context.store.snapshot((snapshot) => {
    const read: DeskContext['store']['read'] = (query) => query(snapshot);
    return work(snapshot, { ...context, store: { ...context.store, read } });
  });

const checkJournalAndHead = async (context: DeskContext, reader: Reader, seen: DeskContext) => {
  const { problems, ...journal } = await checkJournal(seen);
  const isOwn = await ownKeyCheck(context, reader);
  // The file moves with the journal: it is compared with what there is now.
  const { findings } = await context.store.read((now) => checkHead(context, now, isOwn));
  return { ...journal, problems: [...findings.map(formatHead), ...problems] };
};

const stateOf = (problems: readonly DeskProblem[], cases: DeskCheck['cases']): DeskCheck['state'] => {
  if (problems.length > 0) return 'broken';
  return cases.every(({ states }) => states.every(isVouchedFor)) ? 'whole' : 'not-vouched-for';
};
