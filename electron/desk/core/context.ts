import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto';
import { fingerprintBy } from '#base/fingerprint.ts';
import type { Log } from '#base/log.ts';
import { createSealer, type Sealer } from '#base/sealing.ts';
import type { Signer } from '#base/signing.ts';
import type { Announce } from '#contract/stream.ts';
import { openIdentity } from './identity.ts';
import { createJournalHead, type JournalHead, markBeginning } from './journal-head.ts';
import { type KeptTexts, keptInFolder } from './kept-texts.ts';
import { openSealingKeys, type SealingKeys } from './sealing-keys.ts';

/** What every module of the desk works with, its store aside. The desk lives by the system's clock (`systemTime`). */
export interface CoreContext {
  /** The data folder: nothing in it is read for a case. */
  readonly dataDir: string;
  /** Seals secrets under the data folder's key. */
  readonly sealer: Sealer;
  /** Keyed, hex: tells whether two secret values are the same, and nothing else. */
  fingerprint(value: string): string;
  /** What `fingerprint` is keyed with, for a thread that makes many. */
  readonly fingerprintKey: KeyObject;
  /** 32 bytes that nobody has without the data folder's key and the salt. */
  deriveKey(purpose: string, salt: Uint8Array): Buffer;
  /** Keyed code over a text, for the audit chain. `purpose` keeps codes of different uses apart. */
  authenticate(purpose: string, text: string): string;
  /** Signs what this data folder writes. */
  readonly identity: Signer;
  /** Open what others sealed to this data folder. */
  readonly sealingKeys: SealingKeys;
  /** The journal's newest head, kept outside `desk.db`. */
  readonly journalHead: JournalHead;
  readonly log: Log;
  readonly announce: Announce;
  /** A random UUID. */
  newId(): string;
}

export interface CoreParts {
  readonly dataDir: string;
  /** Where the signing identity, the sealing keys and the journal's head are; left out: in the data folder. */
  readonly kept?: KeptTexts;
  /** 32 bytes: the data folder's one key. */
  readonly dataKey: Uint8Array;
  /** Opened, if left out. */
  readonly identity?: Signer;
  readonly log: Log;
  readonly announce: Announce;
  /** It is not (yet) the folder's `desk.db`: the head outside stays as it is. */
  readonly isCandidate?: boolean;
}

const derived = (dataKey: Uint8Array, use: string) => hkdfSync('sha256', dataKey, '', use, 32);

/** The desk's uses of the data folder's key, kept apart: for fingerprints, the audit chain, row tags, further keys. */
export const deskKeys = (dataKey: Uint8Array) => {
  const keyFor = (use: string): KeyObject => createSecretKey(Buffer.from(derived(dataKey, use)));
  const chainKey = keyFor('carryover desk audit chain');
  const derivingKey = keyFor('carryover desk derived keys');
  return {
    fingerprintKey: keyFor('carryover desk fingerprint'),
    deriveKey: (purpose: string, salt: Uint8Array): Buffer =>
      createHmac('sha256', derivingKey).update(`${purpose}\n`).update(salt).digest(),
    authenticate: (purpose: string, text: string): string =>
      createHmac('sha256', chainKey).update(`${purpose}\n${text}`).digest('hex'),
  };
};

export const rowTagKey = (dataKey: Uint8Array): Buffer =>
  Buffer.from(derived(dataKey, 'carryover desk row tags'));

export const createCoreContext = async (parts: CoreParts): Promise<CoreContext> => {
  const { dataDir, dataKey, log, announce, kept = keptInFolder(dataDir) } = parts;
  const keys = deskKeys(dataKey);
  if (parts.identity === undefined) await markBeginning(kept, keys.authenticate);
  const identity = parts.identity ?? (await openIdentity({ kept: kept.identity, dataKey }));
  const journalHead = createJournalHead({ kept, signer: identity, authenticate: keys.authenticate, log });
  return {
    dataDir,
    sealer: createSealer(dataKey),
    identity,
    sealingKeys: await openSealingKeys({ kept: kept.sealing, dataKey }),
    journalHead: parts.isCandidate ? { ...journalHead, advance() {} } : journalHead,
    fingerprint: fingerprintBy(keys.fingerprintKey),
    ...keys,
    log,
    announce,
    newId: () => randomUUID(),
  };
};
