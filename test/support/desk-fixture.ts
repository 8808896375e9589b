import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { mask } from '#base/sealing.ts';
import type { CaseRequest } from '#contract/case.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { Job } from '#contract/job.ts';
import { localTargetId } from '#contract/target.ts';
import type { RowProblem } from '#contract/token-rows.ts';
import { createCases } from '#desk/cases/index.ts';
import { createJobs } from '#desk/jobs/index.ts';
import { stepModules } from '#desk/step-modules.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readLastRowId, readTokenRows, writeTokenRows } from '#desk/store/token-rows.ts';
import { type TokenProgress, writeProgress } from '#desk/store/token-runs.ts';
import type { VaultStore } from '#desk/store/vault-store.ts';
import { confirmCalls } from '#desk/targets/confirm.ts';
import { createTargets } from '#desk/targets/index.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { markOf } from '#desk/tokens/mark.ts';
import { createDuplicateWork } from '#desk/tokens/run/duplicates.ts';
import { createEngine } from '#desk/tokens/run/engine.ts';
import { createTurns } from '#desk/tokens/run/in-turn.ts';
import type { RunTime } from '#desk/tokens/run/plan.ts';
import { notBegun } from '#desk/tokens/run/progress.ts';
import { createRuns } from '#desk/tokens/run/runs.ts';
import { scopeOf } from '#desk/tokens/scope.ts';
import { sealedCredentials } from '#desk/tokens/sealed-credentials.ts';
import { createUnreadables } from '#desk/tokens/unreadable.ts';
import { type Credentials, createVault } from '#desk/tokens/vault.ts';
import { type TestDeskContext, testDeskContext } from './desk-context.ts';
import { fakeControl } from './fake-control.ts';
import { openTestVault } from './test-desk-store.ts';
import type { TestService } from './test-service.ts';

export interface TestRow {
  readonly ref: string;
  /** null: the import gave none. */
  readonly name?: string | null;
  readonly platformKey: string;
  readonly credentials: Credentials;
  readonly companyId?: string;
  readonly connectionId?: string;
  /** Of a row that this one replaces. */
  readonly id?: number;
  /** Of an invalid row. */
  readonly problems?: readonly RowProblem[];
}

export interface WiringOptions {
  /** What answers as the local service; nothing does if left out. */
  readonly service?: Pick<TestService, 'control' | 'apiUrl' | 'apiKey'>;
  readonly backoffMs?: number;
  /** For one attempt of a call, ms. */
  readonly timeoutMs?: number;
  readonly time?: RunTime;
  /** Over HTTP if left out. */
  readonly targets?: Targets;
}

interface Options extends WiringOptions {
  readonly context?: TestDeskContext;
  readonly dataDir?: string;
  readonly dataKey?: Buffer;
}

/** The catalogue that comes with the program. */
export const catalogue = JSON.parse(readFileSync(join(packageRoot(), 'resources/integrations.json'), 'utf8'))
  .integrations as CatalogueIntegration[];

/** The parts of a desk on real databases, closed when the test ends. */
export const deskFixture = async (options: Options = {}) => {
  const context = options.context ?? (await testDeskContext(options));
  const vaultStore = await openTestVault(context.dataDir, context.store);
  const desk = wireDesk(context, vaultStore, options);
  onTestFinished(async () => {
    await desk.jobs.stop();
    await desk.engine.stop(0);
    if (options.targets === undefined) await desk.targets.close();
    await vaultStore.close();
  });
  return { ...desk, context };
};

const unreachable = { control: fakeControl().control, apiUrl: 'http://127.0.0.1:9', apiKey: 'none' };

