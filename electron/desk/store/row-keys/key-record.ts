import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { manyRandomBytes } from '#base/random.ts';
import { slotBytes } from './slot-file.ts';

/**
 * One key in its slot: under which key it is sealed (1 byte), the turn (6), what tells its id from another one of the same
 * slot (10), the nonce of the keys that were sealed together (12), its place among them (4), the sealed key (32), and a
 * checksum (4): so that what is damaged is not used as a key. AES-256-CTR, as a cipher for each key would cost more than
 * all else that is done for a row; that nobody changed a key is told by the row, which opens under no other one.
 */

export const sealedUnder = { dataKey: 1, wrappedKey: 2 } as const;
export type SealedUnder = (typeof sealedUnder)[keyof typeof sealedUnder];

export interface SealedKey {
  readonly nonce: Buffer;
  readonly place: number;
  readonly sealed: Buffer;
}
export interface KeyRecord extends SealedKey {
  readonly under: SealedUnder;
  readonly turn: number;
  readonly id: Buffer;
}

export const keyBytes = 32;
const turnAt = 1;
const turnBytes = 6;
const markAt = turnAt + turnBytes;
const markBytes = 10;
const nonceAt = markAt + markBytes;
const nonceBytes = 12;
const placeAt = nonceAt + nonceBytes;
const sealedAt = placeAt + 4;
const sumAt = sealedAt + keyBytes;
const slotNumberBytes = 6;
const idBytes = slotNumberBytes + markBytes;
const algorithm = 'aes-256-ctr';
/** Of 16 bytes each, which the counter counts. */
const blocksOfKey = keyBytes / 16;

const idOf = (slot: number, mark: Buffer): Buffer => {
  const id = Buffer.allocUnsafe(idBytes);
  id.writeUIntBE(slot, 0, slotNumberBytes);
  mark.copy(id, slotNumberBytes);
  return id;
};

export const newId = (slot: number): Buffer => idOf(slot, manyRandomBytes(markBytes));

export const slotOf = (id: Buffer): number => (id.length === idBytes ? id.readUIntBE(0, slotNumberBytes) : 0);

const counterOf = (nonce: Buffer, place: number): Buffer => {
  const counter = Buffer.alloc(16);
  nonce.copy(counter);
  counter.writeUInt32BE(place * blocksOfKey, nonceBytes);
  return counter;
};

/** Keys that are sealed together. @returns them in order */
export const sealKeys = (sealer: KeyObject, keys: readonly Buffer[]): SealedKey[] => {
  const nonce = Buffer.from(manyRandomBytes(nonceBytes));
  const sealed = createCipheriv(algorithm, sealer, counterOf(nonce, 0)).update(Buffer.concat(keys));
  return keys.map((_, place) => ({ nonce, place, sealed: keyAt(sealed, place) }));
};

/** @returns what they say under this key, in order */
export const openKeys = (sealer: KeyObject, records: readonly SealedKey[]): Buffer[] => {
  const opened: Buffer[] = [];
  for (let at = 0; at < records.length; ) {
    const first = records[at] as SealedKey;
    let count = 1;
    while (follows(first, records[at + count], count)) count += 1;
    const sealed = Buffer.concat(records.slice(at, at + count).map((one) => one.sealed));
    const keys = createDecipheriv(algorithm, sealer, counterOf(first.nonce, first.place)).update(sealed);
    for (let n = 0; n < count; n++) opened.push(keyAt(keys, n));
    at += count;
  }
  return opened;
};

/** Whether it was sealed together with `first`, so many places after it. */
const follows = (first: SealedKey, next: SealedKey | undefined, places: number): boolean =>
  next !== undefined && next.place === first.place + places && next.nonce.equals(first.nonce);

const keyAt = (keys: Buffer, place: number): Buffer =>
  keys.subarray(place * keyBytes, (place + 1) * keyBytes);

/** Of a slot: one that was moved has another. */
const sumOf = (slot: number, content: Buffer): number => crc32(content.subarray(0, sumAt), slot);

export const writeRecord = ({ under, turn, id, nonce, place, sealed }: KeyRecord): Buffer => {
  const content = Buffer.alloc(slotBytes);
  content.writeUInt8(under, 0);
  content.writeUIntBE(turn, turnAt, turnBytes);
  id.copy(content, markAt, slotNumberBytes);
  nonce.copy(content, nonceAt);
  content.writeUInt32BE(place, placeAt);
  sealed.copy(content, sealedAt);
  content.writeUInt32BE(sumOf(slotOf(id), content), sumAt);
  return content;
};

/** Undefined if the slot is not as it was written. */
export const readRecord = (slot: number, content: Buffer): KeyRecord | undefined => {
  const under = content[0];
  const isKnown = under === sealedUnder.dataKey || under === sealedUnder.wrappedKey;
  if (!isKnown || content.readUInt32BE(sumAt) !== sumOf(slot, content)) return undefined;
  return {
    under,
    turn: content.readUIntBE(turnAt, turnBytes),
    id: idIn(slot, content),
    nonce: content.subarray(nonceAt, placeAt),
    place: content.readUInt32BE(placeAt),
    sealed: content.subarray(sealedAt, sumAt),
  };
};

/** What the slot says its key is, whole or not. */
export const idIn = (slot: number, content: Buffer): Buffer => idOf(slot, content.subarray(markAt, nonceAt));
