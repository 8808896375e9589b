import { systemTime, toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { DeskNote } from '#contract/journal.ts';
import { isVouchedFor } from '#contract/signature-states.ts';
import { type DeskCheck, type DeskProblem, toldDeskProblems } from '#contract/verification.ts';
import type { JobHandle, Jobs } from '#desk/jobs/jobs.ts';
import { checkHead, formatHead, ownKeyCheck } from '#desk/journal/check-head.ts';
import { checkJournal, foldUnchecked } from '#desk/journal/check-journal.ts';
import { createJournal } from '#desk/journal/journal.ts';
import { readHeadless, readHeads } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournal, readJournalEnd } from '#desk/store/journal.ts';
import type { Snapshot } from '#desk/store/snapshot.ts';
import { type CaseModules, casesAgainstJournal, checkCases } from './check-cases.ts';
import { checkAllLedgers } from './check-ledgers.ts';
import { checkRows } from './check-rows.ts';
import type { Verification } from './verification.ts';

export interface VerificationModules extends CaseModules {
  readonly jobs: Jobs;
}

/** Looks through the whole desk: the journal and its head, every case, and all rows that screens show besides. */
export const createVerification = (context: DeskContext, modules: VerificationModules): Verification => {
  const { store, rowSeals, journalHead, log } = context;
  let notices: readonly string[] = [];
  let last: DeskCheck | undefined;
  let jobId: string | undefined;

  const isRunning = (): boolean => jobId !== undefined && modules.jobs.show(jobId).state === 'running';

  /** The database as it is at one moment, while it is written to. */
  const inSnapshot = async <T>(work: (snapshot: Snapshot, seen: DeskContext) => Promise<T>): Promise<T> => {
    const snapshot = store.snapshot();
    try {
      const read: DeskContext['store']['read'] = (query) => query(snapshot.reader);
      return await work(snapshot, { ...context, store: { ...store, read } });
    } finally {
      snapshot.close();
    }
  };

  const lookAtJournal = async ({ reader }: Snapshot, seen: DeskContext) => {
    const { problems, ...journal } = await checkJournal(seen);
    const isOwn = await ownKeyCheck(context, reader);
    // The file goes on with the journal: it is held against what there is now.
    const { findings } = await store.read((now) => checkHead(context, now, isOwn));
    return { ...journal, problems: [...findings.map(formatHead), ...problems] };
  };

  const look = ({ signal, progress }: JobHandle): Promise<DeskCheck> =>
    inSnapshot(async (snapshot, seen) => {
      const say = (text: string, done = 0, total?: number): void =>
        progress({ done, unit: 'steps', text, ...(total === undefined ? {} : { total }) });
      say('The journal');
      const journal = await lookAtJournal(snapshot, seen);
      const cases = await checkCases(
        seen,
        modules,
        journal.fold,
        (done, total) => say('Cases', done, total),
        signal,
      );
      const rows = await checkRows(rowSeals, snapshot, journal.fold, say, signal);
      const ledgers = await checkAllLedgers(snapshot, signal);
      const problems: DeskProblem[] = [
        ...journal.problems.map((what) => ({ part: 'journal', what }) as const),
        ...cases.problems,
        ...rows.problems,
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

  /** What shows without looking into chains or rows. */
  const lookQuickly = async (): Promise<void> => {
    const problems = await store.read(async (reader) => {
      const { findings } = await checkHead(context, reader, await ownKeyCheck(context, reader));
      const heads = await readHeads(reader);
      const ofCases = casesAgainstJournal(
        heads,
        await readHeadless(reader),
        foldUnchecked(await readJournal(reader)),
      );
      return [...findings.map(formatHead), ...ofCases.map(({ what, caseId }) => `${what} (case ${caseId})`)];
    });
    notices = problems.slice(0, toldNotices);
    for (const what of notices) log.error({ what }, 'desk: the database is not as it was written');
  };

  const run = async (job: JobHandle): Promise<DeskCheck> => {
    last = await look(job);
    notices = last.whole ? [] : last.problems.slice(0, toldNotices).map(({ what }) => what);
    return last;
  };

  const baseline = async (reader: Parameters<typeof readHeads>[0]): Promise<DeskNote['cases']> =>
    (await readHeads(reader)).map(({ case_id: caseId, seq, digest }) => ({ caseId, seq, digest }));

  return {
    status: () => ({
      notices: [...notices],
      ...(last === undefined ? {} : { last }),
      ...(isRunning() && jobId !== undefined ? { jobId } : {}),
    }),
    start() {
      if (isRunning() && jobId !== undefined) return modules.jobs.show(jobId);
      const job = modules.jobs.start('verification', run);
      jobId = job.id;
      return job;
    },
    async accept(reason, actor) {
      const before = await look(alone);
      if (before.whole) throw new CatalogueError('verification.nothingToAccept');
      await store.write(async (tx) => {
        rowSeals.rebuild();
        const findings = before.problems.slice(0, recordedFindings).map(({ what }) => what);
        const content = { reason, findings, cases: await baseline(tx), adopted: [] };
        await createJournal(context).append(tx, actor, { kind: 'desk.accepted', content });
      });
      await store.read(async (reader) => {
        const end = await readJournalEnd(reader);
        if (end !== undefined)
          journalHead.write({ head: { seq: end.seq, digest: end.digest }, findings: [] });
      });
      return run(alone);
    },
    besidesChainOf: (caseId) =>
      inSnapshot(async (snapshot, seen) => {
        const journal = await lookAtJournal(snapshot, seen);
        const rows = await checkRows(rowSeals, snapshot, journal.fold, () => {}, alone.signal);
        const ofOthers = (problem: DeskProblem): boolean => (problem.caseId ?? caseId) !== caseId;
        const ofRows = rows.problems.filter((problem) => !ofOthers(problem)).map(({ what }) => what);
        return [...journal.problems, ...ofRows];
      }),
    begin: lookQuickly,
  };
};

const alone: JobHandle = { signal: new AbortController().signal, progress: () => {} };

/** Told on every screen. */
const toldNotices = 5;
/** Kept in the entry of the journal. */
const recordedFindings = 100;

const stateOf = (problems: readonly DeskProblem[], cases: DeskCheck['cases']): DeskCheck['state'] => {
  if (problems.length > 0) return 'broken';
  return cases.every(({ states }) => states.every(isVouchedFor)) ? 'whole' : 'not-vouched-for';
};
