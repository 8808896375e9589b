import { invalid } from '#contract/errors.ts';
import { refuseHeld } from '#desk/journal/holds.ts';
import { readSizes } from '#desk/store/case-chain.ts';
import { deleteAttachment, readAttachment } from '#desk/store/case-contents.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader } from '#desk/store/store.ts';
import type { Commit } from './acting.ts';
import { attachmentsLimit, readAttachedFile, storeAttachedFile } from './attachments.ts';
import type { Cases } from './cases.ts';
import { holdsOneOf, knownSecrets } from './known-secrets.ts';
import type { PortableTargets } from './portable-target.ts';
import type { CaseRecords } from './records.ts';
import { viewOf } from './views.ts';

/** Attaching evidence files, and taking them away again: the entry and the content in one unit of work. */
export const createAttaching = (
  context: DeskContext,
  records: CaseRecords,
  targets: PortableTargets,
  commit: Commit,
): Pick<Cases, 'attach' | 'detach' | 'holdsSecret'> => {
  const { store, dataDir, newId } = context;

  /** A file that holds a secret of the case is one that holds secrets, whatever was said of it. */
  const holdsSecret = async (reader: Reader, caseId: string, content: Buffer): Promise<boolean> => {
    const { targetId } = await records.read(reader, caseId);
    return holdsOneOf(await knownSecrets(context, targets, reader, caseId, targetId), content);
  };

  return {
    holdsSecret: (caseId, content) => store.read((reader) => holdsSecret(reader, caseId, content)),
    async attach(caseId, request, actor) {
      const file = await readAttachedFile(request, dataDir);
      const { name, digest, content } = file;
      const state = await store.write(async (tx) => {
        const stored = await readAttachment(tx, caseId, digest);
        const { attachmentBytes } = await readSizes(tx, caseId);
        const more = stored === undefined ? content.length : 0;
        if (attachmentBytes + more > attachmentsLimit) throw tooMuch(attachmentBytes);
        // A content that is sealed already, under another name, stays sealed.
        const secret =
          request.secret === true || stored?.sealed === 1 || (await holdsSecret(tx, caseId, content));
        const note = request.note === undefined ? {} : { note: request.note };
        const attachment = { id: newId(), digest, name, size: content.length, secret, ...note };
        const after = await commit(tx, caseId, actor, { kind: 'attachment.added', content: { attachment } });
        await storeAttachedFile(context, tx, caseId, file, secret);
        return after;
      });
      return viewOf(state);
    },
    async detach(caseId, attachmentId, actor, revision) {
      const state = await store.write(async (tx) => {
        const before = await records.read(tx, caseId);
        await refuseHeld(context, tx, caseId);
        const action = { kind: 'attachment.removed', content: { id: attachmentId } } as const;
        const after = await commit(tx, caseId, actor, action, { revision });
        const digest = before.attachments.find(({ id }) => id === attachmentId)?.digest;
        if (digest !== undefined && !after.attachments.some((one) => one.digest === digest)) {
          await deleteAttachment(tx, caseId, digest);
        }
        return after;
      });
      await store.overwriteDeleted();
      return viewOf(state);
    },
  };
};

const tooMuch = (bytes: number) =>
  invalid({
    itemId: 'content',
    message: `The attachments of the case have ${bytes} bytes together, and with this one they would exceed ${attachmentsLimit}. Remove one first.`,
    validatorName: 'attachment',
  });
