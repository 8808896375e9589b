import { randomBytes, scrypt, scryptSync } from 'node:crypto';
import { promisify } from 'node:util';
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
    const slot = newPassphraseSlot();
    slots.push({ ...slot, sealed: wrapped(stretched(slot, passphrase)) });
  }
  return { sealer: createSealer(stateKey), slots };
};

const newPassphraseSlot = (): Unsealed => ({
  kind: 'passphrase',
  ...cost,
  salt: randomBytes(32).toString('base64'),
});

/**
 * The slots of a state that the data key opens, with one for a passphrase in place of that it may have had.
 * @throws CatalogueError `state.sealed`
 */
export const slotsFor = async (
  head: StateHead,
  { dataKey, passphrase }: Openers & { readonly passphrase: string },
  called: string,
): Promise<Slot[]> => {
  const own = head.slots.find((slot) => isOwn(slot, dataKey));
  const stateKey = own && stateKeyIn(createSealer(dataKey), own);
  if (own === undefined || stateKey === undefined) throw sealedElsewhere(head, false, called);
  const slot = newPassphraseSlot();
  const sealer = createSealer(await stretch(passphrase, saltOf(slot), 32, settingsOf(slot)));
  return [own, { ...slot, sealed: sealer.seal(stateKey.toString('base64'), sealedFor).toString('base64') }];
};

type Unsealed = Omit<PassphraseSlot, 'sealed'>;

const settingsOf = ({ logN, r, p }: Unsealed) => ({ N: 2 ** logN, r, p, maxmem: mostMemory });
const saltOf = ({ salt }: Unsealed): Buffer => Buffer.from(salt, 'base64');
/** In a thread of Node's own. */
const stretch = promisify<string, Buffer, number, ReturnType<typeof settingsOf>, Buffer>(scrypt);

const stretched = (slot: Unsealed, passphrase: string): Sealer =>
  createSealer(scryptSync(passphrase, saltOf(slot), 32, settingsOf(slot)));

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

const unwrapped = (sealer: Sealer, slot: Slot): Sealer | undefined => {
  const key = stateKeyIn(sealer, slot);
  return key === undefined ? undefined : createSealer(key);
};

const stateKeyIn = (sealer: Sealer, { sealed }: Slot): Buffer | undefined => {
  const key = sealer.openIfPossible(Buffer.from(sealed, 'base64'), sealedFor);
  const bytes = key === undefined ? undefined : Buffer.from(key, 'base64');
  return bytes?.length === 32 ? bytes : undefined;
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
