import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DeskCheck } from '#contract/verification.ts';
import { jobEnded } from './job-ended.ts';
import type { Call } from './test-host.ts';

/** Verifies everything, by the job of a running host. */
export const verifyDesk = async (desk: Call): Promise<DeskCheck> => {
  const job = await jobEnded(desk, (await desk('POST', '/api/verification')).body.id);
  if (job.state !== 'done') throw new Error(job.error);
  return job.result;
};

export const problemsOf = async (desk: Call): Promise<string[]> =>
  (await verifyDesk(desk)).problems.map(({ what }) => what);

const ends = ['', '-wal', '-shm'];

/** Copies `desk.db` with its logs, as somebody does by hand; nothing may have it open. */
export const copyDesk = (from: string, to: string): void => {
  for (const end of ends) {
    const target = join(to, `desk.db${end}`);
    rmSync(target, { force: true });
    if (existsSync(join(from, `desk.db${end}`))) cpSync(join(from, `desk.db${end}`), target);
  }
};
