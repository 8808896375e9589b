import type { Command } from 'commander';
import { oneLine } from '#base/terminal-text.ts';
import type { Job } from '#contract/job.ts';
import { largestSample, type RecordedSample, type SampleOutcome } from '#contract/token-samples.ts';
import { CommandError } from './command-error.ts';
import { casePath, findCase } from './find-case.ts';
import { followJob, type JobWords } from './follow-job.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, integer } from './options.ts';
import { columns, print, printJson, remark } from './output.ts';
import { refuseOthers } from './runbook-agreement.ts';

/** `carryover tokens check --sample`: some of the migrated companies, read back from the target. */

export interface SampleOptions {
  readonly sample?: number | undefined;
  readonly seed?: string | undefined;
}

export const sampleExitCodes = {
  0: 'all as expected',
  3: 'something differs',
  4: 'something could not be read',
};

export const withSampleOptions = (command: Command): Command =>
  command
    .option('--sample <n>', 'read this many random migrated rows back; read-only', integer(1, largestSample))
    .option('--seed <text>', 'seed of the sample: the same one draws the same rows (default: random)');

const words: JobWords = {
  title: 'Reading back',
  done: 'Read back',
  failed: 'Not read back',
  cancelled: 'Cancelled: nothing was recorded.',
};

/** @throws CommandError 2 for options of a run */
export const readSample = async (
  reference: string,
  { sample, seed }: SampleOptions,
  options: CommonOptions,
): Promise<void> => {
  if (sample === undefined) throw new CommandError('--seed needs --sample.', 2);
  if (seed?.trim() === '') throw new CommandError('--seed needs a text.', 2);
  refuseOthers(options, [], 'with --sample');
  await withHost(options.data, async ({ desk }) => {
    const path = casePath(await findCase(desk, reference), '/tokens/samples');
    const job = await desk.post<Job>(path, { size: sample, seed });
    const found = await followJob<RecordedSample>(desk, job, options.json ?? false, words);
    process.exitCode = exitCodeOf(found);
    if (options.json) return printJson(found);
    print(sampleTable(found));
    remark(formatSample(found));
  });
};

const countOf = ({ rows }: RecordedSample, outcome: SampleOutcome): number =>
  rows.filter((row) => row.outcome === outcome).length;

const exitCodeOf = (sample: RecordedSample): number => {
  if (countOf(sample, 'differs') > 0) return 3;
  return countOf(sample, 'unread') > 0 ? 4 : 0;
};

const labels: Readonly<Record<SampleOutcome, string>> = {
  'as-expected': 'as expected',
  differs: 'differs',
  unread: 'not read',
};

const sampleTable = ({ rows }: RecordedSample): string =>
  columns([
    ['REF', 'PLATFORM', 'RESULT', 'DETAIL'],
    ...rows.map(({ ref, platformKey, outcome, details }) => [
      oneLine(ref),
      platformKey,
      labels[outcome],
      oneLine(details.join(' ')),
    ]),
  ]);

const formatSample = (sample: RecordedSample): string => {
  const { rows, of, seed, targetName, seq } = sample;
  const counts = `${countOf(sample, 'as-expected')} as expected, ${countOf(sample, 'differs')} differ, ${countOf(sample, 'unread')} not read`;
  return `Read back ${rows.length} of ${of} migrated from "${oneLine(targetName)}", seed "${oneLine(seed)}": ${counts}. Recorded as entry ${seq}.`;
};
