import { existsSync, renameSync } from 'node:fs';
import { systemTime, toIso } from '#base/clock.ts';
import { dataKeyFingerprint } from '#base/data-key-id.ts';
import { createSealer } from '#base/sealing.ts';
import { createSigner, newSigningKey, type PublicKey, type Signer } from '#base/signing.ts';
import {
  type IdentityFile,
  identityFile,
  readIdentityFile,
  type SealedKey,
  writeIdentityFile,
} from './identity-file.ts';

/**
 * The signing identity of a data folder: an Ed25519 key, kept in `identity.json` and sealed under the data key. Whoever
 * has the folder but not its data key can't sign. As a signer it is always the present key, also after a change.
 */
export interface Identity extends Signer {
  readonly created: string;
  readonly history: KeyHistory;
  /** A change that was begun and not finished. */
  readonly next: PublicKey | undefined;
  /** The private key's 32 bytes, for a copy under a passphrase. */
  privateKey(): Buffer;
  /** Begins a change: keeps the new key beside the present one, which goes on to sign. Answers the new one. */
  propose(privateKey: Uint8Array): Signer;
  /** Signs with the proposed key from now on. Never throws: what is on disk is brought up by `settle`. */
  accept(): void;
  /** Drops a proposed key that was not accepted, and notes what is so on disk. */
  settle(): void;
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
  /** Exists already. */
  readonly dataDir: string;
  /** 32 bytes. */
  readonly dataKey: Uint8Array;
  /** Of a new key, where there is none yet: the lost one that it follows. */
  readonly follows?: PublicKey | undefined;
}

/**
 * Opens the identity, or makes one where there is none yet.
 * @throws Error in words if it can't be read, or was sealed under another data key
 */
export const openIdentity = ({ dataDir, dataKey, follows }: Options): Identity => {
  const sealer = createSealer(dataKey);
  const sealKey = (privateKey: Uint8Array): Omit<Held, 'created'> => {
    const signer = createSigner(privateKey);
    const { publicKey } = signer;
    const sealed = sealer.seal(Buffer.from(privateKey).toString('base64'), keyPlace(publicKey));
    return { signer, sealed: { publicKey, sealedKey: sealed.toString('base64') } };
  };
  const openKey = ({ publicKey, sealedKey }: SealedKey): Buffer => {
    const text = sealer.open(Buffer.from(sealedKey, 'base64'), keyPlace(publicKey));
    return Buffer.from(text, 'base64');
  };
  const openHistory = ({ publicKey, sealedHistory }: IdentityFile): KeyHistory =>
    sealedHistory === undefined
      ? noHistory
      : (JSON.parse(
          sealer.open(Buffer.from(sealedHistory, 'base64'), historyPlace(publicKey)),
        ) as KeyHistory);

  const save = (): void => {
    const { sealed, created } = present;
    const place = historyPlace(sealed.publicKey);
    writeIdentityFile(dataDir, {
      version: 1,
      ...sealed,
      created,
      dataKey: dataKeyFingerprint(dataKey),
      sealedHistory: sealer.seal(JSON.stringify(history), place).toString('base64'),
      ...(next === undefined ? {} : { next: next.sealed }),
    });
  };

  const found = readIdentityFile(dataDir);
  let present: Held;
  let history: KeyHistory;
  let next: Held | undefined;
  if (found === undefined) {
    present = { ...sealKey(newSigningKey()), created: toIso(systemTime.now()) };
    history = follows === undefined ? noHistory : { former: [], follows };
    save();
  } else {
    const hold = (sealed: SealedKey, created: string): Held => {
      const signer = createSigner(openKey(sealed));
      if (signer.publicKey !== sealed.publicKey) {
        throw new Error(`${identityFile(dataDir)} names another public key than its own.`);
      }
      return { signer, sealed, created };
    };
    present = hold({ publicKey: found.publicKey, sealedKey: found.sealedKey }, found.created);
    history = openHistory(found);
    next = found.next && hold(found.next, toIso(systemTime.now()));
    // One that was written before it told the data key's fingerprint.
    if (found.dataKey === undefined) save();
  }

  return {
    get publicKey() {
      return present.signer.publicKey;
    },
    get created() {
      return present.created;
    },
    get history() {
      return history;
    },
    get next() {
      return next?.signer.publicKey;
    },
    sign: (domain, text) => present.signer.sign(domain, text),
    signHash: (hashed, comment) => present.signer.signHash(hashed, comment),
    privateKey: () => openKey(present.sealed),
    propose(privateKey) {
      next = { ...sealKey(privateKey), created: toIso(systemTime.now()) };
      save();
      return next.signer;
    },
    accept() {
      if (next === undefined) return;
      const { former } = history;
      const { publicKey } = present.sealed;
      const added = [publicKey, ...former].filter((key) => key !== next?.sealed.publicKey);
      history = { former: [...new Set(added)] };
      present = next;
      next = undefined;
    },
    settle() {
      next = undefined;
      save();
    },
  };
};

/** Whether what a file holds was sealed under a data key. */
export const isIdentityUnder = ({ publicKey, sealedKey }: SealedKey, dataKey: Uint8Array): boolean =>
  createSealer(dataKey).openIfPossible(Buffer.from(sealedKey, 'base64'), keyPlace(publicKey)) !== undefined;

/** The data key is lost, and the private key with it: its file is kept beside for its public key. */
export const setIdentityAside = (dataDir: string): void => {
  const path = identityFile(dataDir);
  const when = toIso(systemTime.now()).replaceAll(/[:.]/g, '-');
  if (existsSync(path)) renameSync(path, `${path}.${when}`);
};
