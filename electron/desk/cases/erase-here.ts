import { isVouchedFor } from '#contract/signature-states.ts';
import { readSigners } from '#desk/journal/signers.ts';
import { readEntries, replaceContent } from '#desk/store/case-chain.ts';
import { deleteAttachment } from '#desk/store/case-contents.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Tx } from '#desk/store/store.ts';
import { signedOf } from './chain.ts';
import { erasureKind, erasuresIn, isRemainder, stubOf } from './erasures.ts';
import type { TakenCaseFile } from './read-case-file.ts';
import { vouchedBy } from './stretches.ts';

/**
 * A colleague erased contents that are here too: they are erased here as well. Only who is known here may do so; what an
 * unknown key says was erased stays, and fits its commitment as before.
 * @param known entries of the file that were here before it came
 * @returns whether anything was erased
 */
export const eraseHere = async (
  context: DeskContext,
  tx: Tx,
  { file: { caseId }, entries }: TakenCaseFile,
  known: number,
): Promise<boolean> => {
  const stubs = entries.slice(known).filter(({ kind }) => kind === erasureKind);
  if (stubs.length === 0) return false;
  const signers = await readSigners(context, tx);
  const erasures = erasuresIn(entries);
  const here = new Map((await readEntries(tx, caseId, 0)).map((row) => [row.seq, row]));
  let isErased = false;
  for (const stub of stubs) {
    const signer = signedOf(stub)?.signer;
    if (signer === undefined || !isVouchedFor(vouchedBy(signers, signer, caseId, stub.seq).state)) continue;
    const { entries: named, attachments } = stubOf(stub.content);
    for (const { seq } of named) {
      const remaining = entries[seq - 1]?.content;
      const row = here.get(seq);
      if (remaining === undefined || row === undefined || seq > known) continue;
      if (row.content === remaining || !isRemainder(remaining, erasures.get(seq))) continue;
      await replaceContent(tx, caseId, { seq, content: remaining });
      isErased = true;
    }
    for (const digest of attachments) await deleteAttachment(tx, caseId, digest);
  }
  return isErased;
};
