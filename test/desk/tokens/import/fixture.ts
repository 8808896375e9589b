import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { Job } from '#contract/job.ts';
import type { TokenImportRequest, TokenImportResult } from '#contract/token-rows.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { createCases } from '#desk/cases/index.ts';
import { createJobs } from '#desk/jobs/index.ts';
import type { Jobs } from '#desk/jobs/jobs.ts';
import { stepModules } from '#desk/step-modules.ts';
import { readTokenRows, type TokenRowRecord } from '#desk/store/token-rows.ts';
import { type TokenProgress, writeProgress } from '#desk/store/token-runs.ts';
import { openVaultStore } from '#desk/store/vault-store.ts';
import { createImports } from '#desk/tokens/import/index.ts';
import { notBegun } from '#desk/tokens/run/progress.ts';
import { scopeOf } from '#desk/tokens/scope.ts';
import type { Imports } from '#desk/tokens/tokens.ts';
import { type Credentials, createVault, type Vault } from '#desk/tokens/vault.ts';
import { type TestDeskContext, testDeskContext } from '#test/support/desk-context.ts';

export const catalogue = JSON.parse(readFileSync(join(packageRoot(), 'resources/integrations.json'), 'utf8'))
  .integrations as CatalogueIntegration[];

export interface ImportFixture {
  readonly context: TestDeskContext;
  readonly cases: Cases;
  readonly jobs: Jobs;
  readonly vault: Vault;
  readonly imports: Imports;
  readonly caseId: string;
  /** Runs an import to its end, whatever that is. */
  run(request: TokenImportRequest): Promise<Job>;
  /** The same, expected to be done. */
  take(request: TokenImportRequest | string): Promise<TokenImportResult>;
  /** The words of an import that fails as a whole. */
  refusal(request: TokenImportRequest | string): Promise<string>;
  rows(): Promise<TokenRowRecord[]>;
  /** What the vault holds for the rows of the case, by row id; rows without anything are left out. */
  kept(): Promise<Map<number, Credentials>>;
  /** How far a row is on the local target. */
  progress(rowId: number, state: TokenProgress['state']): Promise<void>;
}

/** Imports over real databases. `wrap` comes between them and the vault. */
export const importFixture = async (
  options: { wrap?: (vault: Vault) => Vault; catalogue?: readonly CatalogueIntegration[] } = {},
): Promise<ImportFixture> => {
  const context = await testDeskContext();
  const store = await openVaultStore(join(context.dataDir, 'vault.db'));
  const cases = createCases(context, stepModules);
  const jobs = createJobs(context);
  const vault = createVault(context, store);
  const imports = createImports(context, {
    cases,
    jobs,
    vault: options.wrap?.(vault) ?? vault,
    catalogue: async () => options.catalogue ?? catalogue,
  });
  onTestFinished(async () => {
    await jobs.stop();
    await store.close();
  });
  const { id: caseId } = await cases.create({ name: 'acme', parts: ['tokens'] }, 'tester');
  const run = async (request: TokenImportRequest): Promise<Job> => {
    const { id } = await imports.start(caseId, request, 'tester');
    for (;;) {
      const job = jobs.show(id);
      if (job.state !== 'running') return job;
      await new Promise(setImmediate);
    }
  };
  const asRequest = (request: TokenImportRequest | string): TokenImportRequest =>
    typeof request === 'string' ? { content: request } : request;
  const about = { runId: 'run', caseId, scope: scopeOf('local'), options: {} };
  const rows = () => context.store.read((reader) => readTokenRows(reader, caseId));
  return {
    ...{ context, cases, jobs, vault, imports, caseId, run, rows },
    async take(request) {
      const job = await run(asRequest(request));
      expect([job.state, job.error]).toEqual(['done', undefined]);
      return job.result as TokenImportResult;
    },
    async refusal(request) {
      const job = await run(asRequest(request));
      expect([job.state, job.result]).toEqual(['failed', undefined]);
      expect(await rows()).toEqual([]);
      return job.error ?? '';
    },
    kept: async () => {
      const last = (await rows()).reduce((highest, { id }) => Math.max(highest, id), 0);
      return vault.open(Array.from({ length: last + 1000 }, (_, at) => at + 1));
    },
    progress: (rowId, state) =>
      context.store.write((tx) => writeProgress(tx, [{ ...notBegun(about, { id: rowId }), state }])),
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
