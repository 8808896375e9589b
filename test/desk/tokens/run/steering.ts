import type { Run } from '#contract/token-runs.ts';
import { confirmCalls } from '#desk/targets/confirm.ts';
import { createVirtualTime } from '#desk/targets/virtual-time.ts';
import { createTurns } from '#desk/tokens/run/in-turn.ts';
import { createRuns } from '#desk/tokens/run/runs.ts';
import type { RunsParts } from '#desk/tokens/run/runs-desk.ts';
import type { Desk, Fixture } from './fixture.ts';

/** Steering runs from a test: at which moment something happens, and runs with parts of their own. */

export const gate = () => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

export const runsOf = async (
  fixture: Fixture,
  desk: Desk,
  about: Partial<RunsParts> & { readonly beforeStart?: () => Promise<void> } = {},
) => {
  const { beforeStart, ...parts } = about;
  const { vault } = desk;
  return createRuns(desk.context, {
    cases: desk.cases,
    targets: desk.targets,
    keptOf: vault.keptOf,
    inTurn: createTurns(),
    unreadableOf: desk.unreadables.now,
    control: fixture.control,
    time: await createVirtualTime(fixture.control.clock),
    engine: desk.engine,
    confirm: confirmCalls,
    gateOf: async () => ({ refused: undefined, held: () => undefined }),
    credentials: {
      open: (rows) => vault.open(rows.map(({ id }) => id)),
      done: vault.shred,
    },
    ...parts,
    ...(beforeStart === undefined
      ? {}
      : {
          engine: {
            ...desk.engine,
            async start(plan) {
              await beforeStart();
              return desk.engine.start(plan);
            },
          },
        }),
  });
};

/** A run of one lane that was paused at its first call. */
export const pausedRun = async (
  fixture: Fixture,
  desk: Desk,
  caseId: string,
  { at = () => true, runs = desk.runs }: { at?: (method: string) => boolean; runs?: Desk['runs'] } = {},
  confirm?: string,
): Promise<Run> => {
  let pausing: Promise<Run> | undefined;
  fixture.remote.setPlan(({ method }) => {
    if (at(method)) pausing ??= runs.pause(caseId, 'Ada');
    return 'none';
  });
  await runs.start(caseId, { concurrency: 1, ...(confirm === undefined ? {} : { confirm }) }, 'Ada');
  await desk.settled(caseId);
  const run = await pausing;
  fixture.remote.setPlan();
  if (run?.state !== 'paused') throw new Error('The run was not paused.');
  return run;
};
