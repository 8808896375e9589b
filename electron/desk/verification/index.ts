import { Closed } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Job } from '#contract/job.ts';
import type { DeskNote } from '#contract/journal.ts';
import type { DeskCheck } from '#contract/verification.ts';
import type { JobHandle, Jobs } from '#desk/jobs/jobs.ts';
import { foldUnchecked } from '#desk/journal/check-journal.ts';
import { createJournal } from '#desk/journal/journal.ts';
import { readHeads } from '#desk/store/case-chain.ts';
import { dropSummaries } from '#desk/store/case-summaries.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournal, readJournalEnd } from '#desk/store/journal.ts';
import type { Reader } from '#desk/store/store.ts';
import { type CheckedModules, checkBesidesChain, checkDesk, checkQuickly, withoutJob } from './check-desk.ts';
import type { Verification } from './verification.ts';

export interface VerificationModules extends CheckedModules {
  readonly jobs: Jobs;
}

/** Verifies the whole desk: the journal and its head, every case, and all rows that screens show besides. */
export const createVerification = (context: DeskContext, modules: VerificationModules): Verification => {
  const { rowSeals, log } = context;
  let notices: readonly string[] = [];
  let isJournalWhole = true;
  let last: DeskCheck | undefined;
  let starting: Promise<Job> | undefined;

  const running = () =>
    modules.jobs.list().find(({ kind, state }) => kind === 'verification' && state === 'running');

  const run = async (job: JobHandle): Promise<DeskCheck> => {
    last = await checkDesk(context, modules, job);
    isJournalWhole = last.problems.every(({ part }) => part !== 'journal');
    notices = last.whole ? [] : last.problems.slice(0, shownNotices).map(({ what }) => what);
    return last;
  };

  const startOne = modules.jobs.define('verification', {
    kind: 'verification',
    input: Closed({}),
    begin: async () => run,
  });

  return {
    status() {
      const job = running();
      return {
        notices: [...notices],
        ...(last === undefined ? {} : { last }),
        ...(job === undefined ? {} : { jobId: job.id }),
      };
    },
    isJournalWhole: () => isJournalWhole,
    async start(actor) {
      const job = running();
      if (job !== undefined) return job;
      starting ??= startOne({}, actor).finally(() => {
        starting = undefined;
      });
      return starting;
    },
    async accept(reason, actor) {
      const before = await checkDesk(context, modules, withoutJob);
      if (before.whole) throw new CatalogueError('verification.nothingToAccept');
      const findings = before.problems.slice(0, recordedFindings).map(({ what }) => what);
      await context.store.write(async (tx) => {
        await rowSeals.rebuild(tx);
        await dropSummaries(tx);
        await modules.streams.dropUnknown(tx, foldUnchecked(await readJournal(tx)).streams);
        const content = { reason, findings, cases: await baseline(tx), adopted: [] };
        await createJournal(context).append(tx, actor, { kind: 'desk.accepted', content });
      });
      await renewHead(context);
      return run(withoutJob);
    },
    besidesChainOf: (caseId) => checkBesidesChain(context, caseId),
    async begin() {
      const { journal, others } = await checkQuickly(context, modules.streams);
      isJournalWhole = journal.length === 0;
      notices = [...journal, ...others].slice(0, shownNotices);
      for (const what of notices) log.error({ what }, 'desk: the database is not as it was written');
    },
  };
};

/** Shown on every screen. */
const shownNotices = 5;
/** Kept in the entry of the journal. */
const recordedFindings = 100;

const baseline = async (reader: Reader): Promise<DeskNote['cases']> =>
  (await readHeads(reader)).map(({ case_id: caseId, seq, digest }) => ({ caseId, seq, digest }));

/** The head outside the database, without findings. */
const renewHead = async ({ store, journalHead }: DeskContext): Promise<void> => {
  let failure: unknown;
  const end = await store.write(async (tx) => {
    const last = await readJournalEnd(tx);
    if (last === undefined) return undefined;
    const renewed = { head: { seq: last.seq, digest: last.digest }, findings: [] };
    // In the order of the entries that are appended meanwhile.
    tx.afterSync(() => {
      try {
        journalHead.write(renewed);
      } catch (error) {
        failure = error;
      }
    });
    return renewed;
  });
  if (failure !== undefined) throw failure;
  if (end !== undefined) await journalHead.share(end);
};
