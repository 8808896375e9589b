import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { parseInstant } from '#base/clock.ts';
import type { Job } from '#contract/job.ts';
import type { JobKind } from './jobs.ts';
import type { KeptJob } from './kept-jobs.ts';

/** One that ends its process must not do so for ever. */
const mostKills = 3;
/** What is older was forgotten by whoever started it, or is from a copy of the database. */
const longestMs = 86_400_000;

/** Why a job that was under way is not started again, as a sentence; undefined if it is. */
export const whyNotAgain = (
  { job, once, input, host, hasFiles, killed = 0, left = false }: KeptJob,
  kind: JobKind<TSchema> | undefined,
  now: { readonly ms: number; readonly host: string },
): string | undefined => {
  const { started } = job;
  if (once !== undefined) return once;
  if (!left && killed >= mostKills) return `That is process ${mostKills + 1} to end amid it: see the log.`;
  if (now.ms - parseInstant(started, 'started') > longestMs) return 'It was started more than a day ago.';
  if (kind === undefined || !Value.Check(kind.input, input))
    return 'It was started by another version of Carryover.';
  if (hasFiles && host !== now.host)
    return `It read files on ${host}, and this process runs on ${now.host}: give it files that this machine has.`;
  return undefined;
};

/** What it was to write at its end was not written. */
export const cutOff = (job: Job, ended: string, why?: string): Job => ({
  ...job,
  state: 'failed',
  ended,
  error: [
    'The process that ran this job ended.',
    ...(why === undefined ? [] : [why]),
    'Start it again.',
  ].join(' '),
});
