import { Value } from 'typebox/value';
import { Job } from '#contract/job.ts';
import type { JobNotes } from './jobs.ts';

/** Texts by id, as they were when they were opened. */
interface Kept {
  readonly left: readonly string[];
  put(id: string, text: string): Promise<void>;
  drop(id: string): Promise<void>;
}

/** Jobs that the former process had under way. */
export const jobNotesIn = (jobs: Kept | undefined): JobNotes | undefined =>
  jobs && {
    left: jobs.left.flatMap(jobIn),
    begun: (job) => jobs.put(job.id, JSON.stringify(job)),
    ended: jobs.drop,
  };

const jobIn = (text: string): Job[] => {
  try {
    const job: unknown = JSON.parse(text);
    return Value.Check(Job, job) ? [job] : [];
  } catch {
    return [];
  }
};
