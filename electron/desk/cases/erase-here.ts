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
    const remains = named.flatMap(({ seq }) => {
      const content = entries[seq - 1]?.content;
      const row = seq > known ? undefined : here.get(seq);
      if (content === undefined || row === undefined || row.content === content) return [];
      return isRemainder(content, erasures.get(seq)) ? [{ seq, content }] : [];
    });
    for (const remaining of remains) await replaceContent(tx, caseId, remaining);
    isErased ||= remains.length > 0;
    for (const digest of attachments) await deleteAttachment(tx, caseId, digest);
  }
  return isErased;
};
