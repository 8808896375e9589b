import { systemTime, toIso } from '#base/clock.ts';
import { dataKeyFingerprint } from '#base/data-key-id.ts';
import { createSealer } from '#base/sealing.ts';
import { createSigner, newSigningKey, type PublicKey, type Signer } from '#base/signing.ts';
import { type IdentityFile, readIdentity, type SealedKey, writeIdentity } from './identity-file.ts';
import type { KeptText } from './kept-texts.ts';

/**
 * The signing identity of a desk: an Ed25519 key, kept in `identity.json` or on the server, and sealed under the data key.
 * Whoever has the folder or the server but not its data key can't sign. As a signer it is always the present key, also after a change.
 */
export interface Identity extends Signer {
  readonly created: string;
  readonly history: KeyHistory;
  /** A change that was begun and not finished. */
  readonly next: PublicKey | undefined;
  /** The private key's 32 bytes, for a copy under a passphrase. */
  privateKey(): Buffer;
  /** Begins a change: keeps the new key beside the present one, which still signs. Returns the new one. */
  propose(privateKey: Uint8Array): Promise<Signer>;
  /** Signs with the proposed key from now on. Never throws: what is kept is brought up by `settle`. */
  accept(): void;
  /** Drops a proposed key that was not accepted, and notes what is so. */
  settle(): Promise<void>;
}

/** Sealed with the key, so that nobody can add to it. */
export interface KeyHistory {
  /** Keys of this folder before the present one, newest first. */
  readonly former: readonly PublicKey[];
  /** The key that was lost, in whose place this one was made: the journal is to say so. */
  readonly follows?: PublicKey;
}

interface Held {
  readonly signer: Signer;
  readonly sealed: SealedKey;
  readonly created: string;
}

const noHistory: KeyHistory = { former: [] };
const keyPlace = (publicKey: PublicKey): string => `signing key ${publicKey}`;
const historyPlace = (publicKey: PublicKey): string => `signing key history ${publicKey}`;

interface Options {
  readonly kept: KeptText;
  /** 32 bytes. */
  readonly dataKey: Uint8Array;
  /** Of a new key, where there is none yet: the lost one that it follows. */
  readonly follows?: PublicKey | undefined;
}

/** What is kept, opened. */
interface OpenIdentity {
  present: Held;
  history: KeyHistory;
  next: Held | undefined;
}

/**
 * Opens the identity, or makes one where there is none yet.
 * @throws Error in words if it can't be read, or was sealed under another data key
 */
export const openIdentity = async ({ kept, dataKey, follows }: Options): Promise<Identity> => {
  const keys = sealedKeys(kept, dataKey);
  const found = readIdentity(kept);
  const open: OpenIdentity =
    found === undefined
      ? {
          present: keys.seal(newSigningKey()),
          history: follows === undefined ? noHistory : { former: [], follows },
          next: undefined,
        }
      : keys.open(found);
  // A file from before it named the data key's fingerprint is rewritten.
  if (found?.dataKey === undefined) await keys.save(open);

  return {
    get publicKey() {
      return open.present.signer.publicKey;
    },
    get created() {
      return open.present.created;
    },
    get history() {
      return open.history;
    },
    get next() {
      return open.next?.signer.publicKey;
    },
    sign: (domain, text) => open.present.signer.sign(domain, text),
    signHash: (hashed, comment) => open.present.signer.signHash(hashed, comment),
    privateKey: () => keys.privateKey(open.present.sealed),
    async propose(privateKey) {
      const next = keys.seal(privateKey);
      open.next = next;
      await keys.save(open);
      return next.signer;
    },
    accept() {
      const { present, next, history } = open;
      if (next === undefined) return;
      const former = [present.sealed.publicKey, ...history.former].filter(
        (key) => key !== next.sealed.publicKey,
      );
      Object.assign(open, { present: next, history: { former: [...new Set(former)] }, next: undefined });
    },
    async settle() {
      open.next = undefined;
      await keys.save(open);
    },
  };
};

/** Seals keys and their history under the data key, each for its place, and opens them. */
const sealedKeys = (kept: KeptText, dataKey: Uint8Array) => {
  const sealer = createSealer(dataKey);
  const seal = (text: string, place: string): string => sealer.seal(text, place).toString('base64');
  const open = (sealed: string, place: string): string => sealer.open(Buffer.from(sealed, 'base64'), place);

  const privateKey = ({ publicKey, sealedKey }: SealedKey): Buffer =>
    Buffer.from(open(sealedKey, keyPlace(publicKey)), 'base64');
  const hold = ({ publicKey, sealedKey }: SealedKey, created: string): Held => {
    const sealed = { publicKey, sealedKey };
    const signer = createSigner(privateKey(sealed));
    if (signer.publicKey !== publicKey) {
      throw new Error(`The ${kept.place} names another public key than its own.`);
    }
    return { signer, sealed, created };
  };
  const now = (): string => toIso(systemTime.now());
  return {
    privateKey,
    seal(key: Uint8Array): Held {
      const signer = createSigner(key);
      const { publicKey } = signer;
      const sealedKey = seal(Buffer.from(key).toString('base64'), keyPlace(publicKey));
      return { signer, sealed: { publicKey, sealedKey }, created: now() };
    },
    open: (file: IdentityFile): OpenIdentity => ({
      present: hold(file, file.created),
      history:
        file.sealedHistory === undefined
          ? noHistory
          : (JSON.parse(open(file.sealedHistory, historyPlace(file.publicKey))) as KeyHistory),
      next: file.next && hold(file.next, now()),
    }),
    save({ present, history, next }: OpenIdentity): Promise<void> {
      const { sealed, created } = present;
      return writeIdentity(kept, {
        version: 1,
        ...sealed,
        created,
        dataKey: dataKeyFingerprint(dataKey),
        sealedHistory: seal(JSON.stringify(history), historyPlace(sealed.publicKey)),
        ...(next === undefined ? {} : { next: next.sealed }),
      });
    },
  };
};

/** Whether what a file holds was sealed under a data key. */
export const isIdentityUnder = ({ publicKey, sealedKey }: SealedKey, dataKey: Uint8Array): boolean =>
  createSealer(dataKey).openIfPossible(Buffer.from(sealedKey, 'base64'), keyPlace(publicKey)) !== undefined;
