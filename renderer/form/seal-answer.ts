import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { Encrypter } from 'age-encryption';
import { answerLine } from '#contract/answer-file.ts';
import type { ExchangeAnswer } from '#contract/exchange.ts';

export interface SealedAnswer {
  readonly file: Blob;
  /** SHA-256, hex. */
  readonly digest: string;
}

/** Sealed bytes that are handed to the browser together, which keeps them outside of the page's memory. */
const partBytes = 8 * 1_048_576;

/**
 * Seals an answer with its token list, piece by piece: what is in the clear is never whole in memory, nor in a Blob,
 * which a browser may put on its disk.
 * @throws DOMException if the list can't be read any more
 */
export const sealAnswer = async (
  answer: ExchangeAnswer,
  list: Blob | undefined,
  recipient: string,
): Promise<SealedAnswer> => {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const sealed = (await encrypter.encrypt(plainStream(answer, list))).getReader();
  const hash = sha256.create();
  const parts: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const hand = (): void => {
    parts.push(new Blob(held));
    held = [];
    bytes = 0;
  };
  for (;;) {
    const { done, value } = await sealed.read();
    if (done) break;
    hash.update(value);
    held.push(value as Uint8Array<ArrayBuffer>);
    bytes += value.length;
    if (bytes >= partBytes) hand();
  }
  hand();
  const digest = bytesToHex(hash.digest());
  return { file: new Blob(parts, { type: 'application/octet-stream' }), digest };
};

const plainStream = (answer: ExchangeAnswer, list: Blob | undefined): ReadableStream<Uint8Array> => {
  const reader = list?.stream().getReader();
  let isBegun = false;
  return new ReadableStream({
    async pull(controller) {
      if (!isBegun) {
        isBegun = true;
        controller.enqueue(answerLine(answer));
        return;
      }
      const { done, value } = reader === undefined ? { done: true, value: undefined } : await reader.read();
      if (done || value === undefined) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader?.cancel(reason),
  });
};
