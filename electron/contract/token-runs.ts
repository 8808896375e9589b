import { type Static, Type } from 'typebox';
import { Closed, MapOf, OneOf, UtcDate, Uuid } from './common.ts';
import { tokenBehaviours } from './sandbox.ts';
import { TargetId } from './target.ts';
import { CauseName, causes } from './token-causes.ts';
import { origins, PlatformKey, rowStates, TokenRow, TokenRowSelection } from './token-rows.ts';

/** Runs of a token migration: request, progress and results. Source: `docs/reference/rules/tokens.md`. */

export const runKinds = ['pilot', 'run', 'retry', 'rehearsal', 'check', 'undo'] as const;
export type RunKind = (typeof runKinds)[number];

/** `interrupted`: the process ended during the run; a resume continues it. */
export const runStates = ['running', 'paused', 'interrupted', 'cancelled', 'done'] as const;
export type RunState = (typeof runStates)[number];

/** The steps of a row, in order. `check` syncs and verifies again; `undo` undoes. */
export const runSteps = [
  'company',
  'connection',
  'authorization',
  'sync',
  'verify',
  'unlink',
  'delete-connection',
  'delete-company',
] as const;
export type RunStep = (typeof runSteps)[number];

/**
 * When a run pauses by itself. Counted over the rows that end in it, from its start or its last resume from a pause on.
 * A rehearsal, which cannot be resumed, has none.
 */
export const Thresholds = Closed({
  /** Failed rows, percent of those that ended. */
  failedPercent: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  /** Rows that must have ended before `failedPercent` counts. */
  afterRows: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  /** Failed rows one after the other. */
  consecutive: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  /** Any failure of one of these causes. */
  causes: Type.Optional(Type.Array(CauseName, { uniqueItems: true, maxItems: causes.length })),
});
export type Thresholds = Static<typeof Thresholds>;

export const ThresholdsRequest = Closed({ thresholds: Thresholds }, { title: 'TokenRunThresholds' });
export type ThresholdsRequest = Static<typeof ThresholdsRequest>;

export const RunOptions = Closed({
  /** None if left out. */
  thresholds: Type.Optional(Thresholds),
  /** Calls at once; the target's own limit if left out, and never more than that. */
  concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  /** Credentials stay in the vault although a row is done. */
  keepSecrets: Type.Optional(Type.Boolean()),
  /** Only these rows. */
  refs: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 10_000 }),
  ),
  /** Why it runs although another desk runs this list; recorded. */
  besideOtherDesk: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  /** How long a sync may take, ISO 8601 duration; PT24H if left out. */
  syncWithin: Type.Optional(Type.String({ maxLength: 40 })),
});
export type RunOptions = Static<typeof RunOptions>;

/** Why a run that writes may run outside the agreed migration window; recorded. */
const OverrideWindow = Type.Optional(Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }));

/** Only these rows, besides `refs`. */
const OnlyRows = Type.Optional(TokenRowSelection);

export const RunRequest = Closed(
  {
    ...RunOptions.properties,
    rows: OnlyRows,
    kind: Type.Optional(OneOf('pilot', 'run', 'retry', 'check')),
    /** Previews the run, by calls that only read. */
    dryRun: Type.Optional(Type.Boolean()),
    overrideWindow: OverrideWindow,
    confirm: Type.Optional(Type.String({ maxLength: 64 })),
  },
  { title: 'TokenRunRequest' },
);
export type RunRequest = Static<typeof RunRequest>;

export const ResumeRequest = Closed({ overrideWindow: OverrideWindow }, { title: 'TokenResumeRequest' });
export type ResumeRequest = Static<typeof ResumeRequest>;

export const RehearsalRequest = Closed(
  {
    ...RunOptions.properties,
    rows: OnlyRows,
    mix: Type.Optional(
      MapOf(Type.Integer({ minimum: 0, maximum: 100_000 }), {
        description: 'Number of rows by behaviour of their simulated tokens; the others are good.',
      }),
    ),
    /** Sync and verify again after this virtual time, ISO 8601 duration; reveals an old application that still syncs. */
    again: Type.Optional(Type.String({ maxLength: 40 })),
    /** Everything generated follows from it. */
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  },
  { title: 'RehearsalRequest' },
);
export type RehearsalRequest = Static<typeof RehearsalRequest>;

/** Results of the rows with simulated tokens of one behaviour. */
export const BehaviourOutcome = Closed({
  behaviour: OneOf(tokenBehaviours),
  rows: Type.Integer(),
  done: Type.Integer(),
  failed: MapOf(Type.Integer(), { description: 'By cause.' }),
  left: Type.Integer({ description: 'Rows not ended, as the rehearsal was cancelled.' }),
});
export type BehaviourOutcome = Static<typeof BehaviourOutcome>;
export const RehearsalOutcome = Closed(
  { runId: Uuid, state: OneOf('done', 'cancelled'), behaviours: Type.Array(BehaviourOutcome) },
  { title: 'RehearsalOutcome' },
);
export type RehearsalOutcome = Static<typeof RehearsalOutcome>;

