import type { ServiceControl } from '#contract/service-control.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Confirm, Targets } from '#desk/targets/targets.ts';
import type { GateOf } from '#desk/tokens/tokens.ts';
import type { UnreadableOf } from '#desk/tokens/unreadable.ts';
import type { Engine } from './engine.ts';
import type { createTurns } from './in-turn.ts';
import type { CredentialSource, RunTime } from './plan.ts';

export interface RunsParts {
  readonly cases: Cases;
  readonly targets: Targets;
  readonly control: Pick<ServiceControl, 'clock' | 'subscribe'>;
  readonly engine: Engine;
  readonly confirm: Confirm;
  readonly gateOf: GateOf;
  readonly credentials: CredentialSource;
  /** Those of the rows whose credentials are kept. */
  readonly keptOf: (rowIds: readonly number[]) => Promise<ReadonlySet<number>>;
  /** Those of the rows whose credentials don't open. */
  readonly unreadableOf: UnreadableOf;
  /** One thing after the other for a case. */
  readonly inTurn: ReturnType<typeof createTurns>;
  /** The system's if left out, or the local service's. */
  readonly time?: RunTime;
}

/** What the operations on runs work with. */
export interface RunsDesk {
  readonly context: DeskContext;
  readonly parts: RunsParts;
}
