import type { PublicKey } from '#base/signing.ts';
import type { SignerDecision } from '#contract/case.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { createJournal } from '#desk/journal/journal.ts';
import type { EntryPlace } from '#desk/journal/known-signers.ts';
import { readSigners } from '#desk/journal/signers.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Tx } from '#desk/store/store.ts';
import type { FileEntry, TakenCaseFile } from './read-case-file.ts';

/**
 * Nothing that an unknown key signed is taken in until somebody has said what to do with it: trust the key from now on, or
 * accept this file alone.
 * @param fresh the entries that are not here yet
 * @throws CatalogueError `caseFile.unknownSigner` with the keys that nothing was decided about, `request.invalid`
 */
export const decideSigners = async (
  context: DeskContext,
  tx: Tx,
  read: TakenCaseFile,
  fresh: readonly FileEntry[],
  actor: string,
  decisions: readonly SignerDecision[],
): Promise<void> => {
  if (fresh.length === 0) return;
  const known = await readSigners(context, tx);
  const unknown = [...placesOf(read, fresh)]
    .map(([publicKey, place]) => ({ publicKey, ...known.standingOf(publicKey, place) }))
    .filter(({ standing }) => standing === 'unknown' || standing === 'revoked');
  const decided = new Map(decisions.map((one) => [one.fingerprint, one]));
  const open = unknown.filter(({ fingerprint }) => !decided.has(fingerprint));
  if (open.length > 0) {
    const fingerprints = open.map(
      ({ fingerprint, standing }) =>
        `${standing === 'revoked' ? 'Revoked' : 'Unknown'} here: ${groupedFingerprint(fingerprint)}`,
    );
    const signers = open.map(({ publicKey, fingerprint, standing }) => ({
      publicKey,
      fingerprint,
      ...(standing === 'revoked' ? { revoked: true } : {}),
    }));
    throw new CatalogueError(
      'caseFile.unknownSigner',
      { signer: signerOf(open), fingerprints: fingerprints.join('; ') },
      [],
      { info: { signers } },
    );
  }
  for (const { publicKey, fingerprint, standing } of unknown) {
    const decision = decided.get(fingerprint);
    if (decision?.decision !== 'trust') continue;
    if (standing === 'revoked') throw revoked(fingerprint);
    const content = { publicKey, name: decision.name };
    await createJournal(context).append(tx, actor, { kind: 'signer.trusted', content });
  }
};

const signerOf = (open: readonly { readonly standing: string }[]): string => {
  const isRevoked = (one: { readonly standing: string }): boolean => one.standing === 'revoked';
  if (open.every(isRevoked)) return 'a key that was revoked here';
  return open.some(isRevoked)
    ? 'a key that is not known here and by one that was revoked'
    : 'a key that is not known here';
};

/** Every key that signed something of what would be taken in, with the last entry that it signed; nothing proves the time of the file itself. */
const placesOf = (
  { file }: TakenCaseFile,
  fresh: readonly FileEntry[],
): Map<PublicKey, EntryPlace | undefined> => {
  const { caseId, adoptions = [], exporter } = file;
  const places = new Map<PublicKey, EntryPlace | undefined>();
  for (const { signer, seq } of fresh) if (signer !== null) places.set(signer, { caseId, seq });
  for (const signer of [...adoptions.map((one) => one.signer), exporter?.signer]) {
    if (signer !== undefined && !places.has(signer)) places.set(signer, undefined);
  }
  return places;
};

const revoked = (fingerprint: string): CatalogueError =>
  invalid({
    itemId: 'signers',
    message: `The key ${groupedFingerprint(fingerprint)} was revoked here, so an import can't trust it. Accept the file once, or trust the key again in Settings first.`,
    validatorName: 'signer',
  });
