import type { CaseHeadNote } from '#contract/journal.ts';
import { program } from '#desk/core/program.ts';
import { createJournal } from '#desk/journal/journal.ts';
import { readEntries, readHeads } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournalEnd } from '#desk/store/journal.ts';
import type { Reader } from '#desk/store/store.ts';
import { foldWhole } from './whole-chain.ts';

/**
 * Opens the journal of a desk that has none yet. The cases that are there are from before there were signatures: those
 * whose chain holds under its keyed codes are adopted by the journal's one signed entry; a damaged one is not.
 */
export const openJournal = (context: DeskContext): Promise<void> =>
  context.store.write(async (tx) => {
    if ((await readJournalEnd(tx)) !== undefined) return;
    const cases = await wholeCases(context, tx);
    await createJournal(context).append(tx, program, { kind: 'journal.opened', content: { cases } });
  });

/** Of a database from before there was a journal: the cases whose chains hold under their keyed codes. */
export const wholeCases = async (context: DeskContext, reader: Reader): Promise<CaseHeadNote[]> => {
  const cases: CaseHeadNote[] = [];
  for (const head of await readHeads(reader)) {
    try {
      foldWhole(context, head, await readEntries(reader, head.case_id, 0));
      cases.push({ caseId: head.case_id, seq: head.seq, digest: head.digest });
    } catch (err) {
      context.log.warn({ err, caseId: head.case_id }, 'desk: a damaged case was not adopted');
    }
  }
  return cases;
};
