import { hash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { createCallJudge } from '#base/api-calls.ts';
import { toIso } from '#base/clock.ts';
import { withHead } from '#base/utf8.ts';
import type { LogFormat } from '#contract/eligibility.ts';
import { capitalized, formatCount, formatList } from '#contract/format.ts';
import { ownFilesIn } from '#desk/core/own-files.ts';
import { type GivenFiles, manifestOf } from '#desk/eligibility/reading/manifest.ts';
import { throttled } from '#desk/eligibility/reading/progress.ts';
import { ReadError, readable } from '#desk/eligibility/reading/read-error.ts';
import { createSkips, type Skips } from '#desk/eligibility/reading/skips.ts';
import type { LogFields, Reading, Report, TrafficTask } from '#desk/eligibility/reading/task.ts';
import { byHostOf, countsOf } from './by-host.ts';
import { readCombined } from './combined.ts';
import { readCsv } from './csv.ts';
import type { EntrySink } from './entry.ts';
import { formatOf } from './format.ts';
import { readHar } from './har.ts';
import { readJsonLines } from './json-lines.ts';
import { type LogFile, openLog } from './log-file.ts';
import { trafficStatement } from './statement.ts';
import { createTally, type LogTally } from './tally.ts';
import { utf16AsUtf8 } from './utf16.ts';

/**
 * Reads traffic logs one after the other, in the thread that calls it, in memory that their size does not matter to.
 * @throws ReadError `file.unreadable`; `traffic.formatUnknown`, `traffic.fieldsUnknown` if no log could be read, or one
 * has no times
 */
export const readLogs = async (task: TrafficTask, report: Report): Promise<Reading> => {
  const skips = createSkips();
  const tally = createTally(createCallJudge(task.hosts ?? []), isNamed(task), skips);
  const reportSome = throttled(report);
  const own = ownFilesIn(task.dataDir);
  const paths = [...new Set(task.paths)];
  const places = paths.map((path) => readable(path, () => realpathSync(path)));
  const total = places.reduce((sum, place) => sum + statSync(place).size, 0);
  let done = 0;
  const digests: string[] = [];
  const refusals: ReadError[] = [];
  const text = () => `Read ${formatCount(tally.total.entries, 'log entry', 'log entries')}`;
  for (const [at, path] of paths.entries()) {
    const file = openLog(path, places[at] as string, own, (bytes) => {
      done += bytes;
      reportSome(() => ({ done, total, unit: 'bytes', text: `${text()}, reading ${basename(path)}` }));
    });
    const refusal = await readLog(file, task, tally, skips);
    if (refusal !== undefined) refusals.push(refusal);
    digests.push(await file.digest());
    // Only now is it known whether all of it came.
    if (file.damage !== undefined) {
      skips.add(basename(path), 'archive-damaged', `Reading ended early: ${file.damage}.`, true);
    }
  }
  if (refusals[0] !== undefined && refusals.length === paths.length) throw refusals[0];
  report({ done, total, unit: 'bytes', text: text() });
  return readingOf(task, tally, skips, { bytes: done, digests });
};

/** The format is recognized by so much of a log. */
const headBytes = 256 * 1024;

const isNamed = ({ hosts = [] }: TrafficTask): boolean => hosts.length > 0;

/** Returns why nothing could be read from a log. All other problems go to `skips`. */
const readLog = async (
  file: LogFile,
  task: TrafficTask,
  tally: LogTally,
  skips: Skips,
): Promise<ReadError | undefined> => {
  const log = basename(file.path);
  const fields = task.fields ?? {};
  const { head, all } = await withHead(utf16AsUtf8(file.chunks()), headBytes);
  if (head.length === 0) {
    skips.addMany(
      log,
      'not-supported',
      1,
      file.damage === undefined ? 'The file is empty.' : 'Nothing could be read.',
    );
    return undefined;
  }
  const format = task.format ?? formatOf(head.toString('utf8'), fields);
  if (format === undefined) {
    skips.add(log, 'not-supported', 'Unknown log format.', true);
    return new ReadError('traffic.formatUnknown', { path: file.path });
  }
  const sink = tally.file(log, format === 'har' ? 'entry' : 'line');
  const problem = await readers[format](all, sink, fields);
  const { requests, entries, timeProblem } = sink.end();
  // Without times a log shows nothing, and none are invented.
  if (timeProblem !== undefined) {
    throw new ReadError('traffic.fieldsUnknown', { path: file.path, problem: timeProblem });
  }
  if (format === 'har' && problem !== undefined)
    skips.add(log, 'malformed', `${capitalized(problem)}.`, true);
  if (format === 'har' || requests > 0 || (problem === undefined && entries === 0)) return undefined;
  const lack = problem ?? 'no entry has a known field for the path of a request';
  if (format === 'combined') return undefined;
  skips.add(log, 'not-supported', `${capitalized(lack)}.`, true);
  return new ReadError('traffic.fieldsUnknown', { path: file.path, problem: lack });
};

type Reader = (
  chunks: AsyncIterable<Buffer>,
  sink: EntrySink,
  fields: LogFields,
) => Promise<string | undefined>;

const readers: Record<LogFormat, Reader> = {
  har: readHar,
  csv: readCsv,
  combined: readCombined,
  jsonl: readJsonLines,
};

const readingOf = (
  task: TrafficTask,
  tally: LogTally,
  skips: Skips,
  { bytes, digests }: { bytes: number; digests: readonly string[] },
): Reading => {
  const { entries, fromMs, toMs } = tally.total;
  const traffic = byHostOf(tally, isNamed(task) ? (task.hosts ?? []) : undefined, skips);
  const counts = countsOf(tally, traffic);
  const names = task.paths.map((path) => basename(path));
  const findings = tally.findings();
  return {
    collector: 'traffic',
    scope: (task.scope ?? names[0] ?? '').slice(0, 200) || 'traffic',
    origin: formatList(names, names.length <= 3 ? 3 : 2),
    digest: hash('sha256', digests.toSorted().join('\n')),
    ...givenLogs(task.paths, digests),
    read: {
      files: digests.length,
      bytes,
      requests: counts.alerts + counts.others,
      entries,
      ...(fromMs <= toMs ? { from: toIso(fromMs), to: toIso(toMs) } : {}),
      skipped: skips.list(),
      skippedCount: skips.count,
    },
    rows: [trafficStatement(traffic.ground, counts)],
    findings: findings.list(),
    findingCount: findings.count + tally.total.dropped,
    traffic,
  };
};

/** Names only: the paths are nobody's business. */
const givenLogs = (paths: readonly string[], digests: readonly string[]): GivenFiles => {
  const [only, ...others] = digests;
  if (only !== undefined && others.length === 0) return { files: { sha256: only, of: 'file' } };
  const names = [...new Set(paths)].map((path) => basename(path));
  return manifestOf(digests.map((sha256, at) => ({ path: names[at] ?? '', sha256 })));
};
