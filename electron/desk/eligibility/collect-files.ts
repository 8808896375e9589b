import { systemTime, toIso } from '#base/clock.ts';
import { runTask } from '#base/worker/run-task.ts';
import type { Evidence } from '#contract/eligibility.ts';
import type { JobProgress } from '#contract/job.ts';
import type { GivenFiles } from './reading/manifest.ts';
import type { Reading, ReadTask, SourceTask, TrafficTask } from './reading/task.ts';

/** The two collectors that read files. Each runs in a thread of its own; both are cancelled by the signal. */

/** Evidence with the manifest of its files, which is attached to the case. */
export type Collected = Evidence & Pick<GivenFiles, 'manifest'>;

export interface CollectOptions {
  /** Ends the thread as soon as it reports again, or shortly after wherever it is. */
  readonly signal: AbortSignal;
  /** Called at most ten times a second. */
  progress(progress: JobProgress): void;
  /** A random UUID, for the evidence. */
  newId(): string;
}

/**
 * Reading may take as long as there are files; one file or one piece of a log takes far less than this. It needs some
 * ten megabytes; what goes far beyond that is a fault, and must not take the host down.
 */
const bounds = { timeMs: 120_000, heapMb: 1024, resultBytes: 64 * 1_048_576 };

const collect = async (task: ReadTask, what: string, options: CollectOptions): Promise<Collected> => {
  const { signal, progress, newId } = options;
  const reading = await runTask<Reading>(task.kind, task, {
    what,
    ...bounds,
    signal,
    progress,
    isLong: true,
  });
  return { id: newId(), at: toIso(systemTime.now()), ...reading };
};

/**
 * Reads the source code of a folder or an archive. `path` is absolute.
 * @throws CatalogueError `file.unreadable`, `source.notSupported`, `archive.unreadable`, `reading.…`; the
 * signal's reason when it was cancelled
 */
export const scanSource = (options: Omit<SourceTask, 'kind'> & CollectOptions): Promise<Collected> => {
  const { path, scope, dataDir } = options;
  return collect({ kind: 'source', path, scope, dataDir }, 'The source code', options);
};

/**
 * Reads traffic logs of any size. `paths` are absolute.
 * @throws CatalogueError `file.unreadable`, `traffic.formatUnknown`, `traffic.fieldsUnknown`, `reading.…`; the
 * signal's reason when it was cancelled
 */
export const readTraffic = (options: Omit<TrafficTask, 'kind'> & CollectOptions): Promise<Collected> => {
  const { paths, scope, dataDir, format, fields, hosts } = options;
  return collect(
    { kind: 'traffic', paths, scope, dataDir, format, fields, hosts },
    'The traffic log',
    options,
  );
};
