import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto';
import { fingerprintBy } from '#base/fingerprint.ts';
import type { Log } from '#base/log.ts';
import { createSealer } from '#base/sealing.ts';
import type { Signer } from '#base/signing.ts';
import type { Announce } from '#contract/stream.ts';
import { openIdentity } from './core/identity.ts';
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
}

/** What the rooms of the desk are given. Keys for sealing, for fingerprints and for the chain are kept apart. */
export const createDeskContext = ({
  store,
  dataDir,
  dataKey,
  identity,
  log,
  announce,
}: Parts): DeskContext => {
  const keyFor = (use: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, '', use, 32)));
  const fingerprintKey = keyFor('carryover desk fingerprint');
  const chainKey = keyFor('carryover desk audit chain');
  const derivingKey = keyFor('carryover desk derived keys');
  const sealer = createSealer(dataKey);
  return {
    store,
    sealer,
    identity: identity ?? openIdentity({ dataDir, dataKey }),
    fingerprint: fingerprintBy(fingerprintKey),
    fingerprintKey,
    deriveKey: (purpose, salt) =>
      createHmac('sha256', derivingKey).update(`${purpose}\n`).update(salt).digest(),
    authenticate: (purpose, text) =>
      createHmac('sha256', chainKey).update(`${purpose}\n${text}`).digest('hex'),
    log,
    announce,
    newId: () => randomUUID(),
  };
};
