import fc from 'fast-check';
import type { CaseAction } from '#contract/case.ts';
import { type EligibilityRow, rowStates } from '#contract/eligibility.ts';
import type { HeaderCheckResult } from '#contract/header-setup.ts';
import { type RunbookStep, runbookSteps } from '#contract/runbook.ts';
import type { RunCounts, RunKind } from '#contract/token-runs.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { createCases } from '#desk/cases/index.ts';
import { withVerdict } from '#desk/eligibility/record.ts';
import { stepModules } from '#desk/step-modules.ts';
import { readRowsWithProgress, readTokenRows, writeTokenRows } from '#desk/store/token-rows.ts';
import { writeProgress } from '#desk/store/token-runs.ts';
import { notBegun } from '#desk/tokens/run/progress.ts';
import { scopeOf } from '#desk/tokens/scope.ts';
import { findingScan, scan, sourceFinding } from '#test/desk/eligibility/evidence.ts';
import { type TestDeskContext, testDeskContext } from '#test/support/desk-context.ts';

/** A case on a real database, and everything that bears on its steps, done through its module. */
export interface World {
  readonly context: TestDeskContext;
  readonly cases: Cases;
  readonly caseId: string;
  act(...actions: CaseAction[]): Promise<void>;
  importRows(refs: readonly string[]): Promise<void>;
  progress(state: 'done' | 'failed' | 'undone', refs: readonly string[]): Promise<void>;
  ran(kind: RunKind, counts: Partial<RunCounts>, duplicates?: number): Promise<void>;
  migrateAll(refs: readonly string[]): Promise<void>;
  rows(): Promise<{ ref: string | null; state: string }[]>;
}

const digest = '0'.repeat(64);
const ledger = { entries: 0, digest };
export const endpoints = ['1b4e28ba-2fa1-4d2b-883f-0016d3cca427', '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11'];
const at = '2026-01-01T00:00:00.000Z';
let lastRow = 0;

export const worldOf = async (): Promise<World> => {
  const context = await testDeskContext();
  const cases = createCases(context, stepModules);
  const { id: caseId } = await cases.create({ name: 'acme', parts: ['webhooks', 'tokens'] }, 'Ada');
  const scope = scopeOf('local');

  const progress: World['progress'] = (state, refs) =>
    context.store.write(async (tx) => {
      const rows = await readTokenRows(tx, caseId);
      const wanted = rows.filter(({ ref }) => ref !== null && refs.includes(ref));
      const about = { runId: caseId, caseId, scope, options: {} };
      await writeProgress(
        tx,
        wanted.map((row) => ({ ...notBegun(about, row), step: 'verify' as const, state })),
      );
    });

  const importRows: World['importRows'] = async (refs) => {
    const content = { importId: context.newId(), name: 't.csv', format: 'csv', fingerprint: 'f' } as const;
    const counts = { rows: refs.length, ready: refs.length, invalid: 0, replaced: 0, unchanged: 0 };
    await cases.act(
      caseId,
      'Ada',
      { kind: 'tokens.imported', content: { ...content, ...counts, byPlatform: {} } },
      {
        also: (tx) =>
          writeTokenRows(
            tx,
            refs.map((ref, index) => ({
              id: ++lastRow,
              case_id: caseId,
              import_id: caseId,
              source: 't.csv',
              line: index + 2,
              ref,
              name: ref,
              description: null,
              platform_key: 'pbtz',
              company_id: null,
              connection_id: null,
              fields: '{}',
              mark: null,
              problems: null,
            })),
          ),
      },
    );
  };

  const ran: World['ran'] = async (kind, some, duplicates = 0) => {
    const runId = context.newId();
    const none = { rows: 0, ready: 0, running: 0, syncing: 0, done: 0, failed: 0, undone: 0 };
    const counts = { ...none, ...some };
    counts.rows = counts.done + counts.failed + counts.undone;
    const about = { runId, kind, targetId: 'local', targetName: 'local', rows: counts.rows };
    await cases.act(caseId, 'Ada', () => [
      { kind: 'tokens.runStarted', content: { ...about, options: {}, ledger } },
      {
        kind: 'tokens.runEnded',
        content: { runId, state: 'done', counts, failures: {}, calls: {}, duplicates, ledger },
      },
    ]);
  };

  return {
    context,
    cases,
    caseId,
    act: async (...actions) => {
      await cases.act(caseId, 'Ada', (state) => withVerdict(state, 'Ada', actions));
    },
    importRows,
    progress,
    ran,
    async migrateAll(refs) {
      await importRows(refs);
      await progress('done', refs);
      await ran('run', { done: refs.length });
    },
    async rows() {
      const rows = await context.store.read((reader) => readRowsWithProgress(reader, { caseId, scope }));
      return rows.map(({ row, progress: one }) => ({ ref: row.ref, state: one?.state ?? 'ready' }));
    },
  };
};

