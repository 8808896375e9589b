import { createHash, hash } from 'node:crypto';

/** Makes identifiers. The same seed and the same calls give the same ids. */
export interface Ids {
  uuid(): string;
  /** `msg_` and 26 characters: the `webhook-id`, stable over all attempts. */
  message(): string;
}

const hex = (bytes: Buffer): string => {
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const text = bytes.toString('hex', 0, 16);
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
};

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codes = Buffer.from(alphabet);
const messageText = Buffer.from(`msg_${'0'.repeat(26)}`);
/** Written in place: a text that grows letter by letter is thirty texts. */
const messageId = (bytes: Buffer): string => {
  const rising = bytes.readUInt32BE();
  let at = 4;
  for (let bits = 30; bits >= 0; bits -= 5) messageText[at++] = codes[(rising >>> bits) & 31] as number;
  for (let i = 7; i < 26; i++) messageText[at++] = codes[(bytes[i] as number) & 31] as number;
  return messageText.toString('latin1');
};

const idsFrom = (next: () => Buffer): Ids => ({
  uuid: () => hex(next()),
  message: () => messageId(next()),
});

/**
 * Ids that follow from `seed` and from how many were made before. `generation` counts the starts of a sandbox, so
 * that a restart continues with other ids without a write for each. Their first 32 bits rise, so that indexes over
 * them grow at one end: ids that are random all over cost twice as much to insert.
 */
export const seededIds = (seed: number, generation: number): Ids => {
  let count = 0;
  let block = Buffer.alloc(0);
  const start = hash('sha256', `ids:${seed}:${generation}`, 'buffer').readUInt32BE();
  return idsFrom(() => {
    const at = (count % idsInBlock) * idBytes;
    // One call of the hash makes many ids, as the call costs more than the hashing.
    if (at === 0) {
      block = createHash('shake256', { outputLength: idsInBlock * idBytes })
        .update(`ids:${seed}:${generation}:${count}`)
        .digest();
    }
    const bytes = block.subarray(at, at + idBytes);
    bytes.writeUInt32BE((start + count++) >>> 0);
    return bytes;
  });
};

const idBytes = 32;
const idsInBlock = 64;

/** A UUID that always follows from the same words, such as the sourceId of an integration. */
export const namedUuid = (...words: readonly string[]): string =>
  hex(hash('sha256', words.join('\u0000'), 'buffer'));

/** A number from 0 to just under 1 that follows from the seed and the labels alone. */
export const draw = (seed: number, ...labels: readonly (string | number)[]): number =>
  hash('sha256', `draw:${seed}:${labels.join('\u0000')}`, 'buffer').readUIntBE(0, 6) / 2 ** 48;

/** `length` bytes that follow from the seed and the labels alone. */
export const drawBytes = (seed: number, length: number, ...labels: readonly (string | number)[]): Buffer => {
  const blocks: Buffer[] = [];
  for (let block = 0; block * 32 < length; block++) {
    blocks.push(hash('sha256', `bytes:${seed}:${labels.join('\u0000')}:${block}`, 'buffer'));
  }
  return Buffer.concat(blocks, length);
};
