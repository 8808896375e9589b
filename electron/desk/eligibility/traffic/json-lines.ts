import type { LogFields } from '#desk/eligibility/reading/task.ts';
import type { EntrySink, LineReading } from './entry.ts';
import { entryOf, type Guess, guesses, plainName } from './fields.ts';
import { readLines } from './lines.ts';

/** Reads one JSON object a line. Lines without a request in them, such as an application's other words, are entries too. */
export const readJsonLines = (
  chunks: AsyncIterable<Buffer>,
  sink: EntrySink,
  fields: LogFields,
): Promise<undefined> => {
  const read = jsonLineReader(fields);
  // A byte order mark goes too.
  return readLines(chunks, sink, (text) => read(text.trim()));
};

export const jsonLineReader = (fields: LogFields): ((text: string) => LineReading) => {
  const named: Partial<Record<Guess, string[]>> = {};
  for (const [key, name] of Object.entries(fields)) if (name) named[key as Guess] = name.split('.');
  return (text) => {
    let record: unknown;
    try {
      record = JSON.parse(text);
    } catch {
      return 'unread';
    }
    if (typeof record !== 'object' || record === null || Array.isArray(record)) return 'unread';
    const found = new Map<string, unknown>();
    flatten(record as Record<string, unknown>, '', 0, found);
    const entry = entryOf(
      (wanted) => {
        const own = named[wanted];
        if (own !== undefined) return at(record, own);
        const name = guesses[wanted].find((guess) => found.has(guess));
        return name === undefined ? undefined : found.get(name);
      },
      () => Object.keys(record),
    );
    return entry ?? 'no-request';
  };
};

const depthLimit = 4;

/** Texts and numbers by their plain names, also by the whole key where it has dots of its own. */
const flatten = (
  record: Record<string, unknown>,
  above: string,
  depth: number,
  into: Map<string, unknown>,
): void => {
  for (const [key, value] of Object.entries(record)) {
    const name = above + plainName(key);
    if (typeof value === 'string' || typeof value === 'number') {
      if (!into.has(name)) into.set(name, value);
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < depthLimit) {
      flatten(value as Record<string, unknown>, `${name}.`, depth + 1, into);
    }
  }
};

/** `request.uri` as a key of its own, else one inside the other. */
const at = (record: unknown, steps: readonly string[]): unknown => {
  const whole = (record as Record<string, unknown>)[steps.join('.')];
  if (whole !== undefined) return whole;
  return steps.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined,
    record,
  );
};
