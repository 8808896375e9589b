import { canonical } from '#base/canonical.ts';
import type { Erasure } from '#contract/erasure.ts';
import { CatalogueError } from '#contract/errors.ts';
import { refuseHeld } from '#desk/journal/holds.ts';
import { readEntries, replaceContent } from '#desk/store/case-chain.ts';
import { deleteAttachment } from '#desk/store/case-contents.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Tx } from '#desk/store/store.ts';
import type { Cases } from './cases.ts';
import { digestsOf } from './chain.ts';
import { erasureKind, remainsDigest } from './erasures.ts';
import { checkErasure, type ErasurePlan, planErasure } from './plan-erasure.ts';
import type { CaseRecords } from './records.ts';

/**
 * Erasing personal data: a signed entry, the stub, names what is erased and what remains of it; then the contents are
 * replaced by what remains, and are gone from the file of the database.
 */
export const createErasing = (
  context: DeskContext,
  records: CaseRecords,
  dropJobs: (tx: Tx, caseId: string) => Promise<void>,
): Pick<Cases, 'erase'> => ({
  async erase(caseId, request, actor) {
    const { store } = context;
    const erasure = await store.write(async (tx): Promise<Erasure> => {
      const { revision } = await records.read(tx, caseId);
      checkErasure(request, revision);
      await refuseHeld(context, tx, caseId);
      const rows = await readEntries(tx, caseId, 0);
      const plan = planErasure(rows, request);
      if (request.dryRun) return outcomeOf(plan, revision, false);
      if (plan.entries.length + plan.digests.length === 0) throw new CatalogueError('erasure.nothing');
      const digests = digestsOf(caseId, rows);
      const remaining = plan.entries.map(({ row: { seq }, content }) => ({
        seq,
        content: canonical(content),
      }));
      const stub = {
        entries: remaining.map(({ seq, content }) => ({
          seq,
          digest: digests[seq - 1] as string,
          remains: remainsDigest(content),
        })),
        attachments: [...plan.digests],
        reason: request.reason as string,
      };
      await records.append(tx, caseId, actor, [{ kind: erasureKind, content: stub }]);
      for (const one of remaining) await replaceContent(tx, caseId, one);
      for (const digest of plan.digests) await deleteAttachment(tx, caseId, digest);
      await dropJobs(tx, caseId);
      const after = await records.refold(tx, caseId);
      return outcomeOf(plan, after.revision, true);
    });
    if (erasure.done) await store.overwriteDeleted();
    return erasure;
  },
});

const outcomeOf = (
  { entries, attachments, mentions }: ErasurePlan,
  revision: number,
  done: boolean,
): Erasure => ({
  done,
  revision,
  entries: entries.map(({ row: { seq, at, actor, kind }, texts, why }) => ({
    seq,
    at,
    actor,
    kind,
    texts: texts.length,
    why,
  })),
  attachments: [...attachments],
  mentions: [...mentions],
});
