import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { parseInstant } from '#base/clock.ts';
import { formatNumber } from '#contract/format.ts';
import type { Job } from '#contract/job.ts';
import type { JobKind } from './jobs.ts';
import type { KeptJob } from './kept-jobs.ts';

/**
 * A job that ends its process must not do so for ever. Whether it did, or the process lost its connection, the next one
 * can't know: so many interruptions in a short time are taken for the job's.
 */
const mostInterruptions = 3;
const shortMs = 3_600_000;
/** Also where each takes long to come. */
const mostInAll = 10;
/** What is older was forgotten by whoever started it, or is from a copy of the database. */
const longestMs = 86_400_000;

/** Why a job is not started again, as sentences. */
export interface WhyNot {
  readonly reason: string;
  /** What to do, once its end is on record: before that, it might be done twice. */
  readonly advice?: string;
}

interface Found {
  readonly kept: KeptJob;
  readonly kind: JobKind<TSchema> | undefined;
  /** Including the present one, ms UTC. */
  readonly interrupted: readonly number[];
  readonly nowMs: number;
  readonly host: string;
}

/** The kind of a job that was under way, by which it is started again; or why it is not. */
export const kindOrWhyNot = ({ kept, kind, interrupted, nowMs, host }: Found): JobKind<TSchema> | WhyNot => {
  const { job, once, input, host: before, hasFiles, left = false } = kept;
  // Whoever can't repeat it says what to do.
  if (once !== undefined) return { reason: once };
  const why = left ? undefined : tooOften(interrupted, nowMs);
  if (why !== undefined) return { reason: why, advice: 'See the log before you start it again.' };
  if (nowMs - parseInstant(job.started, 'started') > longestMs)
    return startAgain('It was started more than a day ago.');
  if (kind === undefined) return startAgain('This process can not run jobs of its kind.');
  if (!Value.Check(kind.input, input)) return startAgain('It was started by another version of Carryover.');
  if (hasFiles && before !== host) {
    const reason = `It read files on ${before}, and this process runs on ${host}.`;
    return { reason, advice: 'Start it again with files that this machine has.' };
  }
  return kind;
};

const startAgain = (reason: string): WhyNot => ({ reason, advice: 'Start it again.' });

const tooOften = (interrupted: readonly number[], nowMs: number): string | undefined => {
  const lately = interrupted.filter((at) => nowMs - at < shortMs).length;
  if (lately > mostInterruptions) return `It was interrupted ${formatNumber(lately)} times within an hour.`;
  const all = interrupted.length;
  return all > mostInAll ? `It was interrupted ${formatNumber(all)} times.` : undefined;
};

const processEnded = 'The process that ran this job ended.';
/** What it was to write at its end was not written. */
export const cutOff = ({ reason, ...advice }: WhyNot) => ({
  change: { state: 'failed' as const, error: `${processEnded} ${reason}` },
  ...advice,
});
/** Of an earlier version, which kept no more than that it was under way. */
export const formerlyUnderWay = (job: Job, ended: string): Job => ({
  ...job,
  state: 'failed',
  ended,
  error: `${processEnded} Start it again.`,
});
