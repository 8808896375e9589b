import type { ClientRequest } from 'electron';

/** So much is sent with its length. More is sent as it comes, which Chromium can't repeat on another connection. */
const wholeBytes = 1_048_576;

/** Sends the body of a request, and ends it. @throws what the body rejects with; Error if the request ended meanwhile */
export const upload = async (
  sent: ClientRequest,
  body: ReadableStream<Uint8Array> | null | undefined,
): Promise<void> => {
  if (!body) return void sent.end();
  const reader = body.getReader();
  try {
    const { first, isWhole } = await firstOf(reader);
    if (isWhole) return void sent.end(first);
    sent.chunkedEncoding = true;
    await written(sent, first);
    for (let chunk = await next(reader); chunk !== undefined; chunk = await next(reader))
      await written(sent, chunk);
    sent.end();
  } catch (error) {
    await reader.cancel(error).catch(() => {});
    throw error;
  }
};

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** A copy: Electron reads a large body into the same bytes again and again. */
const next = async (reader: Reader): Promise<Buffer | undefined> => {
  const { done, value } = await reader.read();
  return done ? undefined : Buffer.from(value);
};

const firstOf = async (reader: Reader): Promise<{ readonly first: Buffer; readonly isWhole: boolean }> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  while (bytes <= wholeBytes) {
    const chunk = await next(reader);
    if (chunk === undefined) return { first: Buffer.concat(chunks), isWhole: true };
    chunks.push(chunk);
    bytes += chunk.length;
  }
  return { first: Buffer.concat(chunks), isWhole: false };
};

/** A request that ends meanwhile may never call back. */
const written = (sent: ClientRequest, chunk: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('The request has ended.'));
    sent.once('error', ended);
    sent.once('abort', ended);
    sent.write(chunk, undefined, () => {
      sent.off('error', ended);
      sent.off('abort', ended);
      resolve();
    });
  });
