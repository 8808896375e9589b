import type { Job } from '#contract/job.ts';
import type { TokenImportResult } from '#contract/token-rows.ts';
import { createJobs } from '#desk/jobs/index.ts';
import { createImports } from '#desk/tokens/import/index.ts';
import { type Desk, type Fixture, platform } from './fixture.ts';

/** Imports rows as JSON into a case of a desk that migrates. */
export const importerOf = ({ control }: Pick<Fixture, 'control'>, desk: Desk) => {
  const { context, cases, vault } = desk;
  const jobs = createJobs(context);
  const catalogue = () => control.integrations();
  const imports = createImports(context, { cases, jobs, vault, catalogue });
  return async (caseId: string, rows: readonly object[]): Promise<TokenImportResult> => {
    const content = JSON.stringify(rows);
    const { id } = await imports.start(caseId, { content, format: 'json', name: 'corrected' }, 'tester');
    for (;;) {
      const job: Job = jobs.show(id);
      if (job.state === 'done') return job.result as TokenImportResult;
      if (job.state !== 'running') throw new Error(job.error);
      await new Promise(setImmediate);
    }
  };
};

export const rowOf = (ref: string, credentials: object, more: object = {}): object => ({
  ref,
  name: `Company ${ref}`,
  platform,
  ...credentials,
  ...more,
});
