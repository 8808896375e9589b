import { expect } from 'vitest';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { Job } from '#contract/job.ts';
import type { TokenImportRequest, TokenImportResult } from '#contract/token-rows.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import { createImports } from '#desk/tokens/import/index.ts';
import type { Credentials, Vault } from '#desk/tokens/vault.ts';
import { catalogue, deskFixture } from '#test/support/desk-fixture.ts';

/** Imports into a case over real databases. `wrap` comes between them and the vault. */
export const importFixture = async (
  options: { wrap?: (vault: Vault) => Vault; catalogue?: readonly CatalogueIntegration[] } = {},
) => {
  const desk = await deskFixture();
  const { vault } = desk;
  const imports = createImports(desk.context, {
    ...desk,
    vault: options.wrap?.(vault) ?? vault,
    catalogue: async () => options.catalogue ?? catalogue,
  });
  const { id: caseId } = await desk.newCase();
  const asRequest = (request: TokenImportRequest | string): TokenImportRequest =>
    typeof request === 'string' ? { content: request } : request;
  const run = async (request: TokenImportRequest | string): Promise<Job> =>
    desk.jobEnd((await imports.start(caseId, asRequest(request), 'tester')).id);
  const rows = () => desk.rowsOf(caseId);
  return {
    ...desk,
    imports,
    caseId,
    rows,
    /** Runs an import to its end, whatever that is. */
    run,
    /** The same, expected to be done. */
    async take(request: TokenImportRequest | string): Promise<TokenImportResult> {
      const job = await run(request);
      expect([job.state, job.error]).toEqual(['done', undefined]);
      return job.result as TokenImportResult;
    },
    /** The words of an import that fails as a whole. */
    async refusal(request: TokenImportRequest | string): Promise<string> {
      const job = await run(request);
      expect([job.state, job.result]).toEqual(['failed', undefined]);
      expect(await rows()).toEqual([]);
      return job.error ?? '';
    },
    /** What the vault holds for the rows of the case, by row id; rows without anything are left out. */
    kept: async (): Promise<Map<number, Credentials>> => {
      const last = (await rows()).reduce((highest, { id }) => Math.max(highest, id), 0);
      return vault.open(Array.from({ length: last + 1000 }, (_, at) => at + 1));
    },
    /** How far a row is on the local target. */
    progress: (rowId: number, state: TokenProgress['state']) => desk.setProgress(caseId, [rowId], { state }),
  };
};

const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');
export const uuid = (n: number): string => `70784a63-d24b-46a9-a4db-${hex(n, 12)}`;
export const access = (n: number): string => `planted-Access-${hex(n, 8)}-q7Xk2mX9vTb4LsR8`;
export const refresh = (n: number): string => `planted-Refresh-${hex(n, 8)}-w1nVc7JxQ3gMb9Rf`;

export const header = 'ref,name,platform,accessToken,refreshToken,tenantId';
/** One row of the header above. */
export const line = (n: number, other: Partial<Record<string, string>> = {}): string => {
  const cells = {
    ref: `cust-${n}`,
    name: `Company ${n}`,
    platform: 'gbol',
    accessToken: access(n),
    refreshToken: refresh(n),
    tenantId: uuid(n),
    ...other,
  };
  return header
    .split(',')
    .map((column) => cells[column as keyof typeof cells])
    .join(',');
};
export const csv = (...lines: string[]): string => [header, ...lines, ''].join('\n');
