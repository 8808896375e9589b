import { Value } from 'typebox/value';
import { Job } from '#contract/job.ts';

/** Jobs that a process of an earlier version had under way, by what it noted of them. */
export const jobsIn = (texts: readonly string[]): Job[] => texts.flatMap(jobIn);

const jobIn = (text: string): Job[] => {
  try {
    const job: unknown = JSON.parse(text);
    return Value.Check(Job, job) ? [job] : [];
  } catch {
    return [];
  }
};
