import type { Evidence } from '#contract/eligibility.ts';
import type { JobProgress } from '#contract/job.ts';
import type { GivenFiles } from './manifest.ts';

/** What the reading thread is told to do, and what it answers. Everything here is plain data that can be posted. */

export interface SourceTask {
  readonly kind: 'source';
  /** Absolute: a folder, a .zip, .tar, .tar.gz or .tgz, or one source file. */
  readonly path: string;
  /** What the evidence is of; the folder's or the archive's name if left out. */
  readonly scope?: string | undefined;
  /** Whose own files are not read. */
  readonly dataDir: string;
}

export const logFormats = ['har', 'combined', 'jsonl', 'csv'] as const;
export type LogFormat = (typeof logFormats)[number];

/** Names of fields (nested ones joined by dots) or of columns. */
export interface LogFields {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly time?: string | undefined;
}

export interface TrafficTask {
  readonly kind: 'traffic';
  /** Absolute: log files, each of any format, .gz too. */
  readonly paths: readonly string[];
  readonly scope?: string | undefined;
  /** Whose own files are not read. */
  readonly dataDir: string;
  /** Of all files; recognized by content if left out. */
  readonly format?: LogFormat | undefined;
  readonly fields?: LogFields | undefined;
  /** Hosts, with a path prefix if there is one, that calls of this API have, such as `api.example.com/v1`. */
  readonly hosts?: readonly string[] | undefined;
}

export type ReadTask = SourceTask | TrafficTask;

/** Evidence as the thread makes it: it neither makes ids nor reads the time. */
export type Reading = Omit<Evidence, 'id' | 'at'> & Pick<GivenFiles, 'manifest'>;

/** Errors of the catalogue that reading can end with. */
export type ReadRefusal =
  | 'file.unreadable'
  | 'source.notSupported'
  | 'archive.unreadable'
  | 'traffic.formatUnknown'
  | 'traffic.fieldsUnknown';

export type Report = (progress: JobProgress) => void;
