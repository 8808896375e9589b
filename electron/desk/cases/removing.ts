import { systemTime } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import { refuseHeld } from '#desk/journal/holds.ts';
import { createJournal } from '#desk/journal/journal.ts';
import { deleteCase, readEntries, readHead, readSizes } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader, Tx } from '#desk/store/store.ts';
import { damagedSummary, summaryIn } from './case-names.ts';
import type { Cases } from './cases.ts';
import { digestsOf } from './chain.ts';

/** Deleting a case, also one whose chain is damaged: what it removes is said first, and confirmed by its digest. */
export const createRemoving = (
  context: DeskContext,
  dropJobs: (tx: Tx, caseId: string) => Promise<void>,
): Pick<Cases, 'removal' | 'remove'> => {
  const { store, announce } = context;
  const journal = createJournal(context);
  const removalOf: (reader: Reader, caseId: string) => ReturnType<Cases['removal']> = async (
    reader,
    caseId,
  ) => {
    const head = await readHead(reader, caseId);
    const rows = await readEntries(reader, caseId, 0);
    if (head === undefined && rows.length === 0) {
      throw new CatalogueError('case.notFound', { reference: caseId });
    }
    const { name } = head === undefined ? damagedSummary(caseId, 0) : summaryIn(head);
    return {
      id: caseId,
      name,
      entries: rows.length,
      ...(await readSizes(reader, caseId)),
      digest: digestsOf(caseId, rows).at(-1) ?? '0'.repeat(64),
    };
  };

  return {
    removal: (caseId) => store.read((reader) => removalOf(reader, caseId)),
    async remove(caseId, confirm, actor, also) {
      await store.write(async (tx) => {
        await also?.(tx);
        const { digest, entries } = await removalOf(tx, caseId);
        await refuseHeld(context, tx, caseId);
        if (digest !== confirm) throw new CatalogueError('case.removalStale');
        await deleteCase(tx, { caseId, digest, at: systemTime.now(), actor });
        await dropJobs(tx, caseId);
        await journal.append(tx, actor, { kind: 'case.deleted', content: { caseId, digest } });
        tx.afterCommit(() => announce({ type: 'case', caseId, revision: entries, change: 'deleted' }));
      });
      await store.overwriteDeleted();
    },
  };
};
