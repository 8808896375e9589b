import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { mostDepth } from '#base/json/parse-bounded.ts';
import type { RecordedRequest } from '#contract/parity.ts';
import { isStatus } from './json-lines.ts';
import { type RecordingItem, type RecordingItems, requestLimit } from './recording.ts';

/**
 * Reads a HAR token by token: what else it holds, such as the bodies of responses, is passed over piece by piece, so
 * that its size does not matter. Source: HAR 1.2, `log.entries[]`: `startedDateTime`, `request.url`, `.method`,
 * `.headers` and `.postData.text`, `response.status`; `postData.encoding` as some tools write it.
 */
export async function* readHar(chunks: AsyncIterable<Buffer>): RecordingItems {
  const parse = jsonParser({ packValues: false, streamValues: true });
  const decoder = new TextDecoder('utf-8');
  const reading = newReading();
  try {
    for await (const chunk of chunks) {
      // What stands before an error in the same piece is lost with it; smaller ones would take longer.
      for (let from = 0; from < chunk.length; from += pieceBytes) {
        const text = decoder.decode(chunk.subarray(from, from + pieceBytes), { stream: true });
        const parsed = parse(text) as unknown as { values?: readonly Token[] };
        for (const token of parsed.values ?? []) steps.get(token.name)?.(reading, token);
      }
      if (reading.items.length > 0) yield reading.items.splice(0);
    }
  } catch {
    if (reading.items.length > 0) yield reading.items.splice(0);
    return `after entry ${reading.count} it is not JSON, or nested too deeply`;
  }
  if (!reading.isWhole) return `it ends early, after entry ${reading.count}`;
  return reading.isFound ? undefined : 'it has no log.entries';
}

const pieceBytes = 32 * 1024;
const keyLimit = 64;
const mostHeaders = 200;

const values = {
  'log.entries.*.startedDateTime': 'time',
  'log.entries.*.request.method': 'method',
  'log.entries.*.request.url': 'url',
  'log.entries.*.request.postData.text': 'body',
  'log.entries.*.request.postData.encoding': 'encoding',
  'log.entries.*.response.status': 'status',
  'log.entries.*.request.headers.*.name': 'headerName',
  'log.entries.*.request.headers.*.value': 'headerValue',
} as const;
type Wanted = (typeof values)[keyof typeof values];
const wanted = new Map<string, Wanted>(Object.entries(values));
const entryPath = 'log.entries.*';
const headerPath = 'log.entries.*.request.headers.*';

interface Reading {
  /** Keys on the way to where it reads; `*` for a list. */
  readonly path: string[];
  readonly items: RecordingItem[];
  depth: number;
  key: string;
  inKey: boolean;
  /** The wanted value that is being read. */
  collecting: Wanted | undefined;
  text: string;
  /** Of the entry: it is larger than any webhook. */
  isTooLarge: boolean;
  entry: Partial<Record<Wanted, string>>;
  headers: Record<string, string>;
  headerCount: number;
  count: number;
  isFound: boolean;
  isWhole: boolean;
}

const newReading = (): Reading => ({
  path: [],
  items: [],
  depth: 0,
  key: '',
  inKey: false,
  collecting: undefined,
  text: '',
  isTooLarge: false,
  entry: {},
  headers: {},
  headerCount: 0,
  count: 0,
  isFound: false,
  isWhole: false,
});

/** The deepest place that is wanted. */
const deepestWanted = 8;
const whereIs = ({ path, depth }: Reading): string =>
  depth > deepestWanted ? '' : path.slice(0, depth).join('.');

const finishEntry = (reading: Reading): void => {
  reading.count++;
  const { entry, headers, count } = reading;
  const request = reading.isTooLarge ? undefined : requestOf(entry, headers);
  // Anything but a POST is no webhook, and no fault.
  if (entry.method === undefined || entry.method.toUpperCase() === 'POST') {
    reading.items.push(request === undefined ? { number: count } : { request, number: count });
  }
  reading.entry = {};
  reading.headers = {};
  reading.headerCount = 0;
  reading.isTooLarge = false;
};

const requestOf = (
  { time, url, body, encoding, status }: Reading['entry'],
  headers: Record<string, string>,
): RecordedRequest | undefined => {
  if (time === undefined || url === undefined) return undefined;
  const statusCode = Number(status);
  return {
    at: time,
    url,
    headers,
    body: encoding === 'base64' ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? ''),
    // 0: no response came.
    ...(isStatus(statusCode) ? { statusCode } : {}),
  };
};

const addHeader = (reading: Reading): void => {
  const { headerName, headerValue } = reading.entry;
  delete reading.entry.headerName;
  delete reading.entry.headerValue;
  if (headerName === undefined || headerValue === undefined || ++reading.headerCount > mostHeaders) return;
  reading.headers[headerName] = headerValue;
};

const open = (reading: Reading, isList: boolean): void => {
  if (reading.depth >= mostDepth) throw new Error('too deep');
  reading.path[reading.depth] = isList ? '*' : '';
  reading.depth++;
  if (isList && reading.depth === 3 && whereIs(reading) === entryPath) reading.isFound = true;
};

const close = (reading: Reading): void => {
  reading.depth--;
  if (reading.depth === 0) reading.isWhole = true;
  else if (reading.depth === 3 && whereIs(reading) === entryPath) finishEntry(reading);
  else if (reading.depth === 6 && whereIs(reading) === headerPath) addHeader(reading);
};

const startValue = (reading: Reading): void => {
  reading.collecting = wanted.get(whereIs(reading));
  reading.text = '';
};

const addText = (reading: Reading, token: Token): void => {
  const text = 'value' in token && typeof token.value === 'string' ? token.value : '';
  if (reading.inKey) {
    if (reading.key.length < keyLimit) reading.key += text;
  } else if (reading.collecting !== undefined) {
    if (reading.text.length + text.length > requestLimit) reading.isTooLarge = true;
    else reading.text += text;
  }
};

const endValue = (reading: Reading): void => {
  if (reading.collecting !== undefined) reading.entry[reading.collecting] = reading.text;
  reading.collecting = undefined;
};

const startKey = (reading: Reading): void => {
  reading.inKey = true;
  reading.key = '';
};

const endKey = (reading: Reading): void => {
  reading.inKey = false;
  // A key with dots would look like a path.
  reading.path[reading.depth - 1] = reading.key.replaceAll('.', '\u0000');
};

type Step = (reading: Reading, token: Token) => void;
/** What each token does; others do nothing. */
const steps = new Map<Token['name'], Step>([
  ['startObject', (reading) => open(reading, false)],
  ['startArray', (reading) => open(reading, true)],
  ['endObject', close],
  ['endArray', close],
  ['startKey', startKey],
  ['endKey', endKey],
  ['startString', startValue],
  ['stringChunk', addText],
  ['endString', endValue],
  ['startNumber', startValue],
  ['numberChunk', addText],
  ['endNumber', endValue],
]);
