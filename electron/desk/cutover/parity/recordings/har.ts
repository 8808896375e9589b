import { createJsonWalker, type JsonWalker } from '#base/json/walk-json.ts';
import type { RecordedRequest } from '#contract/parity.ts';
import { isStatus } from './json-lines.ts';
import { type RecordingItem, type RecordingItems, requestLimit } from './recording.ts';

/**
 * Reads a HAR token by token: what else it holds, such as the bodies of responses, is passed over, so that its size
 * does not matter. Source: HAR 1.2, `log.entries[]`: `startedDateTime`, `request.url`, `.method`, `.headers` and
 * `.postData.text`, `response.status`; `postData.encoding` as some tools write it.
 */
export async function* readHar(chunks: AsyncIterable<Buffer>): RecordingItems {
  const reading = newReading();
  const walker = walkerInto(reading);
  try {
    for await (const chunk of chunks) {
      walker.write(chunk);
      if (reading.items.length > 0) yield reading.items.splice(0);
    }
  } catch {
    if (reading.items.length > 0) yield reading.items.splice(0);
    return `after entry ${reading.count} it is not JSON, or nested too deeply`;
  }
  if (!walker.isWhole()) return `it ends early, after entry ${reading.count}`;
  return reading.isFound ? undefined : 'it has no log.entries';
}

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
type HeaderPart = 'headerName' | 'headerValue';
const wanted = new Map<string, Wanted>(Object.entries(values));
const entryPath = 'log.entries.*';
const headerPath = 'log.entries.*.request.headers.*';

interface Reading {
  readonly items: RecordingItem[];
  /** Of the entry: it is larger than any webhook. */
  isTooLarge: boolean;
  entry: Partial<Record<Exclude<Wanted, HeaderPart>, string>>;
  header: Partial<Record<HeaderPart, string>>;
  headers: Record<string, string>;
  headerCount: number;
  count: number;
  /** `log.entries` is there. */
  isFound: boolean;
}

const newReading = (): Reading => ({
  items: [],
  isTooLarge: false,
  entry: {},
  header: {},
  headers: {},
  headerCount: 0,
  count: 0,
  isFound: false,
});

const walkerInto = (reading: Reading): JsonWalker =>
  createJsonWalker(
    {
      strings: new Set(wanted.keys()),
      numbers: new Set(['log.entries.*.response.status']),
      valueLimit: requestLimit,
    },
    {
      value(path, text, isCut) {
        const name = wanted.get(path) as Wanted;
        if (name === 'headerName' || name === 'headerValue') reading.header[name] = text;
        else reading.entry[name] = text;
        if (isCut) reading.isTooLarge = true;
      },
      listStart(path) {
        if (path === entryPath) reading.isFound = true;
      },
      end(path) {
        if (path === entryPath) finishEntry(reading);
        else if (path === headerPath) addHeader(reading);
      },
    },
  );

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
  const { headerName, headerValue } = reading.header;
  reading.header = {};
  if (headerName === undefined || headerValue === undefined || ++reading.headerCount > mostHeaders) return;
  reading.headers[headerName] = headerValue;
};
