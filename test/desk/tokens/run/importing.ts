import type { TokenImportResult } from '#contract/token-rows.ts';
import { createImports } from '#desk/tokens/import/index.ts';
import { type Desk, platform } from './fixture.ts';

/** Imports rows as JSON into a case of a desk that migrates. */
export const importerOf = (desk: Desk) => {
  const imports = createImports(desk.context, desk);
  return async (caseId: string, rows: readonly object[]): Promise<TokenImportResult> => {
    const content = JSON.stringify(rows);
    const { id } = await imports.start(caseId, { content, format: 'json', name: 'corrected' }, 'tester');
    const job = await desk.jobEnd(id);
    if (job.state !== 'done') throw new Error(job.error);
    return job.result as TokenImportResult;
  };
};

export const rowOf = (ref: string, credentials: object, more: object = {}): object => ({
  ref,
  name: `Company ${ref}`,
  platform,
  ...credentials,
  ...more,
});
