import { type Static, Type } from 'typebox';
import { Closed, MapOf, OneOf, UtcDate, Uuid, VisibleName } from './common.ts';
import { CutoverCheck, EnteredText, PartyName } from './eligibility.ts';
import { ParityReport } from './parity.ts';
import { CutoverResult, PlannedEndpoint } from './sandbox.ts';
import { TargetId } from './target.ts';
import { Webhook } from './webhook.ts';

/** The webhook cutover as a migration: plan, rehearsal, parity, states, rollback. Source: `docs/reference/rules/cutover.md`. */

const Digest = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hex.' });

export const headerSources = ['profile', 'portal', 'always'] as const;
export type HeaderSource = (typeof headerSources)[number];

/** One value of a header in the legacy set-up: masked, and a keyed mark that tells whether two are the same. */
const HeaderOrigin = Closed({
  source: OneOf(headerSources),
  masked: Type.String(),
  mark: Type.Optional(Type.String({ description: 'Keyed, hex.' })),
});

/** A header with two different values; `use` once a person decided. */
export const HeaderConflict = Closed({
  header: Type.String(),
  values: Type.Array(HeaderOrigin),
  use: Type.Optional(OneOf('profile', 'portal')),
  by: Type.Optional(Type.String()),
});
export type HeaderConflict = Static<typeof HeaderConflict>;

export const PlannedRule = Closed({
  ruleId: Type.String(),
  type: Type.String(),
  companyId: Type.Optional(Type.String()),
  url: Type.Optional(Type.String({ description: 'Of its webhook.' })),
  emails: Type.Array(Type.String()),
  eventTypes: Type.Array(Type.String()),
  conditionsLost: Type.Array(
    Closed({
      condition: Type.String(),
      check: Type.String({ description: 'What the consumer has to look at instead.' }),
    }),
  ),
  dropped: Type.Array(Type.String()),
  renamed: Type.Array(Closed({ from: Type.String(), to: Type.String() })),
});
export type PlannedRule = Static<typeof PlannedRule>;

export const taskIds = [
  'filter-read-completed',
  'read-new-payload',
  'drop-rule-id',
  'verify-signature',
  'deduplicate',
  'several-data-types',
  'client-id-header',
  'authorization-header',
  'drop-retry-after',
  'rebuild-emails',
  'allow-addresses',
] as const;
export type TaskId = (typeof taskIds)[number];

/** A change in the integrator's code or set-up. */
export const CutoverTask = Closed({
  id: OneOf(taskIds),
  title: Type.String(),
  why: Type.String(),
  uses: Type.Optional(Type.Array(Type.String(), { description: 'File and line, as the scan found them.' })),
  sample: Type.Optional(Type.String({ description: 'The topic of its code sample.' })),
});
export type CutoverTask = Static<typeof CutoverTask>;

const KeptHeader = Closed({ masked: Type.String(), mark: Type.String({ description: 'Keyed, hex.' }) });

/** The legacy set-up and the endpoints as they were read. */
export const CutoverSnapshot = Closed({
  rules: Type.Array(
    Closed({
      id: Type.String(),
      type: Type.String(),
      companyId: Type.Optional(Type.String()),
      emails: Type.Array(Type.String()),
      webhook: Type.Optional(Type.String()),
    }),
  ),
  webhooks: Type.Array(Webhook),
  authHeader: Type.Optional(KeptHeader),
  /** Of the portal, if its value was supplied. */
  portalHeader: Type.Optional(KeptHeader),
});
export type CutoverSnapshot = Static<typeof CutoverSnapshot>;

const planned = {
  conflicts: Type.Array(HeaderConflict),
  endpoints: Type.Array(
    Closed({
      ...PlannedEndpoint.properties,
      headers: Type.Array(
        Closed({ name: Type.String(), source: OneOf(headerSources), masked: Type.String() }),
      ),
      fromRules: Type.Array(Type.String()),
    }),
  ),
  rules: Type.Array(PlannedRule),
  tasks: Type.Array(CutoverTask),
};

/** What is frozen: its canonical JSON has the digest. It names no time, so an unchanged target gives the same plan. */
export const CutoverPlan = Closed(
  {
    version: Type.Literal(1),
    caseId: Uuid,
    integrator: Type.String(),
    targetId: TargetId,
    clientId: Type.Optional(Uuid),
    snapshot: CutoverSnapshot,
    ...planned,
  },
  { title: 'CutoverPlan' },
);
export type CutoverPlan = Static<typeof CutoverPlan>;

export const preconditionIds = [
  'verdict',
  'client-id',
  'portal-header',
  'conflicts',
  'rule-types',
  'limits',
  'snapshot',
  'request',
] as const;
export type PreconditionId = (typeof preconditionIds)[number];
export const Precondition = Closed({
  id: OneOf(preconditionIds),
  holds: Type.Union([Type.Boolean(), Type.Null()], { description: 'null: not known.' }),
  why: Type.String(),
  /** `apply`: needed only then, so a plan may be frozen without it. */
  neededFor: OneOf('plan', 'apply'),
});
export type Precondition = Static<typeof Precondition>;

