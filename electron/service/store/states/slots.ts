import { randomBytes, scryptSync } from 'node:crypto';
import { dataKeyFingerprint } from '#base/data-key-id.ts';
import { createSealer, type Sealer } from '#base/sealing.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { PassphraseSlot, Slot, StateHead } from './state-file.ts';

/**
 * The secrets of a state are sealed under a key of its own, which is kept in its slots: sealed under the data key of the
 * folder that saved it, and under a passphrase if one was given.
 */

const sealedFor = 'state key';
/** As RFC 7914 counts: 64 MiB of memory, about 0.2 s. */
const cost = { logN: 16, r: 8, p: 1 };
const mostMemory = 300 * 1_048_576;

export interface Openers {
  /** 32 bytes. */
  readonly dataKey: Uint8Array;
  readonly passphrase?: string | undefined;
}

/** Makes a key, and what opens it again. */
export const newSlots = ({ dataKey, passphrase }: Openers): { sealer: Sealer; slots: Slot[] } => {
  const stateKey = randomBytes(32);
  const wrapped = (sealer: Sealer): string =>
    sealer.seal(stateKey.toString('base64'), sealedFor).toString('base64');
  const slots: Slot[] = [
    { kind: 'key', keyId: dataKeyFingerprint(dataKey), sealed: wrapped(createSealer(dataKey)) },
  ];
  if (passphrase !== undefined) {
    const slot = { kind: 'passphrase' as const, ...cost, salt: randomBytes(32).toString('base64') };
    slots.push({ ...slot, sealed: wrapped(stretched(slot, passphrase)) });
  }
  return { sealer: createSealer(stateKey), slots };
};

const stretched = ({ logN, r, p, salt }: Omit<PassphraseSlot, 'sealed'>, passphrase: string): Sealer => {
  const options = { N: 2 ** logN, r, p, maxmem: mostMemory };
  return createSealer(scryptSync(passphrase, Buffer.from(salt, 'base64'), 32, options));
};

export const isOwn = (slot: Slot, dataKey: Uint8Array): boolean =>
  slot.kind === 'key' && slot.keyId === dataKeyFingerprint(dataKey);

/**
 * @param called what errors call the state
 * @throws CatalogueError `state.sealed`, `state.wrongPassphrase`
 */
export const openSlots = (head: StateHead, { dataKey, passphrase }: Openers, called: string): Sealer => {
  const own = head.slots.find((slot) => isOwn(slot, dataKey));
  const byKey = own && unwrapped(createSealer(dataKey), own);
  if (byKey !== undefined) return byKey;
  const slot = head.slots.find((one): one is PassphraseSlot => one.kind === 'passphrase');
  if (slot === undefined || passphrase === undefined) throw sealedElsewhere(head, slot !== undefined, called);
  const sealer = unwrapped(stretched(slot, passphrase), slot);
  if (sealer === undefined) throw new CatalogueError('state.wrongPassphrase', { name: called });
  return sealer;
};

const unwrapped = (sealer: Sealer, { sealed }: Slot): Sealer | undefined => {
  const key = sealer.openIfPossible(Buffer.from(sealed, 'base64'), sealedFor);
  const bytes = key === undefined ? undefined : Buffer.from(key, 'base64');
  return bytes?.length === 32 ? createSealer(bytes) : undefined;
};

const sealedElsewhere = (head: StateHead, hasPassphrase: boolean, name: string): CatalogueError => {
  const key = head.slots.find((slot) => slot.kind === 'key');
  return new CatalogueError('state.sealed', {
    name,
    keyId: key?.kind === 'key' ? key.keyId.slice(0, 16) : 'unknown',
    passphrase: hasPassphrase ? 'no passphrase was given' : 'it was saved without a passphrase',
    remedy: hasPassphrase
      ? 'Give the passphrase that it was saved with'
      : 'Save it again with a passphrase where it was made',
  });
};
