import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { formatCount } from '#contract/format.ts';
import type { EntrySink } from './entry.ts';
import { timeProblemOf } from './fields.ts';
import { logTime } from './times.ts';

/**
 * Reads a HAR token by token: bodies that it recorded are passed over piece by piece, so that its size does not
 * matter. Source: HAR 1.2, `log.entries[].startedDateTime`, `.request.method` and `.request.url`.
 * @returns what is wrong with it, in words; what came before that was read
 */
export const readHar = async (
  chunks: AsyncIterable<Buffer>,
  sink: EntrySink,
): Promise<string | undefined> => {
  const parse = jsonParser({ packValues: false, streamValues: true });
  const decoder = new TextDecoder('utf-8');
  const reading = readingInto(sink);
  try {
    for await (const chunk of chunks) {
      // What stands before an error in the same piece is lost with it; smaller ones would take longer.
      for (let from = 0; from < chunk.length; from += pieceBytes) {
        const text = decoder.decode(chunk.subarray(from, from + pieceBytes), { stream: true });
        const parsed = parse(text) as unknown as { values?: readonly Token[] };
        for (const token of parsed.values ?? []) steps.get(token.name)?.(reading, token);
      }
    }
  } catch (error) {
    endReading(reading);
    return `after ${formatCount(reading.count, 'entry', 'entries')} it is not JSON: ${(error as Error).message.replace(/\.$/, '')}`;
  }
  endReading(reading);
  if (!reading.whole) return `it ends early, after ${formatCount(reading.count, 'entry', 'entries')}`;
  return reading.found ? undefined : 'it has no log.entries';
};

const pieceBytes = 32 * 1024;
const depthLimit = 500;
const valueLimit = 64 * 1024;
const keyLimit = 64;

/** Where in the document wanted values stand; `*` is any item of a list. */
const entryDepth = 3;
const wanted = new Map<string, Wanted>([
  ['log.entries.*.startedDateTime', 'time'],
  ['log.entries.*.request.method', 'method'],
  ['log.entries.*.request.url', 'url'],
]);
type Wanted = 'time' | 'method' | 'url';

interface Reading {
  readonly sink: EntrySink;
  /** Keys on the way to where it reads; `*` for a list. */
  readonly path: string[];
  depth: number;
  key: string;
  inKey: boolean;
  /** The wanted value that is being read. */
  collecting: Wanted | undefined;
  text: string;
  entry: Partial<Record<Wanted, string>>;
  count: number;
  /** `log.entries` is there. */
  found: boolean;
  whole: boolean;
}

const readingInto = (sink: EntrySink): Reading => ({
  sink,
  path: [],
  depth: 0,
  key: '',
  inKey: false,
  collecting: undefined,
  text: '',
  entry: {},
  count: 0,
  found: false,
  whole: false,
});

const finishEntry = (reading: Reading): void => {
  const { method, url, time } = reading.entry;
  reading.entry = {};
  if (method === undefined && url === undefined && time === undefined) return;
  reading.count++;
  const { sink, count } = reading;
  if (method === undefined || url === undefined) sink.entry('unread', count, () => url ?? '');
  else {
    const timeProblem = time === undefined ? undefined : () => timeProblemOf(time, []);
    sink.entry({ method, target: url, time: logTime(time), timeProblem }, count, () => url);
  }
};

/** An entry that is cut off counts, if its request is there. */
const endReading = (reading: Reading): void => {
  if (reading.entry.method !== undefined && reading.entry.url !== undefined) finishEntry(reading);
};

const open = (reading: Reading, isList: boolean): void => {
  const { path, depth } = reading;
  if (depth >= depthLimit) throw new Error('it is nested too deeply');
  path[depth] = isList ? '*' : '';
  reading.depth++;
  if (isList && reading.depth === entryDepth && path[0] === 'log' && path[1] === 'entries') {
    reading.found = true;
  }
};

const close = (reading: Reading): void => {
  reading.depth--;
  if (reading.depth === 0) reading.whole = true;
  if (reading.depth === entryDepth && inEntries(reading.path)) finishEntry(reading);
};

const startString = (reading: Reading): void => {
  const { path, depth } = reading;
  const atEntry = depth === entryDepth + 1 || depth === entryDepth + 2;
  reading.collecting = atEntry ? wanted.get(path.slice(0, depth).join('.')) : undefined;
  reading.text = '';
};

const addText = (reading: Reading, token: Token): void => {
  const text = token.name === 'stringChunk' ? token.value : '';
  if (reading.inKey) {
    if (reading.key.length < keyLimit) reading.key += text;
  } else if (reading.collecting !== undefined && reading.text.length < valueLimit) reading.text += text;
};

const endString = (reading: Reading): void => {
  if (reading.collecting !== undefined) reading.entry[reading.collecting] = reading.text;
  reading.collecting = undefined;
};

const startKey = (reading: Reading): void => {
  reading.inKey = true;
  reading.key = '';
};

const endKey = (reading: Reading): void => {
  reading.inKey = false;
  reading.path[reading.depth - 1] = reading.key;
};

type Step = (reading: Reading, token: Token) => void;
/** What each token does; others, such as numbers, do nothing. */
const steps = new Map<Token['name'], Step>([
  ['startObject', (reading) => open(reading, false)],
  ['startArray', (reading) => open(reading, true)],
  ['endObject', close],
  ['endArray', close],
  ['startKey', startKey],
  ['endKey', endKey],
  ['startString', startString],
  ['stringChunk', addText],
  ['endString', endString],
]);

const inEntries = (path: readonly string[]): boolean =>
  path[0] === 'log' && path[1] === 'entries' && path[2] === '*';