export const RunCounts = Closed({
  rows: Type.Integer(),
  ready: Type.Integer(),
  running: Type.Integer(),
  syncing: Type.Integer(),
  done: Type.Integer(),
  failed: Type.Integer(),
  undone: Type.Integer(),
});
export type RunCounts = Static<typeof RunCounts>;

/** A company or connection that the target has more than once. */
export const Duplicate = Closed({
  ref: Type.String(),
  what: OneOf('company', 'connection'),
  platformKey: Type.Optional(PlatformKey),
  used: Type.Optional(Uuid),
  others: Type.Array(Uuid),
});
export type Duplicate = Static<typeof Duplicate>;

/** `open`: needs a decision. */
export const DuplicateDecision = Closed({
  state: OneOf('open', 'kept', 'removed'),
  reason: Type.Optional(Type.String()),
  by: Type.Optional(Type.String()),
  /** Companies that were removed. */
  removed: Type.Optional(Type.Integer()),
});
export type DuplicateDecision = Static<typeof DuplicateDecision>;

const LeftDuplicate = Closed({ ref: Type.String(), companyId: Uuid, why: Type.String() });

/** The duplicates on the target now. */
export const Duplicates = Closed(
  {
    /** The run they are decided for. */
    runId: Uuid,
    duplicates: Type.Array(
      Closed({
        ...Duplicate.properties,
        own: Type.Boolean({ description: 'Whether this desk created the one in use.' }),
      }),
    ),
    decision: Type.Optional(DuplicateDecision),
    /** After a removal: how many companies were removed, and which were left, each with why. */
    removed: Type.Optional(Type.Integer()),
    left: Type.Optional(Type.Array(LeftDuplicate)),
  },
  { title: 'TokenDuplicates' },
);
export type Duplicates = Static<typeof Duplicates>;

/** `remove`: only companies that runs of this case created, and no last good copy. */
export const DuplicateRequest = Closed(
  {
    decision: OneOf('keep', 'remove'),
    reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    confirm: Type.Optional(Type.String({ maxLength: 64 })),
    overrideWindow: OverrideWindow,
  },
  { title: 'TokenDuplicateDecision' },
);
export type DuplicateRequest = Static<typeof DuplicateRequest>;

export const Ledger = Closed({
  entries: Type.Integer({ minimum: 0 }),
  digest: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 over all entries in order, hex.' }),
});
export type Ledger = Static<typeof Ledger>;

export const Run = Closed(
  {
    id: Uuid,
    caseId: Uuid,
    targetId: TargetId,
    targetName: Type.String(),
    kind: OneOf(runKinds),
    state: OneOf(runStates),
    options: RunOptions,
    by: Type.String(),
    started: UtcDate,
    ended: Type.Optional(UtcDate),
    counts: RunCounts,
    failures: MapOf(Type.Integer(), { description: 'Failed rows by cause.' }),
    alreadyLinked: Type.Optional(
      Type.Integer({
        description: 'Done rows that were already Linked: their imported credentials were not sent.',
      }),
    ),
    heldCauses: Type.Optional(MapOf(Type.Integer(), { description: 'Held rows outside the run, by cause.' })),
    /** Calls by method and path template. */
    calls: MapOf(Type.Integer()),
    /** Rows a minute over the last minute; absent while nothing is known. */
    perMinute: Type.Optional(Type.Number()),
    /** ms; absent while nothing is known. */
    leftMs: Type.Optional(Type.Integer()),
    /** Failures before it do not count for the thresholds; absent before the first resume from a pause. */
    countedSince: Type.Optional(UtcDate),
    ledger: Ledger,
    duplicates: Type.Array(Duplicate),
    /** Where it found any: `open` is a run that is done with duplicates. */
    decision: Type.Optional(DuplicateDecision),
    /** Such as that it waits for a virtual clock, or why it was paused. */
    remark: Type.Optional(Type.String()),
  },
  { title: 'TokenRun' },
);
export type Run = Static<typeof Run>;
/** How a run goes on, for who watches it. Rows that a later run has taken are no longer counted. */
export const RunWatch = Closed(
  {
    /** Of one bucket, ms. */
    bucketMs: Type.Integer(),
    /** Rows that ended, by the time of their end; buckets without any are left out. */
    buckets: Type.Array(
      Closed({ from: UtcDate, ended: Type.Integer(), failed: Type.Integer({ description: 'Among them.' }) }),
    ),
    /** Time from the first call of a row to its end, ms; absent while none has ended. */
    medianMs: Type.Optional(Type.Integer()),
    p90Ms: Type.Optional(Type.Integer()),
    /** Over the last minute; only of a run that is running. */
    callsPerMinute: Type.Optional(Type.Integer()),
    /** Rows that failed in the last 10 minutes, by cause; only of a run that is running. */
    recentFailures: Type.Optional(MapOf(Type.Integer())),
    /** The agreed migration window, if the run needs one. */
    window: Type.Optional(Closed({ start: UtcDate, end: UtcDate })),
  },
  { title: 'TokenRunWatch' },
);
export type RunWatch = Static<typeof RunWatch>;