/** The same on stores that whoever calls it opens and closes. */
export const wireDesk = (context: DeskContext, vaultStore: VaultStore, options: WiringOptions) => {
  const { service = unreachable, backoffMs = 1, timeoutMs, time } = options;
  const { control, apiUrl: baseUrl, apiKey } = service;
  const integrations = async () => (service === unreachable ? catalogue : control.integrations());
  const vault = createVault(context, vaultStore);
  const cases = createCases(context, stepModules);
  // Told of each change of a job: asking in each turn of the event loop takes the whole processor while threads work.
  const told = new Set<() => void>();
  const jobs = createJobs({
    ...context,
    announce(announcement) {
      context.announce(announcement);
      if (announcement.type === 'job') for (const look of told) look();
    },
  });
  const targets =
    options.targets ??
    createTargets(context, {
      local: {
        baseUrl,
        apiKey: async () => apiKey,
        clientId: async () => (await control.sandbox.client()).id,
      },
      backoffMs,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  const gateOf = async () => ({ refused: undefined, held: () => undefined });
  const credentials = sealedCredentials(context, vault, integrations);
  const unreadables = createUnreadables(vault, credentials);
  const engine = createEngine(context, {
    cases,
    backoffMs,
    heldOf: async () => () => undefined,
    unreadableOf: unreadables.now,
  });
  const inTurn = createTurns();
  const duplicates = createDuplicateWork(context, {
    cases,
    targets,
    confirm: confirmCalls,
    inTurn,
  });
  const runs = createRuns(context, {
    inTurn,
    keptOf: vault.keptOf,
    unreadableOf: unreadables.now,
    cases,
    targets,
    control,
    engine,
    confirm: confirmCalls,
    gateOf,
    credentials,
    ...(time === undefined ? {} : { time }),
  });

  const addRows = async (caseId: string, rows: readonly TestRow[]): Promise<number[]> => {
    const known = await integrations();
    const first = (await context.store.read(readLastRowId)) + 1;
    const importId = randomUUID();
    const ids = rows.map(({ id }, n) => id ?? first + n);
    const kept = rows.flatMap(({ credentials, problems }, n) =>
      problems === undefined ? [{ rowId: ids[n] as number, credentials }] : [],
    );
    await vault.keep(caseId, kept);
    await context.store.write((tx) =>
      writeTokenRows(
        tx,
        rows.map(({ ref, name = `Company ${ref}`, platformKey, credentials, problems, ...row }, n) => {
          const integration = known.find((one) => one.platformKey === platformKey);
          if (integration === undefined) throw new Error(`There is no integration ${platformKey}.`);
          return {
            id: ids[n] as number,
            case_id: caseId,
            import_id: importId,
            source: 'a test',
            line: n + 1,
            ref,
            name,
            description: null,
            platform_key: platformKey,
            company_id: row.companyId ?? null,
            connection_id: row.connectionId ?? null,
            fields: JSON.stringify(maskedFields(integration, credentials)),
            mark: markOf(context, integration, credentials),
            problems: problems === undefined ? null : JSON.stringify(problems),
          };
        }),
      ),
    );
    return ids;
  };

  return {
    context,
    vault,
    vaultStore,
    cases,
    jobs,
    targets,
    engine,
    runs,
    duplicates,
    inTurn,
    unreadables,
    addRows,
    catalogue: integrations,
    /** A case that migrates tokens. */
    newCase: (about: Partial<CaseRequest> = {}) =>
      cases.create({ name: 'acme', parts: ['tokens'], ...about }, 'tester'),
    rowsOf: (caseId: string) => context.store.read((reader) => readTokenRows(reader, caseId)),
    /** Says how far rows of a case are on the local target. */
    setProgress: (caseId: string, rowIds: readonly number[], changes: Partial<TokenProgress>) => {
      const about = { runId: 'run', caseId, scope: scopeOf(localTargetId), options: {} };
      const progress = rowIds.map((id) => ({ ...notBegun(about, { id }), ...changes }));
      return context.store.write((tx) => writeProgress(tx, progress));
    },
    /** A job once it has ended, whatever its end. */
    async jobEnd(jobId: string): Promise<Job> {
      while (jobs.show(jobId).state === 'running') {
        await new Promise<void>((changed) => {
          const look = (): void => {
            told.delete(look);
            changed();
          };
          told.add(look);
        });
      }
      return jobs.show(jobId);
    },
  };
};

const maskedFields = ({ credentials: fields }: CatalogueIntegration, credentials: Credentials) =>
  Object.fromEntries(
    fields.flatMap(({ name, secret }) => {
      const value = credentials[name];
      return value === undefined ? [] : [[name, secret ? mask(value) : value]];
    }),
  );
