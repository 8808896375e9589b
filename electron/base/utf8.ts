import { isUtf8 } from 'node:buffer';

/** Text files as other programs write them, as UTF-8. What is not text is refused, with its line, never with its content. */

export const textEncodings = ['UTF-8', 'UTF-8 with BOM', 'UTF-16 LE', 'UTF-16 BE'] as const;
export type TextEncoding = (typeof textEncodings)[number];

/** What is wrong with a file, as a clause: "line 3 holds ...". Never quotes it. */
export class UnreadableTextError extends Error {
  override readonly name = 'UnreadableTextError';
}

/**
 * Tells the encoding by the byte order mark, or by where the zero bytes are, and passes the text on as UTF-8 without a
 * byte order mark. Characters are never cut between two chunks.
 * @throws UnreadableTextError also while the chunks are read: bytes that are not of the encoding, and NUL characters
 */
export const asUtf8 = async (
  chunks: AsyncIterable<Buffer>,
): Promise<{ encoding: TextEncoding; chunks: AsyncGenerator<Buffer> }> => {
  const { head, all } = await withHead(chunks, sampleBytes);
  const encoding = encodingOf(head);
  if (encoding === 'UTF-8' || encoding === 'UTF-8 with BOM') {
    return { encoding, chunks: checked(encoding === 'UTF-8' ? all : withoutFirst(all, bom.length)) };
  }
  return { encoding, chunks: fromUtf16(all, encoding) };
};

const sampleBytes = 4096;

/** The start of what comes, and all of it once more, from the start on. */
export const withHead = async (
  chunks: AsyncIterable<Buffer>,
  bytes: number,
): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> => {
  const source = chunks[Symbol.asyncIterator]();
  const taken: Buffer[] = [];
  let length = 0;
  while (length < bytes) {
    const next = await source.next();
    if (next.done) break;
    // A copy, as the memory behind it may be used again.
    taken.push(Buffer.from(next.value));
    length += next.value.length;
  }
  const all = async function* (): AsyncGenerator<Buffer> {
    try {
      for (let first = taken.shift(); first !== undefined; first = taken.shift()) yield first;
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
    } finally {
      await source.return?.();
    }
  };
  return { head: Buffer.concat(taken).subarray(0, bytes), all: all() };
};

/** Closes the source of what is not read on: a generator that was never begun would leave it open. */
export const endUnread = async (all: AsyncGenerator<Buffer>): Promise<void> => {
  await all.next().catch(() => undefined);
  await all.return(undefined);
};

const bom = Buffer.from([0xef, 0xbb, 0xbf]);

const encodingOf = (head: Buffer): TextEncoding => {
  if (head.subarray(0, 3).equals(bom)) return 'UTF-8 with BOM';
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16 LE';
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16 BE';
  const pairs = Math.floor(head.length / 2);
  let even = 0;
  let odd = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    if (head[at] === 0) even++;
    if (head[at + 1] === 0) odd++;
  }
  // Mostly Latin letters: the other byte of each is zero.
  if (odd * 2 > pairs && even * 10 < pairs) return 'UTF-16 LE';
  if (even * 2 > pairs && odd * 10 < pairs) return 'UTF-16 BE';
  return 'UTF-8';
};

async function* withoutFirst(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const chunk of chunks) {
    const cut = Math.min(left, chunk.length);
    left -= cut;
    yield chunk.subarray(cut);
  }
}

async function* checked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const lines = lineCount();
  let carry: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const whole = carry.length === 0 ? chunk : Buffer.concat([carry, chunk]);
    const body = whole.subarray(0, whole.length - unfinished(whole));
    carry = Buffer.from(whole.subarray(body.length));
    if (!isUtf8(body)) throw notUtf8(lines.of(body, (line) => !isUtf8(line)));
    if (body.includes(0)) throw nul(lines.of(body, (line) => line.includes(0)));
    lines.add(body);
    yield body;
  }
  if (carry.length > 0) throw notUtf8(lines.at());
}

/** Bytes at the end that begin a character and do not end it. */
const unfinished = (bytes: Buffer): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? back : 0;
    }
  }
  return 0;
};

async function* fromUtf16(
  chunks: AsyncIterable<Buffer>,
  encoding: 'UTF-16 LE' | 'UTF-16 BE',
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding === 'UTF-16 LE' ? 'utf-16le' : 'utf-16be', { fatal: true });
  const lines = lineCount();
  const decode = (chunk?: Buffer): Buffer => {
    try {
      return Buffer.from(chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
    } catch {
      throw new UnreadableTextError(
        `after line ${lines.at()} it holds bytes that are not ${encoding}, as which it begins. Save it again as UTF-8`,
      );
    }
  };
  const passed = (text: Buffer): Buffer => {
    if (text.includes(0)) throw nul(lines.of(text, (line) => line.includes(0)));
    lines.add(text);
    return text;
  };
  for await (const chunk of chunks) yield passed(decode(chunk));
  yield passed(decode());
}

const notUtf8 = (line: number): UnreadableTextError =>
  new UnreadableTextError(
    `line ${line} holds bytes that are not UTF-8. Save it again as UTF-8 (a spreadsheet calls that "CSV UTF-8")`,
  );
const nul = (line: number): UnreadableTextError =>
  new UnreadableTextError(`line ${line} holds a NUL byte, so it is not a text file`);

/** Counts lines, and finds the one that something is in. */
const lineCount = () => {
  let line = 1;
  return {
    at: () => line,
    add(text: Buffer) {
      for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) line++;
    },
    of(text: Buffer, isIt: (line: Buffer) => boolean): number {
      let number = line;
      for (let from = 0; from < text.length; number++) {
        const end = text.indexOf(10, from);
        const to = end < 0 ? text.length : end;
        if (isIt(text.subarray(from, to))) return number;
        from = to + 1;
      }
      return number;
    },
  };
};