export interface Act {
  readonly name: string;
  /** Nothing is appended: the facts change, as a process does that dies before it records them. */
  readonly silent?: boolean;
  /** It appends, so that steps are settled. */
  readonly settles: boolean;
  run(world: World): Promise<void>;
}

const act = (name: string, run: Act['run']): Act => ({ name, settles: true, run });
const step = (action: (world: World) => CaseAction | Promise<CaseAction>) => async (world: World) =>
  world.act(await action(world));

const use = sourceFinding('rule-id', 'src/hook.ts');
const blockingRows = ['alerts-endpoints', 'rule-id'] as const;
const checkOf = (webhookId: string, passed: boolean): HeaderCheckResult => ({
  at,
  webhookId,
  by: 'test-event',
  passed,
  headers: [],
  advice: [],
});
const refs = ['a-1', 'a-2', 'a-3'];
const requestSteps = ['drafted', 'sent', 'confirmed'] as const;

const drafted = async ({ cases, caseId }: World): Promise<CaseAction> => {
  const { verdicts } = await cases.state(caseId);
  const rows = verdicts.at(-1)?.verdict.rows ?? [];
  const document = {
    title: 'T',
    caseId,
    integrator: 'Acme',
    drafted: at,
    chainDigest: digest,
    rows: rows.map(({ row, state, because }) => ({ row, state, because: [...because] })),
    evidence: [],
    carryOver: [],
    actions: [],
    ipAddresses: [],
  };
  return { kind: 'request.drafted', content: { document } };
};

const granted: CaseAction = {
  kind: 'cutover.granted',
  content: {
    targetId: 'local',
    result: {
      at,
      endpoints: endpoints.map((id) => ({
        ruleIds: [],
        webhook: {
          id,
          url: 'https://a.example/',
          eventTypes: ['company.created'],
          disabled: false,
          companyTags: [],
        },
      })),
      notCarried: [],
      carriedHeaders: [],
    },
  },
};

const runbookForm: CaseAction = {
  kind: 'runbook.opened',
  content: {
    platformKey: 'pbtz',
    platformName: 'Wave',
    fields: [],
    companyFields: [],
  } as never,
};

/** Walks, so that random orders come to late steps at all. */
const walk = async (world: World): Promise<void> => {
  await world.act({ kind: 'evidence.added', content: { evidence: scan({ at: new Date().toISOString() }) } });
  await world.act(await drafted(world));
  await world.act({ kind: 'request.sent', content: { by: 'Ada' } });
  await world.act(granted, { kind: 'request.confirmed', content: { by: 'Ada' } });
  for (const id of endpoints) {
    await world.act({
      kind: 'headers.checked',
      content: { targetId: 'local', result: checkOf(id, true), endpoint: 'm1' },
    });
  }
};