export const RunList = Closed({ results: Type.Array(Run) });
export type RunList = Static<typeof RunList>;

/** Preview of a run, by calls that only read. */
export const DryRun = Closed(
  {
    rows: Type.Integer(),
    /** What to know before the start. */
    remark: Type.Optional(Type.String()),
    calls: Type.Array(Closed({ call: Type.String(), count: Type.Integer(), why: Type.String() })),
    /** Rows that a run skips, or that would fail, with the reason. */
    leftOut: Type.Array(
      Closed({
        ref: Type.Optional(Type.String()),
        line: Type.Integer(),
        why: Type.String(),
        cause: Type.Optional(CauseName),
      }),
    ),
    leftOutCount: Type.Integer(),
    heldCauses: Type.Optional(
      MapOf(Type.Integer(), { description: 'Held rows among those left out, by cause.' }),
    ),
  },
  { title: 'TokenDryRun' },
);
export type DryRun = Static<typeof DryRun>;

/** Preview of an undo, with what it can't undo. */
export const UndoPlan = Closed(
  {
    rows: Type.Integer(),
    calls: Type.Array(Closed({ call: Type.String(), count: Type.Integer(), why: Type.String() })),
    notUndone: Type.Array(Type.String()),
  },
  { title: 'TokenUndoPlan' },
);
export type UndoPlan = Static<typeof UndoPlan>;
export const UndoRequest = Closed({
  refs: RunOptions.properties.refs,
  rows: OnlyRows,
  overrideWindow: OverrideWindow,
  dryRun: Type.Optional(Type.Boolean()),
  confirm: Type.Optional(Type.String({ maxLength: 64 })),
});
export type UndoRequest = Static<typeof UndoRequest>;

/** One company in the results of a run. */
export const CompanyResult = Closed({
  line: Type.Integer(),
  /** The import that the row is from; absent in results from before it was kept. */
  importId: Type.Optional(Uuid),
  ref: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  platformKey: Type.Optional(Type.String()),
  state: OneOf(rowStates),
  held: Type.Optional(Type.String()),
  companyId: Type.Optional(Uuid),
  companyOrigin: Type.Optional(OneOf(origins)),
  connectionId: Type.Optional(Uuid),
  connectionOrigin: Type.Optional(OneOf(origins)),
  connectionStatus: Type.Optional(Type.String()),
  calls: Type.Integer(),
  callMs: Type.Integer(),
  /** From its first call to its end, ms; virtual in a rehearsal. */
  durationMs: Type.Optional(Type.Integer()),
  datasets: MapOf(Type.Integer()),
  /** Data types by the final status of their datasets; absent in results from before it was kept. */
  dataTypes: Type.Optional(MapOf(Type.Array(Type.String()))),
  cause: Type.Optional(CauseName),
  step: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  correlationId: Type.Optional(Type.String()),
  /** Of the simulated token, in a rehearsal. */
  behaviour: Type.Optional(OneOf(tokenBehaviours)),
  note: Type.Optional(Type.String()),
});
export type CompanyResult = Static<typeof CompanyResult>;

/**
 * Results of a run by company. Kept as an attachment of the case, with its digest in the chain, so that a report follows
 * from the case alone. Never holds a secret.
 */
export const RunResults = Closed(
  {
    format: Type.Literal('carryover-run-results'),
    version: Type.Literal(1),
    runId: Uuid,
    kind: OneOf(runKinds),
    targetName: Type.String(),
    companies: Type.Array(CompanyResult),
    /** Done companies that were already Linked: their imported credentials were not sent. */
    alreadyLinked: Type.Optional(Type.Integer()),
    calls: MapOf(Type.Integer()),
    duplicates: Type.Array(Duplicate),
  },
  { title: 'RunResults' },
);
export type RunResults = Static<typeof RunResults>;

/** One call of a row in the ledger of its run; without a response it is in progress, or was cut off. */
export const LedgerCall = Closed({
  runId: Uuid,
  kind: OneOf(runKinds),
  step: OneOf(runSteps),
  method: Type.String(),
  path: Type.String(),
  at: UtcDate,
  ms: Type.Optional(Type.Integer()),
  status: Type.Optional(Type.Integer()),
  attempts: Type.Optional(Type.Integer()),
  correlationId: Type.Optional(Type.String()),
  problem: Type.Optional(Type.String({ description: 'Why the call failed. Never holds a secret.' })),
});
export type LedgerCall = Static<typeof LedgerCall>;

/** One row with its latest calls to the case's target, in order. */
export const TokenRowDetail = Closed(
  { row: TokenRow, calls: Type.Array(LedgerCall), callCount: Type.Integer() },
  { title: 'TokenRowDetail' },
);
export type TokenRowDetail = Static<typeof TokenRowDetail>;
