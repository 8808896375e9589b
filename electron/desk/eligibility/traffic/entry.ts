import type { LogTime } from './times.ts';

/** One request in a log. */
export interface LogEntry {
  /** Empty if the log has none. */
  readonly method: string;
  /** A path or a whole URL. */
  readonly target: string;
  readonly host?: string | undefined;
  readonly time?: LogTime | undefined;
  /** Why there is no time, as a clause. */
  readonly timeProblem?: (() => string) | undefined;
  readonly agent?: string | undefined;
}

/** A line or record: an entry, one without a request, or unreadable. */
export type LineReading = LogEntry | 'no-request' | 'unread';

/** Where the readers of all formats put what they find in one file. */
export interface EntrySink {
  /** `doubtful`: a record over many lines, in which others may be lost that a stray quote joined. */
  entry(reading: LineReading, line: number, raw: () => string, doubtful?: boolean): void;
  /** `suspect`: it may be a call to an alerts endpoint. */
  tooLong(line: number, bytes: number, suspect: boolean): void;
}
