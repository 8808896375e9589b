import { hash } from 'node:crypto';
import { basename, isAbsolute } from 'node:path';
import { fileProblem } from '#base/file-problem.ts';
import { openFile } from '#base/open-file.ts';
import type { AttachmentRequest } from '#contract/case.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import { ownFilesIn } from '#desk/core/own-files.ts';
import { type AttachmentRow, writeAttachment } from '#desk/store/case-contents.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Tx } from '#desk/store/store.ts';
import { type PackedText, unpacked } from './packed-text.ts';

/** Evidence files, kept by their hash. Those that hold secrets are sealed. */

/** Bytes of one file, and of all files of a case. */
export const attachmentLimit = 25 * 1_048_576;
export const attachmentsLimit = 200 * 1_048_576;
/** Bytes of the results of one run, which the desk itself makes, and which count apart. */
export const resultsLimit = 200 * 1_048_576;

export interface AttachedFile {
  readonly name: string;
  readonly content: Buffer;
  readonly digest: string;
}

/**
 * @param dataDir whose own files, keys above all, are no evidence
 * @throws CatalogueError `file.unreadable`, `request.invalid`
 */
export const readAttachedFile = async (
  request: AttachmentRequest,
  dataDir: string,
): Promise<AttachedFile> => {
  const { path, content } = request;
  if ((path === undefined) === (content === undefined)) {
    throw refused('content', 'Give either path or content.');
  }
  const name = request.name ?? (path === undefined ? undefined : basename(path));
  if (name === undefined) throw refused('name', 'name is missing: give the file a name.');
  const bytes = path === undefined ? fromBase64(content as string) : await fromDisk(path, dataDir);
  return { name, content: bytes, digest: hash('sha256', bytes) };
};

const fromBase64 = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64').replaceAll('=', '') !== text.replaceAll('=', '').trim()) {
    throw refused('content', 'content must be base64.');
  }
  return checkSize(bytes.length, 'content') && bytes;
};

const fromDisk = async (path: string, dataDir: string): Promise<Buffer> => {
  if (!isAbsolute(path)) throw refused('path', 'path must be absolute.');
  try {
    const file = await openFile(path);
    try {
      const stat = await file.stat({ bigint: true });
      if (ownFilesIn(dataDir).has(stat)) {
        throw refused(
          'path',
          'path is a file of Carryover itself, which may hold keys. Attach a copy of what matters.',
        );
      }
      checkSize(Number(stat.size), path);
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof CatalogueError) throw error;
    throw new CatalogueError('file.unreadable', { path, problem: fileProblem(error) });
  }
};

const checkSize = (size: number, what: string): true => {
  if (size <= attachmentLimit) return true;
  throw refused(
    'content',
    `${what} has ${size} bytes, and an attachment may have ${attachmentLimit}. Attach the part that matters.`,
  );
};

const refused = (itemId: string, message: string): CatalogueError =>
  invalid({ itemId, message, validatorName: 'attachment' });

const placeOf = (caseId: string, digest: string): string => `attachment ${caseId} ${digest}`;

export const storeAttachedFile = async (
  { sealer }: DeskContext,
  tx: Tx,
  caseId: string,
  { content, digest }: Pick<AttachedFile, 'content' | 'digest'>,
  secret: boolean,
): Promise<void> => {
  const kept = secret ? sealer.seal(content.toString('base64'), placeOf(caseId, digest)) : content;
  await writeAttachment(tx, { case_id: caseId, digest, sealed: secret ? 1 : 0, content: kept });
};

/** Stores what was packed as it was made. */
export const storePackedFile = (tx: Tx, caseId: string, { content, digest }: PackedText): Promise<void> =>
  writeAttachment(tx, { case_id: caseId, digest, sealed: 0, content, packed: 1 });

/** undefined where the key that it was sealed under is lost, or the sealed or packed content was changed. */
export const openStoredFile = (
  { sealer }: DeskContext,
  { case_id, digest, sealed, content, packed }: AttachmentRow,
): Buffer | undefined => {
  if (packed === 1) return unpacked(content, resultsLimit);
  if (sealed === 0) return content;
  const opened = sealer.openIfPossible(content, placeOf(case_id, digest));
  return opened === undefined ? undefined : Buffer.from(opened, 'base64');
};
