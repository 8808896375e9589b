import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export type Log = Logger;

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

/** One wide line an outcome, on stderr: JSON for machines, or in words on a terminal. */
export const createLog = (options: { level?: string; words?: boolean } = {}): Log =>
  pino(
    {
      level: options.level ?? 'info',
      base: undefined,
      redact: {
        paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '••••',
      },
    },
    options.words
      ? pretty({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' })
      : pino.destination({ fd: 2, sync: false }),
  );

/** For tests and commands that want no log at all. */
export const silentLog = (): Log => pino({ level: 'silent' });
