import { createJsonWalker } from '#base/json/walk-json.ts';
import { formatCount } from '#contract/format.ts';
import type { EntrySink } from './entry.ts';
import { timeProblemOf } from './fields.ts';
import { logTime } from './times.ts';

/**
 * Reads a HAR token by token: bodies that it recorded are passed over, so that its size does not matter. Source: HAR
 * 1.2, `log.entries[].startedDateTime`, `.request.method` and `.request.url`.
 * @returns what is wrong with it, in words; what came before that was read
 */
export const readHar = async (
  chunks: AsyncIterable<Buffer>,
  sink: EntrySink,
): Promise<string | undefined> => {
  const reading = newReading(sink);
  const walker = createJsonWalker(
    { strings: new Set(wanted.keys()), valueLimit },
    {
      value(path, text) {
        reading.entry[wanted.get(path) as Wanted] = text;
      },
      listStart(path) {
        if (path === entryPath) reading.isFound = true;
      },
      end(path) {
        if (path === entryPath) finishEntry(reading);
      },
    },
  );
  try {
    for await (const chunk of chunks) walker.write(chunk);
  } catch (error) {
    endReading(reading);
    return `after ${formatCount(reading.count, 'entry', 'entries')} it is not JSON: ${(error as Error).message.replace(/\.$/, '')}`;
  }
  endReading(reading);
  if (!walker.isWhole()) return `it ends early, after ${formatCount(reading.count, 'entry', 'entries')}`;
  return reading.isFound ? undefined : 'it has no log.entries';
};

const valueLimit = 64 * 1024;

const entryPath = 'log.entries.*';
const wanted = new Map<string, Wanted>([
  ['log.entries.*.startedDateTime', 'time'],
  ['log.entries.*.request.method', 'method'],
  ['log.entries.*.request.url', 'url'],
]);
type Wanted = 'time' | 'method' | 'url';

interface Reading {
  readonly sink: EntrySink;
  entry: Partial<Record<Wanted, string>>;
  count: number;
  /** `log.entries` is there. */
  isFound: boolean;
}

const newReading = (sink: EntrySink): Reading => ({ sink, entry: {}, count: 0, isFound: false });

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
