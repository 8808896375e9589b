import type { EntrySink, LineReading } from './entry.ts';
import { createSuspicion } from './suspicion.ts';

/** Splits bytes into lines, in bounded memory. */

export const lineLimitBytes = 1024 * 1024;

export interface LineVisitor {
  /** Without the line break; valid during the call. `number` counts from 1. */
  line(bytes: Buffer, number: number): void;
  /** A line above the limit: its length, and whether it may be a call to an alerts endpoint. */
  tooLong(number: number, length: number, suspect: boolean): void;
}

export const eachLine = async (chunks: AsyncIterable<Buffer>, visitor: LineVisitor): Promise<void> => {
  let number = 1;
  let held: Buffer[] = [];
  let length = 0;
  let suspicion = createSuspicion();
  const hold = (bytes: Buffer) => {
    length += bytes.length;
    if (bytes.length === 0) return;
    // A copy, as the chunk's memory is large and would stay for a short rest.
    if (length <= lineLimitBytes) held.push(Buffer.from(bytes));
    else {
      // Too long to be read: it is only searched, piece by piece.
      for (const piece of held) suspicion.add(piece);
      suspicion.add(bytes);
      held = [];
    }
  };
  const end = () => {
    if (length > lineLimitBytes) {
      visitor.tooLong(number, length, suspicion.found);
      suspicion = createSuspicion();
    } else visitor.line(withoutReturn(Buffer.concat(held)), number);
    number++;
    held = [];
    length = 0;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const bytes = chunk.subarray(from, at);
      from = at + 1;
      if (length === 0 && bytes.length <= lineLimitBytes) {
        visitor.line(withoutReturn(bytes), number++);
        continue;
      }
      hold(bytes);
      end();
    }
    hold(chunk.subarray(from));
  }
  if (length > 0) end();
};

const withoutReturn = (bytes: Buffer): Buffer => (bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes);

/** Reads one entry a line; blank lines are passed over. */
export const readLines = async (
  chunks: AsyncIterable<Buffer>,
  sink: EntrySink,
  read: (text: string) => LineReading,
): Promise<undefined> => {
  await eachLine(chunks, {
    line(bytes, number) {
      const text = bytes.toString('utf8');
      if (text.trim() !== '') sink.entry(read(text), number, () => text);
    },
    tooLong: sink.tooLong,
  });
};
