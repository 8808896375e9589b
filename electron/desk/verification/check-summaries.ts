import type { DeskProblem } from '#contract/verification.ts';
import { sealSummary } from '#desk/cases/derived-summary.ts';
import { readHeadless, readHeads } from '#desk/store/case-chain.ts';
import { readForCheck } from '#desk/store/case-summaries.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader } from '#desk/store/store.ts';

/** Kept summaries: each as it was written, of the chain as it is, and none missing but those that are out of date. */
export const checkSummaries = async (
  { authenticate }: Pick<DeskContext, 'authenticate'>,
  reader: Reader,
): Promise<DeskProblem[]> => {
  const { rows, stale } = await readForCheck(reader);
  const digests = new Map((await readHeads(reader)).map((head) => [head.case_id, head.digest]));
  for (const caseId of await readHeadless(reader)) digests.set(caseId, '');
  const kept = new Set(rows.map((row) => row.case_id));
  const problems = rows.flatMap(({ seal, ...row }): DeskProblem[] => {
    const digest = stale.has(row.case_id) ? row.digest : digests.get(row.case_id);
    const isSound = digest === row.digest && sealSummary(row, authenticate) === seal;
    return isSound ? [] : [problemOf(row.case_id, 'was changed, added or put back')];
  });
  const missing = [...digests.keys()].filter((caseId) => !kept.has(caseId) && !stale.has(caseId));
  return [...problems, ...missing.map((caseId) => problemOf(caseId, 'was removed'))];
};

const problemOf = (caseId: string, what: string): DeskProblem => ({
  part: 'rows',
  caseId,
  what: `The entry of the case in the list of cases ${what} outside Carryover.`,
});
