import { isUtf8 } from 'node:buffer';
import { parseBounded } from '#base/json/parse-bounded.ts';
import type { RecordedRequest } from '#contract/parity.ts';
import { isObject, type Json } from '#desk/cutover/parity/places.ts';
import { type RecordingItem, type RecordingItems, requestLimit } from './recording.ts';

/** Reads JSON lines, one request a line: `RecordedRequest`, or what `carryover listen --json` prints. */
export async function* readJsonLines(chunks: AsyncIterable<Buffer>): RecordingItems {
  const lines = createLines();
  for await (const chunk of chunks) {
    const items = lines.add(chunk).flatMap(itemOf);
    if (items.length > 0) yield items;
  }
  const rest = lines.end().flatMap(itemOf);
  if (rest.length > 0) yield rest;
  return undefined;
}

interface Line {
  /** undefined: it is too long. */
  readonly bytes: Buffer | undefined;
  readonly number: number;
}

const lineFeed = 10;

/** Splits bytes into lines, in bounded memory. */
const createLines = () => {
  let number = 1;
  let held: Buffer[] = [];
  let length = 0;
  const hold = (bytes: Buffer): void => {
    length += bytes.length;
    if (length > requestLimit) held = [];
    // A copy, as the chunk's memory is large and would stay for a short rest.
    else if (bytes.length > 0) held.push(Buffer.from(bytes));
  };
  const finish = (): Line => {
    const bytes = length > requestLimit ? undefined : Buffer.concat(held);
    held = [];
    length = 0;
    return { bytes, number: number++ };
  };
  return {
    add(chunk: Buffer): Line[] {
      const lines: Line[] = [];
      let from = 0;
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
        const bytes = chunk.subarray(from, at);
        from = at + 1;
        if (length === 0 && bytes.length <= requestLimit) lines.push({ bytes, number: number++ });
        else {
          hold(bytes);
          lines.push(finish());
        }
      }
      hold(chunk.subarray(from));
      return lines;
    },
    end: (): Line[] => (length > 0 ? [finish()] : []),
  };
};

const itemOf = ({ bytes, number }: Line): RecordingItem[] => {
  if (bytes === undefined || !isUtf8(bytes)) return [{ number }];
  // A byte order mark goes too.
  const text = bytes.toString('utf8').trim();
  if (text === '') return [];
  const request = requestIn(text);
  return [request === undefined ? { number } : { request, number }];
};

/** Far more than a webhook and its headers hold. */
const mostValues = 100_000;

const requestIn = (text: string): RecordedRequest | undefined => {
  try {
    const value = parseBounded(text, { values: mostValues });
    return isObject(value) ? toRequest(value) : undefined;
  } catch {
    return undefined;
  }
};

const toRequest = (line: Json): RecordedRequest | undefined => {
  const { at, url, headers, body } = line;
  const status = line.statusCode ?? line.answered;
  if (typeof at !== 'string' || typeof url !== 'string' || !isObject(headers)) return undefined;
  if (typeof body !== 'string' && !isObject(body)) return undefined;
  if (status !== undefined && !isStatus(status)) return undefined;
  return {
    at,
    url,
    headers: headers as Record<string, string>,
    body: body as string | Record<string, unknown>,
    ...(status === undefined ? {} : { statusCode: status }),
  };
};

export const isStatus = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599;