export const acts: fc.Arbitrary<Act> = fc.oneof(
  { arbitrary: fc.constant(act('walk', walk)), weight: 3 },
  fc.constantFrom(scan(), findingScan([use])).map((one) =>
    act('evidence', (world) =>
      world.act({
        kind: 'evidence.added',
        content: { evidence: { ...one, id: world.context.newId(), at: new Date().toISOString() } },
      }),
    ),
  ),
  fc
    .record({
      row: fc.constantFrom<EligibilityRow>(...blockingRows, 'auth-header-portal'),
      state: fc.constantFrom(...rowStates.slice(0, 2)),
    })
    .map(({ row, state }) =>
      act('overrule', (world) =>
        world.act({
          kind: 'row.overruled',
          content: { row, state: state as 'present' | 'absent', by: 'Ada', reason: 'known' },
        }),
      ),
    ),
  fc
    .constantFrom<EligibilityRow>(...blockingRows, 'auth-header-portal')
    .map((row) => act('restore', (world) => world.act({ kind: 'row.restored', content: { row } }))),
  fc.constantFrom('present', 'absent').map((state) =>
    act('answer', (world) =>
      world.act({
        kind: 'row.answered',
        content: { row: 'auth-header-portal', state: state as 'present', by: 'Ada', note: 'asked' },
      }),
    ),
  ),
  fc.constant(
    act('withdraw', (world) =>
      world.act({ kind: 'row.restored', content: { row: 'auth-header-portal', what: 'answers' } }),
    ),
  ),
  fc.constantFrom(...requestSteps).map((is) =>
    act(
      is,
      step(async (world) =>
        is === 'drafted' ? drafted(world) : { kind: `request.${is}`, content: { by: 'Ada' } },
      ),
    ),
  ),
  fc.constant(act('grant', (world) => world.act(granted))),
  fc
    .constantFrom('undone', 'reset', 'unknown')
    .map((how) =>
      act('reverse', (world) =>
        world.act({ kind: 'cutover.reversed', content: { targetId: 'local', how: how as 'reset' } }),
      ),
    ),
  fc.record({ id: fc.constantFrom(...endpoints), passed: fc.boolean() }).map(({ id, passed }) =>
    act('check headers', (world) =>
      world.act({
        kind: 'headers.checked',
        content: { targetId: 'local', result: checkOf(id, passed), endpoint: 'm1' },
      }),
    ),
  ),
  fc
    .record({
      webhookId: fc.constantFrom(...endpoints),
      state: fc.constantFrom('there', 'changed', 'disabled', 'deleted'),
      endpoint: fc.constantFrom('m1', 'm2'),
    })
    .map((content) =>
      act('observe endpoint', (world) =>
        world.act({ kind: 'endpoint.observed', content: { targetId: 'local', ...content } as never }),
      ),
    ),
  fc.constantFrom(...endpoints).map((webhookId) =>
    act('set headers', (world) =>
      world.act({
        kind: 'headers.set',
        content: { targetId: 'local', webhookId, headers: [], removed: [] },
      }),
    ),
  ),
  fc.subarray(refs, { minLength: 1 }).map((some) =>
    act('import', async (world) => {
      const here = new Set((await world.rows()).map(({ ref }) => ref));
      await world.importRows(some.filter((ref) => !here.has(ref)));
    }),
  ),
  fc
    .record({
      state: fc.constantFrom('done', 'failed', 'undone'),
      some: fc.subarray(refs),
      silent: fc.boolean(),
    })
    .map(
      ({ state, some, silent }): Act => ({
        name: 'progress',
        silent,
        settles: !silent,
        async run(world) {
          await world.progress(state as 'done', some);
          if (!silent) await world.ran(state === 'undone' ? 'undo' : 'run', { [state]: some.length });
        },
      }),
    ),
  fc.constant(act('duplicates', (world) => world.ran('run', { done: 1 }, 1))),
  fc.constantFrom('there', 'deleted').map((state) =>
    act('observe company', (world) =>
      world.act({
        kind: 'companies.observed',
        content: {
          targetId: 'local',
          companies: [{ companyId: endpoints[0] as string, state: state as 'there' }],
        },
      }),
    ),
  ),
  fc.constantFrom<RunbookStep>(...runbookSteps).map((one) =>
    act('override', async (world) => {
      const { steps, runbook } = await world.cases.state(world.caseId);
      if (runbook === undefined) {
        const added = runbookSteps
          .filter((id) => !steps.some((here) => here.id === `managed-${id}`))
          .map(
            (id): CaseAction => ({
              kind: 'step.added',
              content: { step: { id: `managed-${id}`, part: 'tokens', title: id, responsible: 'support' } },
            }),
          );
        await world.act(runbookForm, ...added);
      }
      await world.act({ kind: 'runbook.overruled', content: { step: one, by: 'Jo', reason: 'known' } });
    }),
  ),
  fc
    .constantFrom<RunbookStep>(...runbookSteps)
    .map((one) =>
      act('restore override', (world) => world.act({ kind: 'runbook.stepRestored', content: { step: one } })),
    ),
  fc
    .record({
      id: fc.constantFrom('check-eligibility', 'send-request', 'set-headers', 'migrate-tokens'),
      state: fc.constantFrom('open', 'skipped', 'done'),
    })
    .map((content) => ({
      ...act('by hand', (world) => world.act({ kind: 'step.changed', content: content as never })),
      settles: false,
    })),
  fc.constantFrom('local', undefined).map((targetId) =>
    act('target or client id', (world) =>
      world.act({
        kind: 'case.changed',
        content: {
          changes: targetId === undefined ? { clientId: endpoints[1] as string } : { clientId: null },
        },
      }),
    ),
  ),
);
