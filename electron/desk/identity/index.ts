import { type Recipient, recipientFingerprint } from '#base/age/recipient.ts';
import { systemTime, toIso } from '#base/clock.ts';
import { minisignature, minisignKey, publicKeyIn, readMinisignature, signerAmong } from '#base/minisign.ts';
import { keyFingerprint, type PublicKey } from '#base/signing.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { FileVerification, IdentityView, KeyAnswer, KeyFile, SignedFile } from '#contract/identity.ts';
import type { JournalAction } from '#contract/journal.ts';
import type { Identity } from '#desk/core/identity.ts';
import { createJournal } from '#desk/journal/journal.ts';
import { type KnownSigners, readSigners } from '#desk/journal/signers.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { createKeyChanges } from './key-change.ts';
import { openKeyFile, sealKeyFile } from './key-file.ts';
import { noteSealingKey } from './sealing-change.ts';

/** The keys of a data folder as people see and change them, and the colleagues whose keys they trust. */
export interface IdentityService {
  view(): Promise<IdentityView>;
  rotate(actor: string): Promise<IdentityView>;
  /** Others seal to a new key from now on; what was sealed to the former one still opens. */
  rotateSealing(actor: string): Promise<IdentityView>;
  exportKey(passphrase: string): Promise<KeyFile>;
  /** @throws CatalogueError `identity.keyFile`, `.passphrase`, `.ownKey` */
  importKey(file: string, passphrase: string, actor: string): Promise<IdentityView>;
  /** What a text holds that is to be a public key. @throws CatalogueError `identity.noKey` */
  read(key: string): Promise<KeyAnswer>;
  /** @throws CatalogueError `identity.noKey`, `.ownKey` */
  trust(key: string, name: string, actor: string): Promise<IdentityView>;
  /**
   * @param reference a key, the fingerprint or the name of a colleague
   * @throws CatalogueError `identity.notKnown`, `.severalKnown`, `.ownKey`
   */
  revoke(reference: string, reason: string, actor: string): Promise<IdentityView>;
  /** @param digest BLAKE2b-512, hex */
  signFile(digest: string, name: string): SignedFile;
  /** @param digest BLAKE2b-512, hex */
  verifyFile(digest: string, minisig: string): Promise<FileVerification>;
}

export const createIdentityService = (
  context: Pick<DeskContext, 'store' | 'identity' | 'journalHead' | 'log' | 'sealingKeys'>,
  identity: Identity,
): IdentityService => {
  const { store, sealingKeys } = context;
  const changes = createKeyChanges(context, identity);
  const journal = createJournal(context);
  const signers = (): Promise<KnownSigners> => store.read((reader) => readSigners(context, reader));

  const view = async (): Promise<IdentityView> => {
    const { since, former, colleagues } = await signers();
    const { publicKey, created } = identity;
    return {
      signing: { ...shown({ publicKey }), minisign: minisignKey(publicKey), since: since ?? created },
      former: former.map(shown),
      sealing: {
        ...shownRecipient(sealingKeys),
        since: sealingKeys.since,
        former: sealingKeys.former.map((one) => ({ ...one, ...shownRecipient(one) })),
      },
      colleagues: colleagues.map(shown),
    };
  };

  const append = async (actor: string, action: JournalAction): Promise<IdentityView> => {
    await store.write((tx) => journal.append(tx, actor, action));
    return view();
  };

  return {
    view,
    rotate: (actor) => changes.rotate(actor).then(view),
    async rotateSealing(actor) {
      await sealingKeys.rotate();
      await noteSealingKey(context, actor);
      return view();
    },
    exportKey(passphrase) {
      const { publicKey, history } = identity;
      const moved = {
        privateKey: identity.privateKey(),
        earlier: history.former,
        sealing: sealingKeys.secrets(),
      };
      return sealKeyFile(publicKey, moved, passphrase);
    },
    async importKey(file, passphrase, actor) {
      const moved = await openKeyFile(file, passphrase);
      if (moved.publicKey === identity.publicKey) throw new CatalogueError('identity.ownKey');
      // First: a crash before the signing key leaves nothing that importing the file again does not mend.
      await sealingKeys.adopt(moved.sealing);
      await changes.move(moved, actor);
      await noteSealingKey(context, actor);
      return view();
    },
    async read(key) {
      const publicKey = keyIn(key);
      return { publicKey, ...(await signers()).standingOf(publicKey) };
    },
    trust(key, name, actor) {
      const publicKey = keyIn(key);
      if (publicKey === identity.publicKey) throw new CatalogueError('identity.ownKey');
      return append(actor, { kind: 'signer.trusted', content: { publicKey, name } });
    },
    async revoke(reference, reason, actor) {
      const { publicKey, name } = find(await view(), reference);
      if (publicKey === identity.publicKey) throw new CatalogueError('identity.ownKey');
      return append(actor, { kind: 'signer.revoked', content: { publicKey, name, reason } });
    },
    signFile(digest, name) {
      const comment = `file ${name}, signed ${toIso(systemTime.now())} by Carryover`;
      return { minisig: minisignature(identity, Buffer.from(digest, 'hex'), comment) };
    },
    verifyFile: async (digest, minisig) =>
      verifyFile(await signers(), identity.publicKey, Buffer.from(digest, 'hex'), minisig),
  };
};

const verifyFile = (
  known: KnownSigners,
  own: PublicKey,
  digest: Buffer,
  minisig: string,
): FileVerification => {
  const keys = [own, ...[...known.former, ...known.colleagues].map(({ publicKey }) => publicKey)];
  const found = signerAmong(keys, digest, readMinisignature(minisig));
  if ('state' in found) return found;
  const { publicKey, comment } = found;
  const { standing, ...signer } = known.standingOf(publicKey);
  const state = standing === 'revoked' ? 'unknown' : standing;
  const revoked = standing === 'revoked' ? { revoked: true } : {};
  return { state, signer: { publicKey, ...signer, ...revoked }, comment };
};

const shown = <K extends { readonly publicKey: PublicKey }>(key: K) => ({
  ...key,
  fingerprint: keyFingerprint(key.publicKey),
});

const shownRecipient = ({ recipient }: { readonly recipient: Recipient }) => ({
  recipient,
  fingerprint: recipientFingerprint(recipient),
});

const keyIn = (text: string): PublicKey => {
  const publicKey = publicKeyIn(text);
  if (publicKey === undefined) throw new CatalogueError('identity.noKey');
  return publicKey;
};

/** The colleague that is meant: by key, fingerprint or name. A key that nobody knows may be revoked, too. */
const find = ({ colleagues }: IdentityView, reference: string): { publicKey: PublicKey; name: string } => {
  const publicKey = publicKeyIn(reference);
  const digits = reference.replaceAll(/\s/g, '').toLowerCase();
  const found = colleagues.filter(
    (one) => one.publicKey === publicKey || one.fingerprint === digits || one.name === reference.trim(),
  );
  const [only] = found;
  if (found.length > 1) throw new CatalogueError('identity.severalKnown', { reference });
  if (only !== undefined) return only;
  if (publicKey === undefined) throw new CatalogueError('identity.notKnown', { reference });
  return { publicKey, name: 'unknown' };
};
