import { crc32 } from 'node:zlib';
import { manyRandomBytes } from '#base/random.ts';
import type { Sealer } from '#base/sealing.ts';
import { slotBytes } from './slot-file.ts';

/**
 * One key in its slot: under which key it is sealed (1 byte), the turn (6), what tells its id from another one of the same
 * slot (10), the sealed key (73), and a checksum (4): so that what is damaged is not taken for another key.
 */

export const sealedUnder = { dataKey: 1, wrappedKey: 2 } as const;
export type SealedUnder = (typeof sealedUnder)[keyof typeof sealedUnder];

export interface KeyRecord {
  readonly under: SealedUnder;
  readonly turn: number;
  readonly id: Buffer;
  readonly sealed: Buffer;
}

const turnAt = 1;
const turnBytes = 6;
const markAt = turnAt + turnBytes;
const markBytes = 10;
const sealedAt = markAt + markBytes;
/** Of 32 bytes in base64: see `base/sealing.ts`. */
const sealedBytes = 1 + 12 + 16 + 44;
const sumAt = sealedAt + sealedBytes;
const slotNumberBytes = 6;
export const idBytes = slotNumberBytes + markBytes;

const idOf = (slot: number, mark: Buffer): Buffer => {
  const id = Buffer.alloc(idBytes);
  id.writeUIntBE(slot, 0, slotNumberBytes);
  mark.copy(id, slotNumberBytes);
  return id;
};

export const newId = (slot: number): Buffer => idOf(slot, manyRandomBytes(markBytes));

export const slotOf = (id: Buffer): number => (id.length === idBytes ? id.readUIntBE(0, slotNumberBytes) : 0);

const contextOf = (set: string, id: Buffer): string => `row key ${set} ${id.toString('hex')}`;

export const sealKey = (sealer: Sealer, set: string, id: Buffer, key: Buffer): Buffer =>
  sealer.seal(key.toString('base64'), contextOf(set, id));

/** Undefined if it was sealed under another key, or is another one's. */
export const openKey = (sealer: Sealer, set: string, { id, sealed }: KeyRecord): Buffer | undefined => {
  const text = sealer.openIfPossible(sealed, contextOf(set, id));
  return text === undefined ? undefined : Buffer.from(text, 'base64');
};

export const writeRecord = ({ under, turn, id, sealed }: KeyRecord): Buffer => {
  const slot = Buffer.alloc(slotBytes);
  slot.writeUInt8(under, 0);
  slot.writeUIntBE(turn, turnAt, turnBytes);
  id.copy(slot, markAt, slotNumberBytes);
  sealed.copy(slot, sealedAt);
  slot.writeUInt32BE(crc32(slot.subarray(0, sumAt)), sumAt);
  return slot;
};

/** Undefined if the slot is not as it was written. */
export const readRecord = (slot: number, content: Buffer): KeyRecord | undefined => {
  const under = content[0];
  const isWhole =
    (under === sealedUnder.dataKey || under === sealedUnder.wrappedKey) &&
    content.readUInt32BE(sumAt) === crc32(content.subarray(0, sumAt));
  if (!isWhole) return undefined;
  return {
    under,
    turn: content.readUIntBE(turnAt, turnBytes),
    id: idIn(slot, content),
    sealed: content.subarray(sealedAt, sumAt),
  };
};

/** What the slot says its key is, whole or not. */
export const idIn = (slot: number, content: Buffer): Buffer => idOf(slot, content.subarray(markAt, sealedAt));
