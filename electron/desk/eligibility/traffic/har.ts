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
  const entries = createEntries(sink);
  try {
    for await (const chunk of chunks) {
      // What stands before an error in the same piece is lost with it; smaller ones would take longer.
      for (let from = 0; from < chunk.length; from += pieceBytes) {
        const text = decoder.decode(chunk.subarray(from, from + pieceBytes), { stream: true });
        const parsed = parse(text) as unknown as { values?: readonly Token[] };
        for (const token of parsed.values ?? []) entries.token(token);
      }
    }
  } catch (error) {
    entries.end();
    return `after ${formatCount(entries.count, 'entry', 'entries')} it is not JSON: ${(error as Error).message.replace(/\.$/, '')}`;
  }
  entries.end();
  if (!entries.whole) return `it ends in the middle, after ${formatCount(entries.count, 'entry', 'entries')}`;
  return entries.found ? undefined : 'it has no log.entries';
};

const pieceBytes = 32 * 1024;
const depthLimit = 500;
const valueLimit = 64 * 1024;
const keyLimit = 64;

/** Where in the document wanted values stand; `*` is any item of a list. */
const entryDepth = 3;
const wanted = new Map([
  ['log.entries.*.startedDateTime', 'time'],
  ['log.entries.*.request.method', 'method'],
  ['log.entries.*.request.url', 'url'],
] as const);
type Wanted = 'time' | 'method' | 'url';

const createEntries = (sink: EntrySink) => {
  const path: string[] = [];
  const lists: boolean[] = [];
  let entry: Partial<Record<Wanted, string>> = {};
  let key = '';
  let inKey = false;
  let collecting: Wanted | undefined;
  let text = '';
  let depth = 0;
  let count = 0;
  let found = false;
  let whole = false;

  const finish = () => {
    const { method, url, time } = entry;
    entry = {};
    if (method === undefined && url === undefined && time === undefined) return;
    count++;
    if (method === undefined || url === undefined) sink.entry('unread', count, () => url ?? '');
    else {
      const timeProblem = time === undefined ? undefined : () => timeProblemOf(time, []);
      sink.entry({ method, target: url, time: logTime(time), timeProblem }, count, () => url);
    }
  };
  const open = (isList: boolean) => {
    if (depth >= depthLimit) throw new Error('it is nested too deeply');
    lists[depth] = isList;
    path[depth] = isList ? '*' : '';
    depth++;
    if (isList && depth === entryDepth && path[0] === 'log' && path[1] === 'entries') found = true;
  };
  const close = () => {
    depth--;
    if (depth === 0) whole = true;
    if (depth === entryDepth && inEntries(path)) finish();
  };
  const startOfValue = () => {
    const atEntry = depth === entryDepth + 1 || depth === entryDepth + 2;
    collecting = atEntry
      ? wanted.get(path.slice(0, depth).join('.') as Parameters<typeof wanted.get>[0])
      : undefined;
    text = '';
  };

  return {
    token(token: Token) {
      switch (token.name) {
        case 'startObject':
          return open(false);
        case 'startArray':
          return open(true);
        case 'endObject':
        case 'endArray':
          return close();
        case 'startKey':
          inKey = true;
          key = '';
          return undefined;
        case 'endKey':
          inKey = false;
          path[depth - 1] = key;
          return undefined;
        case 'startString':
          return startOfValue();
        case 'stringChunk':
          if (inKey) {
            if (key.length < keyLimit) key += token.value;
          } else if (collecting !== undefined && text.length < valueLimit) text += token.value;
          return undefined;
        case 'endString':
          if (collecting !== undefined) entry[collecting] = text;
          collecting = undefined;
          return undefined;
        default:
          return undefined;
      }
    },
    /** An entry that is cut off counts, if its request is there. */
    end() {
      if (entry.method !== undefined && entry.url !== undefined) finish();
    },
    get count() {
      return count;
    },
    get found() {
      return found;
    },
    get whole() {
      return whole;
    },
  };
};

const inEntries = (path: readonly string[]): boolean =>
  path[0] === 'log' && path[1] === 'entries' && path[2] === '*';
