import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl, ServiceInstances } from '#contract/service-control.ts';
import type { RunState } from '#contract/token-runs.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { Jobs } from '#desk/jobs/jobs.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader } from '#desk/store/store.ts';
import { readWantedRowIds } from '#desk/store/token-rows.ts';
import {
  countRunning,
  interruptRuns,
  readCasesOfRunning,
  readCasesWithRuns,
  readCutOffRehearsals,
} from '#desk/store/token-runs.ts';
import type { VaultStore } from '#desk/store/vault-store.ts';
import type { Confirm, Targets } from '#desk/targets/targets.ts';
import { createExclusions } from './exclusions.ts';
import { createImports } from './import/index.ts';
import { createRehearsals } from './rehearsal/index.ts';
import { createRowsView } from './rows-view.ts';
import { checkLedgers } from './run/check-ledgers.ts';
import { endCutOff } from './run/cut-off.ts';
import { createDuplicateWork } from './run/duplicates.ts';
import { createEngine } from './run/engine.ts';
import { createTurns } from './run/in-turn.ts';
import { refuseUnfinished } from './run/run-state.ts';
import { isUnfinished } from './run/run-view.ts';
import { createRuns } from './run/runs.ts';
import { createSamples } from './sample/index.ts';
import { sealedCredentials } from './sealed-credentials.ts';
import type { GateOf, Tokens } from './tokens.ts';
import { createUnreadables } from './unreadable.ts';
import { createVault } from './vault.ts';

export interface TokensParts {
  readonly vaultStore: VaultStore;
  readonly cases: Cases;
  readonly targets: Targets;
  readonly jobs: Jobs;
  readonly control: ServiceControl;
  readonly instances: ServiceInstances;
  readonly confirm: Confirm;
  /** What the managed runbook allows. */
  readonly gateOf: GateOf;
  /** The first wait before a call is made again, ms. */
  readonly backoffMs?: number;
}

/** Calls still in progress this long after a stop are cut off, ms. */
const graceMs = 700;

/** Token migration: imports, runs, rehearsals. */
export const createTokens = (context: DeskContext, parts: TokensParts): Tokens => {
  const { store } = context;
  const { cases, targets, jobs, control, instances, confirm, gateOf, backoffMs } = parts;
  const vault = createVault(context, parts.vaultStore);
  const catalogue = control.integrations;
  const heldOf = async (caseId: string) => (await gateOf(caseId, 'run')).held;
  const credentials = sealedCredentials(context, vault, catalogue);
  const unreadables = createUnreadables(vault, credentials);
  const engine = createEngine(context, {
    cases,
    unreadableOf: unreadables.now,
    heldOf,
    ...(backoffMs === undefined ? {} : { backoffMs }),
  });
  const inTurn = createTurns();
  const runs = createRuns(context, {
    inTurn,
    cases,
    targets,
    control,
    engine,
    confirm,
    gateOf,
    credentials,
    keptOf: vault.keptOf,
    unreadableOf: unreadables.now,
  });

  const rows = createRowsView(context, { cases, vault, gateOf, unreadableOf: unreadables.remembered });

  return {
    imports: createImports(context, { cases, jobs, vault, catalogue }),
    runs,
    duplicates: createDuplicateWork(context, { cases, targets, confirm, inTurn }),
    samples: createSamples(context, { cases, targets, jobs }),
    rehearsals: createRehearsals(context, { cases, targets, instances, engine }),
    rows,
    exclusions: createExclusions(context, { cases, counts: rows.counts }),
    checkLedgers: async (caseId) => checkLedgers(store, await cases.state(caseId)),
    async refuseUnfinished(caseId) {
      const isDamaged = await cases.state(caseId).then(
        () => false,
        (error: unknown) => error instanceof CatalogueError,
      );
      const isInTheWay = isDamaged ? (state: RunState) => state === 'running' : isUnfinished;
      const refuse = (reader: Reader): Promise<void> => refuseUnfinished(reader, caseId, isInTheWay);
      await store.read(refuse);
      return refuse;
    },
    forget: (caseId) => vault.shredCase(caseId),
    casesWithRuns: () => store.read(readCasesWithRuns),
    runningCount: () => store.read(countRunning),
    runningCases: () => store.read(readCasesOfRunning),
    keptCount: (caseId) => vault.countOf(caseId),
    async start() {
      await endInterrupted(context, cases);
      await vault.sweep((rowIds) => store.read((reader) => readWantedRowIds(reader, rowIds)));
    },
    stop: () => engine.stop(graceMs),
  };
};

/** Ends runs of a process that is gone, with the instances of its rehearsals. */
const endInterrupted = async (context: DeskContext, cases: Cases): Promise<void> => {
  const { store, log } = context;
  const interrupted = await store.write((tx) => interruptRuns(tx));
  for (const run of interrupted) {
    log.warn({ runId: run.id, kind: run.kind }, 'tokens: a run was interrupted');
  }
  for (const run of await store.read(readCutOffRehearsals)) {
    const about = { actor: run.actor, remark: 'Cut off when Carryover ended.' };
    await endCutOff(context, cases, run, about).catch((error: unknown) =>
      log.warn({ err: error, runId: run.id }, 'tokens: a rehearsal could not be ended'),
    );
  }
};
