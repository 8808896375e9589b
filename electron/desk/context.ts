import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto';
import { fingerprintBy } from '#base/fingerprint.ts';
import type { Log } from '#base/log.ts';
import { createSealer } from '#base/sealing.ts';
import type { Signer } from '#base/signing.ts';
import type { Announce } from '#contract/stream.ts';
import { openIdentity } from './core/identity.ts';
import { createJournalHead, markBeginning } from './core/journal-head.ts';
import { sealRows } from './journal/seal-rows.ts';
import type { DeskContext } from './store/context.ts';
import type { DeskStore } from './store/store.ts';

interface Parts {
  readonly store: DeskStore;
  /** Where the signing identity is kept. */
  readonly dataDir: string;
  /** 32 bytes: the data folder's one key. */
  readonly dataKey: Uint8Array;
  /** Opened from the data folder, if left out. */
  readonly identity?: Signer;
  readonly log: Log;
  readonly announce: Announce;
  /** It is not (yet) the folder's `desk.db`: the head outside stays as it is. */
  readonly isCandidate?: boolean;
}

/** The desk's uses of the data folder's key, kept apart: for fingerprints, for the chain, for what is derived further. */
export const deskKeys = (dataKey: Uint8Array) => {
  const keyFor = (use: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, '', use, 32)));
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

/** What the rooms of the desk are given. */
export const createDeskContext = (parts: Parts): DeskContext => {
  const { store, dataDir, dataKey, log, announce } = parts;
  const keys = deskKeys(dataKey);
  if (parts.identity === undefined) markBeginning(dataDir, keys.authenticate);
  const identity = parts.identity ?? openIdentity({ dataDir, dataKey });
  const journalHead = createJournalHead({ dataDir, signer: identity, authenticate: keys.authenticate, log });
  const context = {
    store,
    sealer: createSealer(dataKey),
    identity,
    journalHead: parts.isCandidate ? { ...journalHead, advance() {} } : journalHead,
    fingerprint: fingerprintBy(keys.fingerprintKey),
    ...keys,
    log,
    announce,
    newId: () => randomUUID(),
  };
  const tagKey = Buffer.from(hkdfSync('sha256', dataKey, '', 'carryover desk row tags', 32));
  return { ...context, rowSeals: sealRows(context, tagKey) };
};
