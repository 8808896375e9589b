import type { ImportResult } from '#contract/case.ts';
import { cutLines } from '#contract/case-cut.ts';
import type { CaseFile, SecretBundle } from '#contract/case-file.ts';
import { deleteAttachment, readAttachments } from '#desk/store/case-contents.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Tx } from '#desk/store/store.ts';
import { storeAttachedFile } from './attachments.ts';
import { keepCaseSecret } from './case-secrets.ts';
import type { PortableTargets } from './portable-target.ts';
import type { TakenCaseFile } from './read-case-file.ts';
import type { CaseState } from './state.ts';

type Taken = Pick<ImportResult, 'secrets' | 'remarks'>;

/**
 * What belongs to an imported case besides its chain. Only what the case names as it is now is kept; secrets that are
 * here are replaced only by a file that is not behind.
 * @param state the case after the import
 * @param _taking `isBehind`: the file ends before the case here; `addsTarget`: a target that is not here comes along
 */
export const takeContents = async (
  context: DeskContext,
  tx: Tx,
  targets: PortableTargets,
  read: TakenCaseFile,
  state: CaseState,
  { isBehind, addsTarget }: { readonly isBehind: boolean; readonly addsTarget: boolean },
): Promise<Taken> => {
  await takeAttachments(context, tx, read, state);
  if (isBehind) {
    return {
      secrets: 0,
      remarks: ['The case here is newer than the file: nothing was imported.', ...cutOf(read.file)],
    };
  }
  const { file, bundle } = read;
  const remark =
    file.target && (await targets.give(tx, file.target, addsTarget ? bundle?.target : undefined));
  const secrets = bundle === undefined ? 0 : await takeSecrets(context, tx, state, bundle);
  return {
    secrets,
    remarks: [...cutOf(file), ...(remark === undefined ? [] : [remark]), ...leftOut(file, bundle)],
  };
};

const takeAttachments = async (
  context: DeskContext,
  tx: Tx,
  { file, bundle }: TakenCaseFile,
  { id, attachments }: CaseState,
): Promise<void> => {
  const named = new Set(attachments.map(({ digest }) => digest));
  const secret = new Set(attachments.filter((one) => one.secret).map(({ digest }) => digest));
  const here = new Set((await readAttachments(tx, id)).map(({ digest }) => digest));
  for (const { digest, content } of [...file.attachments, ...(bundle?.attachments ?? [])]) {
    if (here.has(digest) || !named.has(digest)) continue;
    const sealed = secret.has(digest) || !file.attachments.some((one) => one.digest === digest);
    await storeAttachedFile(context, tx, id, { digest, content: Buffer.from(content, 'base64') }, sealed);
  }
  // A chain that was continued may have removed what is still kept here.
  for (const digest of here) if (!named.has(digest)) await deleteAttachment(tx, id, digest);
};

const takeSecrets = async (
  context: DeskContext,
  tx: Tx,
  { id }: CaseState,
  { secrets, target }: SecretBundle,
): Promise<number> => {
  for (const { name, value } of secrets) await keepCaseSecret(context, tx, id, name, value);
  return secrets.length + (target === undefined ? 0 : 1);
};

const cutOf = ({ cut }: CaseFile): string[] =>
  cut === undefined ? [] : ['The file holds only the sound part of a damaged case.', ...cutLines(cut)];

const leftOut = (file: CaseFile, bundle: SecretBundle | undefined): string[] => {
  if (file.sealed !== undefined && bundle === undefined) {
    return ['Its secrets were not imported. Import it again with the passphrase.'];
  }
  const { secrets, attachments } = file.leftOut;
  return [
    ...(secrets === 0 ? [] : [`${secrets} secrets are not in the file, such as keys and header values.`]),
    ...attachments.map((name) => `The attachment "${name}" is not in the file, as it holds secrets.`),
  ];
};
