import { createRequire } from 'node:module';
import { type Logger, pino } from 'pino';
import type { PinoPretty } from 'pino-pretty';
import { createLineWriter, type LineWriter } from './line-writer.ts';
import { escapedJson, harmless } from './terminal-text.ts';

export type Log = Logger & {
  /** The last lines as they were written, redacted, JSON each; oldest first. Some logs keep none. */
  readonly recentLines?: () => readonly string[];
};

const keptLines = 2000;
const keptLength = 4000;

/** Names of fields whose values never reach a log, at the depths where they occur. */
const secretFields = [
  'authorization',
  'Authorization',
  'apiKey',
  'deskToken',
  'secret',
  'accessToken',
  'refreshToken',
  'tokenSecret',
  'credentials',
  'alertAuthHeader',
  'password',
  'key',
];

/** One wide line an outcome, on stderr: JSON for machines, or in words on a terminal. The last ones are kept. */
export const createLog = (options: { level?: string; words?: boolean } = {}): Log => {
  const kept: string[] = [];
  const write = options.words ? harmlessLine : escapedJson;
  const keep = (line: string): string => {
    kept.push(line.trimEnd().slice(0, keptLength));
    // In bulk, as moving them all for each line would cost more than the line.
    if (kept.length >= 2 * keptLines) kept.splice(0, kept.length - keptLines);
    return write(line);
  };
  const log = pino(
    {
      hooks: { streamWrite: keep },
      level: options.level ?? 'info',
      base: undefined,
      redact: {
        paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '••••',
      },
    },
    options.words
      ? inWords()({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' })
      : untilExit(createLineWriter(2)),
  );
  return Object.assign(log, { recentLines: () => kept.slice(-keptLines) });
};

/** Thirty modules, which whoever writes JSON does without. */
const inWords = (): typeof PinoPretty => createRequire(import.meta.url)('pino-pretty');

/** On a terminal its texts are set in words, with our colours. */
const harmlessLine = (line: string): string => `${JSON.stringify(harmlessValue(JSON.parse(line)))}\n`;

const harmlessValue = (value: unknown): unknown => {
  if (typeof value === 'string') return harmless(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(harmlessValue);
  // Names may be data, too, such as those of fields that came.
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [harmless(name), harmlessValue(inner)]),
  );
};

const untilExit = (writer: LineWriter): LineWriter => {
  process.on('exit', () => writer.flushSync());
  return writer;
};

/** For tests and commands that want no log at all. */
export const silentLog = (): Log => pino({ level: 'silent' });
