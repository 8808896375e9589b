import { systemTime, toIso } from '#base/clock.ts';
import type { Evidence } from '#contract/eligibility.ts';
import { type ReadOptions, readInWorker } from './reading/in-worker.ts';
import type { ReadTask, SourceTask, TrafficTask } from './reading/task.ts';

/** The two collectors that read files. Each runs in a thread of its own; both are cancelled by the signal. */

export interface CollectOptions extends ReadOptions {
  /** A random UUID, for the evidence. */
  newId(): string;
}

/**
 * Reads the source code of a folder or an archive. `path` is absolute.
 * @throws CatalogueError `file.unreadable`, `source.notSupported`, `archive.unreadable`, `reading.failed`; the
 * signal's reason when it was cancelled
 */
export const scanSource = (options: Omit<SourceTask, 'kind'> & CollectOptions): Promise<Evidence> =>
  collect({ kind: 'source', path: options.path, scope: options.scope }, options);

/**
 * Reads traffic logs of any size. `paths` are absolute.
 * @throws CatalogueError `file.unreadable`, `traffic.formatUnknown`, `traffic.fieldsUnknown`, `reading.failed`; the
 * signal's reason when it was cancelled
 */
export const readTraffic = (options: Omit<TrafficTask, 'kind'> & CollectOptions): Promise<Evidence> => {
  const { paths, scope, format, fields, hosts } = options;
  return collect({ kind: 'traffic', paths, scope, format, fields, hosts }, options);
};

const collect = async (task: ReadTask, options: CollectOptions): Promise<Evidence> => {
  const reading = await readInWorker(task, options);
  return { id: options.newId(), at: toIso(systemTime.now()), ...reading };
};
