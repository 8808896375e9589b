import type { ServiceControl } from '#contract/service-control.ts';
import type { RunResults } from '#contract/token-runs.ts';
import { confirmCalls } from '#desk/targets/confirm.ts';
import { createEngine, type EngineOptions } from '#desk/tokens/run/engine.ts';
import { createRuns } from '#desk/tokens/run/runs.ts';
import type { RunsParts } from '#desk/tokens/run/runs-desk.ts';
import { deskFixture, type TestRow } from '#test/support/desk-fixture.ts';
import { type MemoryTarget, memoryTarget } from './memory-target.ts';

const integrations = ['gbol', 'else'].map((platformKey) => ({
  platformKey,
  credentials: [{ name: 'accessToken', secret: true }],
}));

/** What of the local service the runs of a desk ask for. */
const controlOf = (clock: { mode: string; now: string; paused: boolean }): ServiceControl =>
  ({
    integrations: async () => integrations,
    clock: { show: async () => clock },
    subscribe: () => () => {},
  }) as never;

/** A desk on real databases over a target in memory, with a case and its rows, and engines of a test's own making. */
export const memoryDesk = async (
  wanted: readonly Partial<TestRow>[],
  {
    target = memoryTarget(),
    engine: engineOptions = {},
    parts = {},
    clock = { mode: 'system', now: '2026-01-15T09:00:00.000Z', paused: false },
  }: {
    target?: MemoryTarget;
    engine?: Partial<EngineOptions>;
    parts?: Partial<RunsParts>;
    clock?: { mode: string; now: string; paused: boolean };
  } = {},
) => {
  let now = Date.UTC(2026, 0, 15, 9);
  const time = {
    now: () => now,
    async until(atMs: number, signal: AbortSignal) {
      await new Promise(setImmediate);
      signal.throwIfAborted();
      now = Math.max(now, atMs);
    },
  };
  const control = controlOf(clock);
  const targets = { client: async () => target.client, close: async () => {} } as never;
  const desk = await deskFixture({ service: { control, apiUrl: '', apiKey: '' }, targets, time });
  const engine = createEngine(desk.context, {
    cases: desk.cases,
    backoffMs: 1,
    heldOf: async () => () => undefined,
    unreadableOf: desk.unreadables.now,
    ...engineOptions,
  });
  const runs = createRuns(desk.context, {
    cases: desk.cases,
    targets,
    control,
    engine,
    confirm: confirmCalls,
    gateOf: async () => ({ refused: undefined, held: () => undefined }),
    credentials: { open: async (rows) => desk.vault.open(rows.map(({ id }) => id)), done: desk.vault.shred },
    keptOf: desk.vault.keptOf,
    unreadableOf: desk.unreadables.now,
    inTurn: desk.inTurn,
    time,
    ...parts,
  });
  const { id: caseId } = await desk.newCase();
  const rowIds = await desk.addRows(
    caseId,
    wanted.map((row, n) => ({
      ref: `r${n + 1}`,
      platformKey: 'gbol',
      credentials: { accessToken: `token of ${n + 1}` },
      ...row,
    })),
  );
  const ended = async (): Promise<void> => void (await engine.active(caseId)?.ended);
  return {
    ...desk,
    target,
    engine,
    runs,
    caseId,
    rowIds,
    ended,
    /** Starts a run, and answers with it when it has stopped. */
    async carryOut(request: Parameters<typeof runs.start>[1] = {}, actor = 'Ada') {
      const { id } = await runs.start(caseId, request, actor);
      await ended();
      return runs.show(caseId, id);
    },
    /** Of the chain, what was put on record of runs. */
    recorded: async () =>
      (await desk.cases.entries(caseId, 0, 1000)).filter(({ kind }) => kind.startsWith('tokens.run')),
    async results(runId: string): Promise<RunResults> {
      return runs.results(caseId, runId);
    },
  };
};
