import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { silentLog } from '#base/log.ts';
import { packageRoot } from '#base/package-root.ts';
import type { CatalogueError } from '#contract/errors.ts';
import type { TokenBehaviour } from '#contract/sandbox.ts';
import type { ServiceInstance } from '#contract/service-control.ts';
import type { RehearsalOutcome, RehearsalRequest, Run, RunResults } from '#contract/token-runs.ts';
import { createRehearsals } from '#desk/tokens/rehearsal/index.ts';
import { createInstances } from '#local/instances.ts';
import { deskFixture, type TestRow } from '#test/support/desk-fixture.ts';
import { type RecordedCall, recordingProxy } from '#test/support/recording-proxy.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTestService, type TestService } from '#test/support/test-service.ts';

export interface Rehearsed {
  readonly run: Run;
  readonly results: RunResults;
  readonly outcome: RehearsalOutcome;
}

/** Rehearsals over a real service, with a case whose target that is. */
export const startFixture = async () => {
  const service = await startTestService();
  const desk = await deskFixture({ service });
  const { cases, engine, context } = desk;
  const dataDir = temporaryFolder();
  const instances = createInstances({
    dataDir,
    resourcesDir: join(packageRoot(), 'resources'),
    log: silentLog(),
  });
  onTestFinished(() => instances.close());
  const created: ServiceInstance[] = [];
  const proxies: Awaited<ReturnType<typeof recordingProxy>>[] = [];
  const rehearsals = createRehearsals(context, {
    ...desk,
    instances: {
      async create(options) {
        const instance = await instances.create(options);
        const proxy = await recordingProxy(instance.baseUrl);
        created.push(instance);
        proxies.push(proxy);
        return { ...instance, baseUrl: proxy.url };
      },
    },
  });
  const { id: caseId } = await desk.newCase();

  const resultsOf = async (runId: string): Promise<RunResults> => {
    const { tokenRuns } = await cases.state(caseId);
    const ended = tokenRuns.find(({ started }) => started.runId === runId)?.ended;
    return JSON.parse(String(await cases.attachment(caseId, ended?.results ?? ''))) as RunResults;
  };

  return {
    ...desk,
    resultsOf,
    /** What was sent to all instances. */
    calls: (): RecordedCall[] => proxies.flatMap((proxy) => proxy.calls),
    async changeTarget(targetId: string) {
      const { revision } = await cases.state(caseId);
      const changes = { targetId };
      await cases.act(caseId, 'tester', { kind: 'case.changed', content: { changes } }, { revision });
    },
    /** Does it with the confirmation that it asks for. */
    confirmed: (start: (confirm?: string) => Promise<Run>): Promise<Run> =>
      start().catch((error: CatalogueError) => start(error.info?.unconfirmed?.confirm)),
    service,
    rehearsals,
    caseId,
    dataDir,
    created,
    rows: (rows: readonly TestRow[]) => desk.addRows(caseId, rows),
    /** To its end. */
    async rehearse(request: RehearsalRequest): Promise<Rehearsed> {
      const { id } = await rehearsals.start(caseId, request, 'tester');
      for (;;) {
        const active = engine.active(caseId);
        if (active === undefined) break;
        await active.ended;
        await new Promise(setImmediate);
      }
      const run = await desk.runs.show(caseId, id);
      const outcome = await rehearsals.outcome(caseId, id);
      return { run, results: await resultsOf(id), outcome };
    },
  };
};
/** Rows with credentials of the form that the platform gives, each its own. */
export const someRows = async (
  { control }: Pick<TestService, 'control'>,
  counts: Readonly<Record<string, number>>,
  behaviour: TokenBehaviour = 'good',
): Promise<TestRow[]> => {
  const rows: TestRow[] = [];
  for (const [platformKey, count] of Object.entries(counts)) {
    const sets = await control.sandbox.issueTokens({ platformKey, count, behaviour });
    for (const { credentials } of sets) rows.push({ ref: `row-${rows.length}`, platformKey, credentials });
  }
  return rows;
};
