import { parseDurationMs, systemTime } from '#base/clock.ts';
import type { Company } from '#contract/company.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceInstance, ServiceInstances } from '#contract/service-control.ts';
import type { RehearsalRequest, Run } from '#contract/token-runs.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readRowsWithProgress } from '#desk/store/token-rows.ts';
import { snapshotOf } from '#desk/targets/companies-snapshot.ts';
import type { ClosableClient, Targets } from '#desk/targets/targets.ts';
import { createVirtualTime } from '#desk/targets/virtual-time.ts';
import { deskIdOf, markerOf } from '#desk/tokens/run/desk-marker.ts';
import type { Engine } from '#desk/tokens/run/engine.ts';
import type { CredentialSource, RunPlan } from '#desk/tokens/run/plan.ts';
import { notBegun } from '#desk/tokens/run/progress.ts';
import { runRowsOf } from '#desk/tokens/run/run-rows.ts';
import { scopeOf } from '#desk/tokens/scope.ts';
import { selectedRows } from '#desk/tokens/selected-rows.ts';
import type { Rehearsals } from '#desk/tokens/tokens.ts';
import type { Credentials } from '#desk/tokens/vault.ts';
import { type Chosen, checkMix, chooseBehaviours } from './mix.ts';
import { rehearsalOutcome } from './outcome.ts';
import { rowsToRehearse } from './rows.ts';
import { secondPass } from './second-pass.ts';
import { readUsedCompanies, withSeededIds } from './snapshot.ts';
import { formatStillUsed, stillUsedIn, untilRefreshed } from './still-used.ts';
import { issueCredentials, type RowToRehearse } from './token-sets.ts';

interface Parts {
  readonly cases: Cases;
  readonly targets: Pick<Targets, 'client' | 'temporary'>;
  readonly instances: ServiceInstances;
  readonly engine: Engine;
}

interface RehearsalDesk extends Parts {
  readonly context: DeskContext;
}

/** What is to be rehearsed, before there is anything to rehearse it on. */
interface Wanted extends Pick<RunPlan, 'caseId' | 'targetId' | 'actor' | 'options'> {
  readonly rows: readonly RowToRehearse[];
  /** What the target has of them. */
  readonly used: readonly Company[];
  readonly chosen: Chosen;
  /** ISO 8601 duration. */
  readonly again: string | undefined;
}

const instanceName = 'temporary instance';
const defaultSeed = 1;

/**
 * Rehearsals: the rows of a case by the same engine and over the same API, on a temporary instance of the service that
 * holds what they would find on the target. Source: `docs/architecture.md#a-migration`.
 */
export const createRehearsals = (context: DeskContext, parts: Parts): Rehearsals => {
  const desk: RehearsalDesk = { ...parts, context };
  return {
    start: (caseId, request, actor) => start(desk, caseId, request, actor),
    outcome: (caseId, runId) => rehearsalOutcome(parts.cases, caseId, runId),
  };
};

const start = async (
  desk: RehearsalDesk,
  caseId: string,
  request: RehearsalRequest,
  actor: string,
): Promise<Run> => {
  const { seed = defaultSeed } = request;
  const wanted = await readWanted(desk, caseId, request, actor);
  const instance = await desk.instances.create({ seed });
  const client = desk.targets.temporary({ name: instanceName, ...instance });
  try {
    return await begin(desk, wanted, instance, client);
  } catch (error) {
    // Nothing began, so nothing else lets them go.
    await client.close();
    await instance.close();
    throw error;
  }
};

const readWanted = async (
  { context, cases, targets, engine }: RehearsalDesk,
  caseId: string,
  { mix = {}, seed = defaultSeed, again, keepSecrets: _, rows: selected, ...options }: RehearsalRequest,
  actor: string,
): Promise<Wanted> => {
  for (const [field, duration] of Object.entries({ again, syncWithin: options.syncWithin })) {
    if (duration !== undefined) parseDurationMs(duration, field);
  }
  const state = await cases.state(caseId);
  if (engine.active(caseId) !== undefined) {
    throw new CatalogueError('tokens.runActive', { what: 'is running' });
  }
  const { targetId } = state;
  const query = { caseId, scope: scopeOf(targetId) };
  const all = await context.store.read((reader) => readRowsWithProgress(reader, query));
  const only = selected && (await selectedRows(context, state, query, selected));
  const rows = rowsToRehearse(all, options.refs, only?.ids);
  const planRows = rows.map(({ row }) => row);
  const chosen = chooseBehaviours(planRows, checkMix(mix, rows.length), seed, stillUsedIn(state));
  const used = await readUsedCompanies(await targets.client(targetId), planRows);
  const secondPassAfter = again ?? (chosen.stillUsed > 0 ? untilRefreshed : undefined);
  return { caseId, targetId, actor, options, rows, used, chosen, again: secondPassAfter };
};

const begin = async (
  desk: RehearsalDesk,
  wanted: Wanted,
  instance: ServiceInstance,
  client: ClosableClient,
): Promise<Run> => {
  const { context, engine } = desk;
  const { caseId, targetId, actor, options, used, chosen, again } = wanted;
  const { control } = instance;
  const known = new Set((await control.integrations()).map(({ platformKey }) => platformKey));
  const ids = await control.sandbox.seed(snapshotOf(used, (platformKey) => known.has(platformKey)));
  const credentials = await issueCredentials(control, wanted.rows, chosen.behaviours);
  const time = await createVirtualTime(control.clock);
  const runId = context.newId();
  const scope = `rehearsal:${runId}`;
  const about = { runId, caseId, scope, options };
  return engine.start({
    ...about,
    marker: markerOf(deskIdOf(context), systemTime.now()),
    targetId,
    targetName: instanceName,
    kind: 'rehearsal',
    actor,
    client,
    time,
    credentials: fromMemory(credentials),
    rows: runRowsOf(
      wanted.rows.map(({ row }) => ({ row: withSeededIds(row, ids), progress: notBegun(about, row) })),
    ),
    behaviours: chosen.behaviours,
    ...(chosen.stillUsed > 0 && again !== undefined
      ? { remark: formatStillUsed(chosen.stillUsed, again) }
      : {}),
    ...(again === undefined ? {} : { again: secondPass(again, time, () => doneRows(desk, caseId, scope)) }),
    async release() {
      await client.close();
      await instance.close();
    },
  });
};

const doneRows = async ({ context }: RehearsalDesk, caseId: string, scope: string): Promise<number[]> => {
  const query = { caseId, scope, state: 'done' } as const;
  const done = await context.store.read((reader) => readRowsWithProgress(reader, query));
  return done.map(({ row }) => row.id);
};

/** Simulated ones need no sealing: they are good for nothing but this instance. */
const fromMemory = (credentials: Map<number, Credentials>): CredentialSource => ({
  async open(rows) {
    const found = new Map<number, Credentials>();
    for (const { id } of rows) {
      const own = credentials.get(id);
      if (own !== undefined) found.set(id, own);
    }
    return found;
  },
  async done(rowIds) {
    for (const id of rowIds) credentials.delete(id);
  },
});
