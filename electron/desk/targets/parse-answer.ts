import { JsonBoundError, parseBounded } from '#base/json/parse-bounded.ts';
import { runTask } from '#base/worker/run-task.ts';
import { CatalogueError } from '#contract/errors.ts';

/** A target's answer as a value. Whoever runs the target chooses what it holds. */
export type Parsed =
  | { readonly kind: 'empty' | 'notJson' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Why it was not read, as in "the answer …". */
  | { readonly kind: 'tooMuch'; readonly problem: string };

/** A page of 500 companies comes to a tenth of it; what it makes is passed between threads in some 60 ms. */
const mostValues = 300_000;
/** Longer ones would hold the thread that everything else waits for. */
const mostBytesHere = 1_048_576;
const bounds = { what: 'The response', timeMs: 30_000, heapMb: 1024, resultBytes: 256 * 1_048_576 };

/** @throws the signal's reason */
export const parseAnswer = async (body: Buffer, signal: AbortSignal): Promise<Parsed> => {
  if (body.length <= mostBytesHere) return parseHere(body);
  const bytes = new Uint8Array(body);
  try {
    return await runTask<Parsed>('answer', { bytes }, { ...bounds, signal, transfer: [bytes.buffer] });
  } catch (error) {
    if (signal.aborted || !(error instanceof CatalogueError)) throw error;
    return { kind: 'tooMuch', problem: `could not be read: ${error.message.replace(/\.$/, '')}` };
  }
};

/** On the thread that calls. */
export const parseHere = (bytes: Uint8Array): Parsed => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'json', value: parseBounded(text, { values: mostValues }) };
  } catch (error) {
    if (!(error instanceof JsonBoundError)) return { kind: 'notJson' };
    return { kind: 'tooMuch', problem: `was not read: ${error.message}` };
  }
};
