import type { LogTime } from './times.ts';

/** One request as a log tells of it. */
export interface LogEntry {
  /** Empty where the log does not tell it. */
  readonly method: string;
  /** A path or a whole URL. */
  readonly target: string;
  readonly host?: string | undefined;
  readonly time?: LogTime | undefined;
  /** Where there is no time: what is there instead, as a clause for a person. */
  readonly timeProblem?: (() => string) | undefined;
  readonly agent?: string | undefined;
}

/** What a line or a record was: an entry, one without a request in it, or nothing that could be read. */
export type LineReading = LogEntry | 'no-request' | 'unread';

/** Where the readers of all formats put what they find in one file. */
export interface EntrySink {
  /** `doubtful`: a record over many lines, in which others may be lost that a stray quote joined. */
  entry(reading: LineReading, line: number, raw: () => string, doubtful?: boolean): void;
  /** `suspect`: it may tell of a call of an alerts endpoint. */
  tooLong(line: number, bytes: number, suspect: boolean): void;
}
