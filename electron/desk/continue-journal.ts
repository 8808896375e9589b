import { wholeCases } from './cases/open-journal.ts';
import { createJournal } from './journal/journal.ts';
import { type AuditStreamRow, replaceAuditStreams } from './store/audit-streams.ts';
import { readHeads } from './store/case-chain.ts';
import type { DeskContext } from './store/context.ts';
import { dropAllJobs } from './store/jobs.ts';
import { type JournalRow, readJournalEnd, replaceJournal } from './store/journal.ts';
import { dropPersonSignIns } from './store/person-sign-ins.ts';

export interface Restoring {
  /** The journal of what there was until now. */
  readonly journal: readonly JournalRow[];
  /** Audit streams as they were until now: they continue from where they are in the journal. Left out: those of the backup. */
  readonly streams?: readonly AuditStreamRow[] | undefined;
  /** The backup's name. */
  readonly backup: string;
  readonly actor: string;
}

/**
 * Cases go back with a backup, the journal never does: the restored database continues the one that there was until now,
 * with the audit streams of it, and its next entry says that it was restored, by whom, and which cases it has. One from
 * before there was a journal is adopted by that entry.
 */
export const continueJournal = (
  context: DeskContext,
  { journal, streams, backup, actor }: Restoring,
): Promise<void> => {
  const { store, rowSeals } = context;
  return store.write(async (tx) => {
    const hadJournal = (await readJournalEnd(tx)) !== undefined;
    const adopted = hadJournal ? [] : await wholeCases(context, tx);
    const cases = (await readHeads(tx)).map(({ case_id: caseId, seq, digest }) => ({ caseId, seq, digest }));
    await dropAllJobs(tx);
    await dropPersonSignIns(tx);
    await replaceJournal(tx, journal);
    if (streams !== undefined) await replaceAuditStreams(tx, streams);
    // What was changed by hand in a backup still shows, where its rows have seals.
    if (await rowSeals.isSealed(tx)) rowSeals.touch();
    else await rowSeals.rebuild(tx);
    const content = { backup, cases, adopted };
    await createJournal(context).append(tx, actor, { kind: 'desk.restored', content });
  });
};
