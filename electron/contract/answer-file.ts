import { answerFormat } from './answer-format.ts';
import type { ExchangeAnswer } from './exchange.ts';

/**
 * What is inside a sealed answer: one line of JSON, and after its line feed the bytes of the token list as they are, to
 * the end. So either end holds no more of it than a piece. Source: `docs/reference/rules/exchange.md#file`.
 */

/** Of the line, with its line feed. */
export const answerLineBytes = 8 * 1_048_576;
const lineFeed = 0x0a;

/** How every answer begins, of whatever version. */
export const answerStart = `{"format":"${answerFormat}"`;

/** The line of an answer. JSON has no line feed of its own. */
export const answerLine = ({ format, ...rest }: ExchangeAnswer): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${JSON.stringify({ format, ...rest })}\n`);

export interface SplitAnswer {
  /** Without its line feed. */
  readonly line: string;
  /** The token list, piece by piece; nothing if there is none. */
  readonly list: AsyncIterable<Uint8Array>;
}

export type AnswerFileProblem = 'other' | 'longLine';

/**
 * Reads the line of an answer.
 * @returns `other` for what is no answer, `longLine` for one whose line is not to be believed
 */
export const splitAnswer = async (
  pieces: AsyncIterable<Uint8Array>,
): Promise<SplitAnswer | AnswerFileProblem> => {
  const all = pieces[Symbol.asyncIterator]();
  const start = new TextEncoder().encode(answerStart);
  const held: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await all.next();
    if (done) return 'other';
    const end = value.indexOf(lineFeed);
    const piece = end < 0 ? value : value.subarray(0, end);
    held.push(piece.slice());
    bytes += piece.length;
    if (!beginsAlike(held, start)) return 'other';
    if (bytes > answerLineBytes) return 'longLine';
    if (end < 0) continue;
    if (bytes < start.length) return 'other';
    return { line: textOf(held), list: rest(all, value.subarray(end + 1)) };
  }
};

/** As far as either goes. */
const beginsAlike = (held: readonly Uint8Array[], start: Uint8Array): boolean => {
  let at = 0;
  for (const piece of held) {
    for (const byte of piece) {
      if (at === start.length) return true;
      if (byte !== start[at]) return false;
      at++;
    }
  }
  return true;
};

/** What is no UTF-8 becomes a sign that no field of an answer may have. */
const textOf = (pieces: readonly Uint8Array[]): string => {
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
};

async function* rest(all: AsyncIterator<Uint8Array>, first: Uint8Array): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  for (;;) {
    const { done, value } = await all.next();
    if (done) return;
    yield value;
  }
}
