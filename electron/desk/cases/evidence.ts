import type { CaseFile } from '#contract/case-file.ts';
import type { EntryRow, HeadRow } from '#desk/store/case-chain.ts';
import { readAttachment } from '#desk/store/case-contents.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { unlessDamaged } from '#desk/store/readable-rows.ts';
import type { Reader } from '#desk/store/store.ts';
import { openStoredFile } from './attachments.ts';
import { evidenceFault } from './check-contents.ts';
import { holdsOneOf, knownSecrets } from './known-secrets.ts';
import type { PortableTargets } from './portable-target.ts';
import type { CaseState } from './state.ts';

/** The attachments of a case, as they go into its file. */
export interface Evidence {
  readonly plain: CaseFile['attachments'];
  /** Of which each holds secrets, or may. */
  readonly secret: CaseFile['attachments'];
  readonly damaged: readonly { readonly attachment: string; readonly what: string }[];
}

/** A file may hold a secret that was not known yet when it was attached. */
export const readEvidence = async (
  context: DeskContext,
  targets: PortableTargets,
  reader: Reader,
  state: CaseState,
  head: Pick<HeadRow, 'imported'>,
  rows: readonly EntryRow[],
): Promise<Evidence> => {
  const { id, targetId } = state;
  const secrets = await unlessDamaged(() => knownSecrets(context, targets, reader, id, targetId));
  const found = { plain: [] as CaseFile['attachments'], secret: [] as CaseFile['attachments'] };
  const damaged: { attachment: string; what: string }[] = [];
  const done = new Set<string>();
  for (const attachment of byDigest(state)) {
    const { name, digest } = attachment;
    const read = await unlessDamaged(async () => ({ row: await readAttachment(reader, id, digest) }));
    const content = read?.row && openStoredFile(context, read.row);
    const fault = read === undefined ? unreadable : evidenceFault(attachment, content, head, rows);
    if (fault !== undefined) {
      damaged.push({ attachment: name, what: `The attachment "${name}" ${fault}.` });
    } else if (content !== undefined && !done.has(digest)) {
      // Where the secrets are not known, it may hold any of them.
      const holds = read?.row?.sealed === 1 || secrets === undefined || holdsOneOf(secrets, content);
      found[holds ? 'secret' : 'plain'].push({ digest, content: content.toString('base64') });
      done.add(digest);
    }
  }
  return { ...found, damaged };
};

const unreadable = "can't be read: a page of desk.db is damaged";

const byDigest = ({ attachments }: CaseState): CaseState['attachments'] =>
  attachments.toSorted((one, other) => (one.digest < other.digest ? -1 : 1));