export const CutoverPlanView = Closed(
  {
    digest: Digest,
    frozen: Type.Optional(
      Closed({
        at: UtcDate,
        actor: Type.String(),
        by: Type.Optional(Type.String({ description: 'Who decided, if it was said.' })),
        seq: Type.Integer(),
      }),
    ),
    /** When the target was read for it. */
    read: UtcDate,
    caseId: Uuid,
    targetId: TargetId,
    clientId: Type.Optional(Uuid),
    preconditions: Type.Array(Precondition),
    ...planned,
  },
  { title: 'CutoverPlanView' },
);
export type CutoverPlanView = Static<typeof CutoverPlanView>;

/**
 * Reads the target and plans. `freeze`: also records it, if conflicts are decided and the portal header is known. `by`:
 * who decided, recorded with the plan.
 */
export const PlanRequest = Closed(
  { freeze: Type.Optional(Type.Boolean()), by: Type.Optional(VisibleName) },
  { title: 'PlanRequest' },
);
export type PlanRequest = Static<typeof PlanRequest>;
export const ConflictDecision = Closed(
  { header: Type.String({ minLength: 1, maxLength: 200 }), use: OneOf('profile', 'portal'), by: VisibleName },
  { title: 'ConflictDecision' },
);
export type ConflictDecision = Static<typeof ConflictDecision>;

export const comparisonSources = ['rehearsal', 'dual-run', 'recordings'] as const;
export type ComparisonSource = (typeof comparisonSources)[number];
export const Comparison = Closed({
  seq: Type.Integer(),
  at: UtcDate,
  actor: Type.String(),
  source: OneOf(comparisonSources),
  planDigest: Digest,
  current: Type.Boolean({ description: 'It is about the plan that is frozen now.' }),
  report: ParityReport,
});
export type Comparison = Static<typeof Comparison>;

export const RehearseRequest = Closed(
  {
    consumerUrl: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        description: 'A staging consumer, instead of the recorder.',
      }),
    ),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  },
  { title: 'RehearseRequest' },
);
export type RehearseRequest = Static<typeof RehearseRequest>;

/** How much a rehearsal of the frozen plan sends. */
export const RehearsalSize = Closed(
  {
    companies: Type.Integer({ description: 'Those that rules name, and examples of the others.' }),
    ofCompanies: Type.Integer({ description: 'All that the target has.' }),
    events: Type.Integer({ description: 'Published once by each mechanism.' }),
    requests: Type.Integer({ description: 'At most, of both mechanisms together.' }),
  },
  { title: 'RehearsalSize' },
);
export type RehearsalSize = Static<typeof RehearsalSize>;

/** A dual run that is under way, or the last one. */
export const DualRunView = Closed(
  {
    running: Type.Boolean(),
    started: Type.Optional(UtcDate),
    ended: Type.Optional(UtcDate),
    url: Type.Optional(Type.String({ description: 'The recorder that both mechanisms send to.' })),
    report: Type.Optional(ParityReport),
    pairs: Type.Array(
      Closed({
        at: UtcDate,
        ruleType: Type.String(),
        eventType: Type.Optional(Type.String()),
        companyId: Type.Optional(Type.String()),
        outcome: OneOf('both', 'legacy-only', 'new-only', 'twice', 'waiting'),
        lateMs: Type.Optional(Type.Number()),
        unexplained: Type.Integer({ minimum: 0 }),
      }),
      { maxItems: 200, description: 'Newest first.' },
    ),
  },
  { title: 'DualRun' },
);
export type DualRunView = Static<typeof DualRunView>;

export const ApplyRequest = Closed(
  {
    by: VisibleName,
    note: Type.Optional(EnteredText),
    digest: Type.Optional(Digest),
  },
  { title: 'ApplyRequest' },
);
export type ApplyRequest = Static<typeof ApplyRequest>;

