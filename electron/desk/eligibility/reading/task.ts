import type { CheckRequest, Evidence } from '#contract/eligibility.ts';
import type { JobProgress } from '#contract/job.ts';
import type { GivenFiles } from './manifest.ts';

/** Tasks and results of the reading thread: plain data that can be posted. */

export interface SourceTask {
  readonly kind: 'source';
  /** Absolute: a folder, a .zip, .tar, .tar.gz or .tgz, or one source file. */
  readonly path: string;
  /** What the evidence is of; the folder's or the archive's name if left out. */
  readonly scope?: string | undefined;
  /** Whose own files are not read. */
  readonly dataDir: string;
}

type TrafficRequest = NonNullable<CheckRequest['traffic']>;
/** Names of fields (nested ones joined by dots) or of columns. */
export type LogFields = NonNullable<TrafficRequest['fields']>;

/** Log files, each of any format, .gz too; the format is recognized by content if left out. */
export interface TrafficTask extends TrafficRequest {
  readonly kind: 'traffic';
  /** Whose own files are not read. */
  readonly dataDir: string;
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
