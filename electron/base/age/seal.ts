import type { Recipient } from './recipient.ts';

/**
 * Seals what comes, as it comes: 64 KiB at a time are held. Nothing of it can be opened without the recipient's key, also
 * not here.
 * @param recipient as `recipientProblem` accepts it. @throws Error for one that no key can belong to; what `content` throws
 */
export async function* sealedTo(
  recipient: Recipient,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  // Hundreds of files, which a start does not wait for.
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  yield* await encrypter.encrypt(ReadableStream.from(content) as ReadableStream<Uint8Array>);
}