export const soakProblems = [
  'delivery-failed',
  'delivery-retrying',
  'endpoint-disabled',
  'endpoint-changed',
  'endpoint-deleted',
  'header-lost',
  'legacy-only',
  'not-readable',
] as const;
export const SoakProblem = Closed({
  id: OneOf(soakProblems),
  what: Type.String(),
  count: Type.Integer({ minimum: 1 }),
  webhookId: Type.Optional(Uuid),
});
export type SoakProblem = Static<typeof SoakProblem>;
export const SoakObservation = Closed({
  at: UtcDate,
  endpoints: Type.Array(
    Closed({
      webhookId: Uuid,
      url: Type.String({ description: 'Without its query.' }),
      /** Of the local service; a remote one does not tell. */
      deliveries: Type.Optional(
        Closed({
          succeeded: Type.Integer(),
          failed: Type.Integer(),
          waiting: Type.Integer(),
          /** Only of what is recorded. */
          byAttempt: Type.Optional(
            Type.Array(Type.Integer({ minimum: 0 }), {
              maxItems: 8,
              description:
                'Of those that succeeded: at the first attempt of the schedule, the second, and so on.',
            }),
          ),
          resent: Type.Optional(
            Type.Integer({ minimum: 0, description: 'Of those that succeeded: after a resend or replay.' }),
          ),
        }),
      ),
      disabled: Type.Boolean(),
    }),
  ),
  problems: Type.Array(SoakProblem, { maxItems: 200 }),
});
export type SoakObservation = Static<typeof SoakObservation>;
export const SoakRequest = Closed(
  { until: UtcDate, by: VisibleName, note: Type.Optional(EnteredText) },
  { title: 'SoakRequest' },
);
export type SoakRequest = Static<typeof SoakRequest>;
export const SoakView = Closed(
  {
    started: UtcDate,
    until: UtcDate,
    by: Type.String(),
    state: OneOf('running', 'over'),
    /** What is so now; `last.at` says when that was seen. */
    last: Type.Optional(SoakObservation),
    history: Type.Array(SoakObservation, {
      maxItems: 200,
      description: 'Whenever problems changed, newest first.',
    }),
  },
  { title: 'Soak' },
);
export type SoakView = Static<typeof SoakView>;

/** What a rollback undoes, first shown, then done as shown. */
export const RollbackPreview = Closed(
  {
    digest: Digest,
    targetId: TargetId,
    endpoints: Type.Array(Webhook, { description: 'They are disabled, not deleted.' }),
    rules: Type.Array(Closed({ ruleId: Type.String(), type: Type.String() }), {
      description: 'They fire again.',
    }),
    headers: Type.Array(Type.String(), { description: 'They go back to the profile.' }),
    steps: Type.Array(Type.String(), { description: 'Titles of steps that open again.' }),
    waiting: Type.Optional(Type.Integer({ description: 'Deliveries that are not attempted any more.' })),
    request: Type.Optional(
      Type.String({ description: 'Of a remote target: what to send the provider, as Markdown.' }),
    ),
  },
  { title: 'RollbackPreview' },
);
export type RollbackPreview = Static<typeof RollbackPreview>;
export const RollbackRequest = Closed(
  { by: VisibleName, reason: EnteredText, digest: Type.Optional(Digest) },
  { title: 'RollbackRequest' },
);
export type RollbackRequest = Static<typeof RollbackRequest>;

export const CompleteRequest = Closed(
  { by: VisibleName, note: Type.Optional(EnteredText) },
  { title: 'CompleteRequest' },
);
export type CompleteRequest = Static<typeof CompleteRequest>;

export const cutoverStages = [
  'planned',
  'rehearsed',
  'requested',
  'granted',
  'verified',
  'soak',
  'completed',
] as const;
export type CutoverStage = (typeof cutoverStages)[number];

/** Everything about the cutover of a case, as it is now. */
export const CutoverView = Closed(
  {
    caseId: Uuid,
    revision: Type.Integer(),
    targetId: TargetId,
    local: Type.Boolean(),
    /** The last stage that is reached and still true. */
    state: OneOf('none', ...cutoverStages, 'rolled-back'),
    stages: Type.Array(
      Closed({
        id: OneOf(cutoverStages),
        reached: Type.Boolean(),
        responsible: PartyName,
        at: Type.Optional(UtcDate),
        why: Type.Array(Type.String(), { description: 'What is missing; empty once it is reached.' }),
      }),
    ),
    next: Type.Optional(Closed({ what: Type.String(), responsible: PartyName })),
    plan: Type.Optional(CutoverPlanView),
    /** Planned since, and not frozen; kept in memory. */
    draft: Type.Optional(CutoverPlanView),
    preconditions: Type.Array(Precondition),
    comparisons: Type.Array(Comparison, { description: 'Newest first.' }),
    granted: Type.Optional(Closed({ at: UtcDate, actor: Type.String(), result: CutoverResult })),
    check: Type.Optional(CutoverCheck),
    soak: Type.Optional(SoakView),
    completed: Type.Optional(Closed({ at: UtcDate, by: Type.String(), note: Type.Optional(Type.String()) })),
    rollbacks: Type.Array(
      Closed({
        at: UtcDate,
        by: Type.String(),
        reason: Type.String(),
        /** `requested`: of a remote target, as long as it is not seen to be back. */
        state: OneOf('done', 'requested'),
      }),
      { description: 'Newest first.' },
    ),
  },
  { title: 'Cutover' },
);
export type CutoverView = Static<typeof CutoverView>;

/** Languages of code samples. */
export const sampleLanguages = ['node', 'python', 'php', 'csharp', 'java', 'go', 'ruby'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];
export const SampleQuery = Type.Object({ language: Type.Optional(OneOf(sampleLanguages)) });
export const CodeSamples = Closed({
  topic: Type.String(),
  samples: MapOf(Type.String({ description: 'By language.' })),
});
export type CodeSamples = Static<typeof CodeSamples>;
