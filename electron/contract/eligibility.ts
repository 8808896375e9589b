import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid, VisibleName } from './common.ts';
import { ExecReport, ExecRunEnd } from './exec-report.ts';
import { CutoverRequest, CutoverResult } from './sandbox.ts';
import { TargetId } from './target.ts';
import { authHeaderBytes } from './webhook.ts';

/** Eligibility: checks, evidence, verdict, migration request. Source: `docs/reference/rules/eligibility.md`. */

export const eligibilityRows = [
  'email-notifications',
  'alerts-endpoints',
  'rule-id',
  'company-agnostic',
  'company-specific',
  'client-id-header',
  'auth-header-profile',
  'auth-header-portal',
  'retry-after',
] as const;
export type EligibilityRow = (typeof eligibilityRows)[number];
export const Row = OneOf(eligibilityRows);

export const rowStates = ['present', 'absent', 'unknown'] as const;
export type RowState = (typeof rowStates)[number];

export const collectors = ['configuration', 'source', 'traffic', 'live', 'exec'] as const;
export type Collector = (typeof collectors)[number];

/** Who does a step or an action. */
export const parties = ['integrator', 'support', 'provider', 'both'] as const;
export type Party = (typeof parties)[number];
export const PartyName = OneOf(parties);

export const findingKinds = [
  'alerts-call',
  'rule-id-use',
  'client-id-read',
  'retry-after-set',
  'authorization-check',
  'rule',
  'profile',
  'retry-after-seen',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** What a mention in source code may be a use of. `authorization` supports both auth-header checks and decides neither. */
export const mentionSubjects = [
  'alerts-endpoints',
  'rule-id',
  'client-id-header',
  'retry-after',
  'authorization',
] as const;
export type MentionSubject = (typeof mentionSubjects)[number];

/** Why a mention is no use of its subject. Each is something that the code shows. Source: `docs/reference/rules/eligibility.md#mentions`. */
export const explanationReasons = [
  'comment',
  'documentation',
  'test',
  'other-host',
  'own-route',
  'own-field',
  'other-library',
  'own-api',
  'outgoing-call',
  'not-a-path',
  'text',
  'definition',
] as const;
export type ExplanationReason = (typeof explanationReasons)[number];

const codeLine = {
  file: Type.String({ description: 'Relative to the code base, with forward slashes.' }),
  line: Type.Integer({ minimum: 1 }),
  excerpt: Type.String({ maxLength: 400, description: 'The line; possible secrets are redacted.' }),
};
const SourcePlace = Closed({ kind: Type.Literal('source'), ...codeLine });
const RequestPlace = Closed({
  kind: Type.Literal('request'),
  method: Type.String(),
  path: Type.String({ description: 'Without the query string.' }),
  first: UtcDate,
  last: UtcDate,
  count: Type.Integer({ minimum: 1 }),
  caller: Type.Optional(Type.String({ description: 'The user agent, if known.' })),
  log: Type.Optional(Type.String({ description: 'The log file.' })),
});
const ResourcePlace = Closed({
  kind: Type.Literal('resource'),
  resource: OneOf('rule', 'profile', 'endpoint', 'alert'),
  id: Type.Optional(Type.String()),
  text: Type.String(),
});
export const FindingPlace = Type.Union([SourcePlace, RequestPlace, ResourcePlace]);
export type FindingPlace = Static<typeof FindingPlace>;

/** One occurrence of what a check searches for. */
export const Finding = Closed(
  {
    /** The same in later runs, so that a dismissal stays. */
    id: Type.String({ pattern: '^[0-9a-f]{16}$' }),
    row: Row,
    kind: OneOf(findingKinds),
    /** In a comment, in documentation or in a test: decides no check by itself. */
    weak: Type.Boolean(),
    confidence: OneOf('high', 'medium', 'low'),
    place: FindingPlace,
    why: Type.String({ description: 'What was recognized, in words.' }),
  },
  { title: 'Finding' },
);
export type Finding = Static<typeof Finding>;

/** How many calls a finding stood for when a person judged it, and until when. */
export const SeenCalls = Closed({ count: Type.Integer({ minimum: 1 }), last: UtcDate });
export type SeenCalls = Static<typeof SeenCalls>;
/** A finding as it was when a person judged it. */
export const SeenFinding = Closed({ id: Type.String(), calls: Type.Optional(SeenCalls) });
export type SeenFinding = Static<typeof SeenFinding>;
/** Findings that one override keeps; it does not apply to further ones. */
export const seenLimit = 5000;

/** What a collector says of one check. */
export const RowStatement = Closed({
  row: Row,
  /** `absent` only on the terms of `docs/reference/rules/eligibility.md#not-found`; `nothing-seen` says less. `present` and `weak` follow from the findings. */
  says: OneOf('present', 'weak', 'absent', 'nothing-seen'),
  because: Type.String({ description: 'What was read, and how much of it.' }),
  findingCount: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Findings of this check, including those beyond the limit.' }),
  ),
});
export type RowStatement = Static<typeof RowStatement>;

export const Skipped = Closed({
  path: Type.String(),
  reason: OneOf(
    'binary',
    'too-large',
    'encoding',
    'unreadable',
    'link-outside',
    'link-loop',
    'path-outside',
    'archive-limit',
    'archive-damaged',
    'not-supported',
    'line-too-long',
    'malformed',
    'ignored',
    'vendored',
  ),
  detail: Type.Optional(Type.String()),
});
export type Skipped = Static<typeof Skipped>;

/** The calls in traffic logs by host, kept so that this API's hosts can be named without reading the logs again. */
export const TrafficByHost = Closed({
  named: Type.Optional(
    Type.Array(Type.String(), {
      description: "This API's hosts or prefixes; omitted until they are named.",
    }),
  ),
  isOpen: Type.Boolean({ description: 'The result depends on hosts that are not named yet.' }),
  hosts: Type.Array(
    Closed({
      host: Type.String(),
      calls: Type.Integer({ description: 'Requests of any kind.' }),
      alerts: Type.Integer({ description: 'Of these, possible calls to the alerts endpoints.' }),
    }),
    {
      description: 'Hosts with possible calls to the alerts endpoints first, then by calls.',
    },
  ),
  hostCount: Type.Integer(),
  /** Calls without a host in the logs: they count whichever hosts are named. */
  hostless: Closed({ alerts: Type.Integer(), others: Type.Integer(), certain: Type.Integer() }),
  /** Independent of the hosts that are named: what was read, what is missing for an absence, and notes. */
  ground: Closed({ read: Type.String(), lacking: Type.Array(Type.String()), notes: Type.String() }),
  /** Possible calls to the alerts endpoints, to hosts that are not named yet. */
  waiting: Type.Array(Closed({ host: Type.String(), finding: Finding })),
  isCut: Type.Boolean({
    description: 'More hosts or calls than are kept: read the logs again with the hosts named.',
  }),
});
export type TrafficByHost = Static<typeof TrafficByHost>;
/** Hosts and waiting calls that one evidence keeps. */
export const trafficLimits = { hosts: 100, waiting: 200 } as const;

export const HostsRequest = Closed({
  hosts: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
    maxItems: 50,
    description: "This API's hosts among those in the logs; empty: none of them.",
  }),
});
export type HostsRequest = Static<typeof HostsRequest>;
/** Mentions that one entry names. */
export const dismissalLimit = 5000;

/** Digests of files that one evidence keeps. */
export const sketchSize = 128;

/** Why a mention needs review. */
export const reviewCauses = ['not-recognized', 'unknown-language', 'other-part'] as const;
export type ReviewCause = (typeof reviewCauses)[number];
export const Subject = OneOf(mentionSubjects);
export const Cause = OneOf(reviewCauses);
const MentionId = Type.String({ pattern: '^[0-9a-f]{16}$' });

/** A mention that neither a finding nor a reason settles: a person decides whether it is a use. */
export const ReviewMention = Closed(
  {
    /** The same for the same line of a code base, so that a dismissal stays. */
    id: MentionId,
    subject: Subject,
    ...codeLine,
    cause: Cause,
  },
  { title: 'ReviewMention' },
);
export type ReviewMention = Static<typeof ReviewMention>;
/** Mentions to review that one evidence lists, a subject; the rest is counted, and blocks absence. */
export const reviewLimit = 500;

/** Every mention of source code, settled or not. Source: `docs/reference/rules/eligibility.md#mentions`. */
const mentionCounts = {
  count: Type.Integer({ minimum: 0 }),
  found: Type.Integer({ minimum: 0, description: 'With a finding.' }),
  explained: Type.Array(
    Closed({
      subject: Subject,
      reason: OneOf(explanationReasons),
      count: Type.Integer({ minimum: 1 }),
    }),
  ),
  reviewCounts: Type.Array(Closed({ subject: Subject, count: Type.Integer({ minimum: 1 }) }), {
    description: 'To review, including those that are not listed.',
  }),
};
export const Mentions = Closed({
  ...mentionCounts,
  toReview: Type.Array(ReviewMention, { description: 'The first of each subject.' }),
});
export type Mentions = Static<typeof Mentions>;

/** A test run as its report tells of it; calls of the alerts endpoints are findings. */
export const TestRun = Closed({
  ...Type.Omit(ExecReport, ['end']).properties,
  end: Type.Optional(Type.Omit(ExecRunEnd, ['alerts'])),
  sha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of what the run wrote: another one of the same run was changed.',
  }),
});
export type TestRun = Static<typeof TestRun>;

/** What one run of a collector found. It replaces earlier evidence of the same collector and scope. */
export const Evidence = Closed(
  {
    id: Uuid,
    collector: OneOf(collectors),
    /** What the evidence is of, such as the name of a code base. */
    scope: Type.String({ minLength: 1, maxLength: 200 }),
    at: UtcDate,
    /** What was read: name of a folder or file, or a target with its base URL. */
    origin: Type.String(),
    /** SHA-256 of what was read, hex; absent where it can't be read again, such as a live target. */
    digest: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    files: Type.Optional(
      Closed(
        {
          sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'As `sha256sum` prints it.' }),
          of: OneOf('file', 'manifest'),
          manifest: Type.Optional(
            Type.Unsafe<string>({ ...Uuid, description: 'The attachment that holds the manifest.' }),
          ),
        },
        {
          description:
            'Of the file that was given; of a folder or several files, of their manifest in the format of `sha256sum`.',
        },
      ),
    ),
    read: Closed({
      files: Type.Optional(Type.Integer()),
      bytes: Type.Optional(Type.Integer()),
      languages: Type.Optional(Type.Array(Type.String())),
      requests: Type.Optional(
        Type.Integer({ description: 'Calls to this API, including the alerts endpoints.' }),
      ),
      entries: Type.Optional(Type.Integer({ description: 'Log entries of any kind.' })),
      from: Type.Optional(UtcDate),
      to: Type.Optional(UtcDate),
      unwatchedMs: Type.Optional(Type.Integer({ description: 'Time without observation, in ms.' })),
      skipped: Type.Array(Skipped, { description: 'The first of them.' }),
      skippedCount: Type.Integer(),
    }),
    rows: Type.Array(RowStatement),
    /** The strongest first; at most `findingLimit`. */
    findings: Type.Array(Finding),
    findingCount: Type.Integer(),
    /** Of traffic logs. */
    traffic: Type.Optional(TrafficByHost),
    /** Of the report of a test run. */
    testRun: Type.Optional(TestRun),
    mentions: Type.Optional(
      Type.Unsafe<Mentions>({
        ...Mentions,
        description: 'Of source code; omitted in evidence from before mentions were recorded.',
      }),
    ),
    sketch: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9a-f]{16}$' }), {
        maxItems: sketchSize,
        description: 'The smallest digests of its files, to recognize the same files.',
      }),
    ),
  },
  { title: 'Evidence' },
);
export type Evidence = Static<typeof Evidence>;
/** Findings and skips kept in one evidence; the rest is counted. */
export const findingLimit = 1000;
export const skippedLimit = 200;

export const RowResult = Closed(
  {
    row: Row,
    state: OneOf(rowStates),
    blocks: Type.Boolean({ description: 'A blocker that is found or needs an answer.' }),
    because: Type.Array(Type.String()),
    /** What settled it. */
    source: OneOf('evidence', 'answer', 'overrule', 'nothing'),
    evidence: Type.Array(Uuid),
    findings: Type.Array(Type.String(), { description: 'Ids of findings that count.' }),
    /** What would settle an unknown check. */
    missing: Type.Optional(Type.String()),
    toReview: Type.Optional(Type.Integer({ minimum: 1, description: 'Mentions in source code to review.' })),
  },
  { title: 'RowResult' },
);
export type RowResult = Static<typeof RowResult>;

export const Action = Closed({
  row: Row,
  responsible: PartyName,
  blocking: Type.Boolean(),
  what: Type.String(),
});
export type Action = Static<typeof Action>;

export const verdictStates = ['eligible', 'blocked', 'undetermined'] as const;
export type VerdictState = (typeof verdictStates)[number];

/** A function of evidence, answers and overrides alone. */
export const Verdict = Closed(
  {
    state: OneOf(verdictStates),
    rows: Type.Array(RowResult),
    actions: Type.Array(Action),
  },
  { title: 'Verdict' },
);
export type Verdict = Static<typeof Verdict>;

/** What is different since the verdict before. */
export const VerdictChange = Closed({
  state: Type.Optional(Closed({ from: OneOf(verdictStates), to: OneOf(verdictStates) })),
  rows: Type.Array(Closed({ row: Row, from: OneOf(rowStates), to: OneOf(rowStates) })),
  gone: Type.Array(Finding, { description: 'Findings that no longer count.' }),
  appeared: Type.Array(Finding),
});
export type VerdictChange = Static<typeof VerdictChange>;

/** A text that a person enters. */
export const EnteredText = Type.String({
  minLength: 1,
  maxLength: 4000,
  pattern: '\\S',
  description: 'Not blank.',
});

export const AnswerRequest = Closed({
  state: OneOf('present', 'absent'),
  /** Who says so. */
  by: VisibleName,
  note: EnteredText,
});
export type AnswerRequest = Static<typeof AnswerRequest>;

export const OverrideRequest = Closed({
  state: OneOf('present', 'absent'),
  by: VisibleName,
  reason: EnteredText,
});
export type OverrideRequest = Static<typeof OverrideRequest>;

export const GroupOfMentions = Closed({
  scope: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'The code base.' })),
  subject: Type.Optional(Subject),
  cause: Type.Optional(Cause),
  file: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
});
export type GroupOfMentions = Static<typeof GroupOfMentions>;

/** What one dismissal put on record. */
export const DismissedMentions = Closed({
  ids: Type.Array(MentionId, { minItems: 1, maxItems: dismissalLimit }),
  group: Type.Optional(GroupOfMentions),
  reason: Type.String(),
});

/** The mentions of a case's source code that no finding and no reason settles, and those that a person dismissed. */
export const MentionsView = Closed(
  {
    results: Type.Array(
      Closed({
        ...ReviewMention.properties,
        scope: Type.String(),
        evidenceId: Uuid,
        dismissed: Type.Optional(Closed({ reason: Type.String(), at: UtcDate, actor: Type.String() })),
      }),
    ),
    groups: Type.Array(
      Closed({
        scope: Type.String(),
        subject: Subject,
        cause: Cause,
        open: Type.Integer({ description: 'Listed and not dismissed.' }),
        dismissed: Type.Integer(),
      }),
    ),
    codeBases: Type.Array(
      Closed({
        scope: Type.String(),
        evidenceId: Uuid,
        at: UtcDate,
        ...mentionCounts,
        unlisted: Type.Integer({
          description: 'To review, but not listed.',
        }),
      }),
    ),
    withoutMentions: Type.Array(Closed({ scope: Type.String(), evidenceId: Uuid, at: UtcDate }), {
      description: 'Code bases that were checked before mentions were recorded.',
    }),
  },
  { title: 'MentionsView' },
);
export type MentionsView = Static<typeof MentionsView>;

/**
 * Which part of the integration a test suite covers. Confirmed: a person states that nothing else of it calls this API.
 * Source: `docs/reference/rules/eligibility.md#test-runs`.
 */
export const CoverageRequest = Closed({
  coverage: EnteredText,
  /** Who says so. */
  by: VisibleName,
  confirmed: Type.Boolean({
    description:
      'By confirming, the person states that the suite covers every call of the integration to this API.',
  }),
});
export type CoverageRequest = Static<typeof CoverageRequest>;
export const CoverageWithdrawal = Closed({ reason: EnteredText });
export type CoverageWithdrawal = Static<typeof CoverageWithdrawal>;

export const RemovalRequest = Closed({ reason: EnteredText });

/** A code base that was checked before under another name. */
export const SameFiles = Closed({
  evidenceId: Uuid,
  scope: Type.String(),
  sameAs: Closed({ evidenceId: Uuid, scope: Type.String(), origin: Type.String(), at: UtcDate }),
  share: Type.Number({ minimum: 0, maximum: 1, description: 'Share of identical files.' }),
  replaced: Type.Boolean({ description: 'The earlier evidence was removed.' }),
});
export type SameFiles = Static<typeof SameFiles>;

/** Exported configuration as the API returns it: pages or bare lists. */
export const configurationFiles = ['rulesFile', 'profileFile', 'webhooksFile'] as const;
export const logFormats = ['har', 'combined', 'jsonl', 'csv'] as const;
export type LogFormat = (typeof logFormats)[number];

export const CheckRequest = Closed(
  {
    /** The case that records evidence and verdict; without it nothing is recorded. */
    caseId: Type.Optional(Uuid),
    configuration: Type.Optional(
      Closed({
        /** The case's target if left out and no files are given. */
        targetId: Type.Optional(TargetId),
        rulesFile: Type.Optional(Type.String({ maxLength: 4096 })),
        profileFile: Type.Optional(Type.String({ maxLength: 4096 })),
        webhooksFile: Type.Optional(Type.String({ maxLength: 4096 })),
      }),
    ),
    source: Type.Optional(
      Type.Array(
        Closed({
          path: Type.String({
            minLength: 1,
            maxLength: 4096,
            description: 'Absolute: a folder, .zip, .tar.gz or .tgz.',
          }),
          /** The folder's or archive's name if left out. */
          scope: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        }),
        { maxItems: 20 },
      ),
    ),
    /** Evidence of the same files under another name is removed. */
    replaceSame: Type.Optional(Type.Boolean()),
    traffic: Type.Optional(
      Closed({
        paths: Type.Array(Type.String({ minLength: 1, maxLength: 4096, description: 'Absolute.' }), {
          minItems: 1,
          maxItems: 200,
        }),
        scope: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        format: Type.Optional(OneOf(logFormats)),
        /** Names of fields or columns, for JSON lines and CSV. */
        fields: Type.Optional(
          Closed({
            method: Type.Optional(Type.String()),
            path: Type.Optional(Type.String()),
            time: Type.Optional(Type.String()),
          }),
        ),
        /** Hosts or prefixes that calls of this API have in the log, such as api.example.com/v1; the target's if left out. */
        hosts: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 50 })),
      }),
    ),
    execReports: Type.Optional(
      Type.Array(
        Closed({
          path: Type.String({
            minLength: 1,
            maxLength: 4096,
            description: 'Absolute: the JUnit file of `carryover exec --report`.',
          }),
          /** The suite; the folder in which it ran and a mark of its command line if left out. */
          scope: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
          coverage: Type.Optional(CoverageRequest),
        }),
        { minItems: 1, maxItems: 20 },
      ),
    ),
  },
  { title: 'CheckRequest' },
);
export type CheckRequest = Static<typeof CheckRequest>;

export const CheckResult = Closed(
  {
    evidence: Type.Array(Evidence),
    verdict: Verdict,
    /** Against the case's verdict before; absent for the first, and without a case. */
    change: Type.Optional(VerdictChange),
    /** Code bases that the case has under another name. */
    sameFiles: Type.Optional(Type.Array(SameFiles)),
    alreadyRecorded: Type.Optional(
      Type.Array(Uuid, { description: 'Evidence of test runs that the case had already.' }),
    ),
  },
  { title: 'CheckResult' },
);
export type CheckResult = Static<typeof CheckResult>;

/** A time in which the integrator's application is pointed at the local service, by the system's clock. */
export const ObservationRequest = Closed({
  name: VisibleName,
  /** Only calls whose user agent contains this text; Carryover's own calls never count. */
  caller: Type.Optional(VisibleName),
});
export type ObservationRequest = Static<typeof ObservationRequest>;

export const Observation = Closed(
  {
    id: Uuid,
    name: Type.String(),
    caller: Type.Optional(Type.String()),
    from: UtcDate,
    /** Absent while it is open. */
    to: Type.Optional(UtcDate),
    /** Until when calls were observed. */
    seenUntil: UtcDate,
    calls: Type.Array(
      Closed({
        method: Type.String(),
        path: Type.String(),
        first: UtcDate,
        last: UtcDate,
        count: Type.Integer(),
        caller: Type.Optional(Type.String()),
      }),
      { description: 'To the alerts endpoints.' },
    ),
    otherCalls: Type.Integer({ description: 'Other calls to this API.' }),
    unwatchedMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Time in which calls were not observed, in ms: the host was not running, or was killed.',
      }),
    ),
  },
  { title: 'Observation' },
);
export type Observation = Static<typeof Observation>;

/** What the provider is asked for. Source: `docs/reference/rules/eligibility.md#migration-request`. */
export const MigrationRequest = Closed(
  {
    title: Type.String(),
    caseId: Uuid,
    integrator: Type.String(),
    clientId: Type.Optional(Uuid),
    drafted: UtcDate,
    /** The chain's digest at the entry before the draft. */
    chainDigest: Type.String(),
    rows: Type.Array(Closed({ row: Row, state: OneOf(rowStates), because: Type.Array(Type.String()) })),
    evidence: Type.Array(
      Closed({
        id: Uuid,
        collector: OneOf(collectors),
        origin: Type.String(),
        at: UtcDate,
        digest: Type.String({ description: "SHA-256 of the evidence's canonical form." }),
        files: Type.Optional(
          Closed(
            {
              sha256: Type.String(),
              of: OneOf('file', 'manifest'),
              manifest: Type.Optional(Type.String({ description: 'The name of the attached manifest.' })),
            },
            { description: 'What was read, as `sha256sum` prints it.' },
          ),
        ),
      }),
    ),
    dismissedMentions: Type.Optional(
      Type.Array(
        Closed({
          subject: Subject,
          count: Type.Integer({ minimum: 1 }),
          reason: Type.String(),
          by: Type.String(),
          at: UtcDate,
        }),
        {
          description: 'Dismissed mentions in source code; omitted in older requests.',
        },
      ),
    ),
    carryOver: Type.Array(Type.String()),
    actions: Type.Array(Action),
    ipAddresses: Type.Array(Type.String()),
    plan: Type.Optional(
      Type.String({ description: 'The digest of the frozen cutover plan that it asks for.' }),
    ),
  },
  { title: 'MigrationRequest' },
);
export type MigrationRequest = Static<typeof MigrationRequest>;

export const requestStates = ['drafted', 'sent', 'confirmed'] as const;
export const MigrationRequestView = Closed({
  state: OneOf(requestStates),
  document: MigrationRequest,
  markdown: Type.String(),
  history: Type.Array(
    Closed({
      state: OneOf(requestStates),
      at: UtcDate,
      by: Type.String(),
      note: Type.Optional(Type.String()),
    }),
  ),
  /** The verdict has changed since it was drafted. */
  outdated: Type.Boolean(),
});
export type MigrationRequestView = Static<typeof MigrationRequestView>;
export const RequestStep = Closed({ by: VisibleName, note: Type.Optional(EnteredText) });
export type RequestStep = Static<typeof RequestStep>;

/** The auth header that is set in the portal: its value, or that it is the one of the profile. */
export const PortalHeaderRequest = Type.Union(
  [
    Closed({ by: VisibleName, value: Type.String({ minLength: 1, maxLength: authHeaderBytes }) }),
    Closed({ by: VisibleName, equalsProfile: Type.Literal(true) }),
  ],
  { title: 'PortalHeaderRequest' },
);
export type PortalHeaderRequest = Static<typeof PortalHeaderRequest>;
/** What a case keeps of it; `masked` only of a value. */
export const PortalHeader = Closed({
  by: VisibleName,
  masked: Type.Optional(Type.String()),
  equalsProfile: Type.Optional(Type.Boolean()),
});
export type PortalHeader = Static<typeof PortalHeader>;

/** How a rule with emails is rebuilt in a generic automation tool. */
export const EmailRecipe = Closed(
  {
    ruleId: Uuid,
    ruleType: Type.String(),
    companyId: Type.Optional(Uuid),
    recipients: Type.Array(Type.String()),
    triggers: Type.Array(Type.String(), { description: 'Event types to use as the trigger.' }),
    filter: Type.Array(
      Closed({ field: Type.String(), operator: OneOf('equals', 'in', 'exists'), value: Type.String() }),
    ),
    subject: Type.String(),
    body: Type.String(),
  },
  { title: 'EmailRecipe' },
);
export type EmailRecipe = Static<typeof EmailRecipe>;
export const EmailRecipes = Closed({ results: Type.Array(EmailRecipe), markdown: Type.String() });
export type EmailRecipes = Static<typeof EmailRecipes>;

/** Whether the endpoints and headers of a cutover exist. */
export const CutoverCheck = Closed(
  {
    at: UtcDate,
    /** All expectations are met. */
    done: Type.Boolean(),
    /** `not-visible`: nothing is missing, but not everything can be verified from here. */
    state: Type.Optional(OneOf('done', 'missing', 'not-visible')),
    expectations: Type.Array(
      Closed({
        what: Type.String(),
        state: OneOf('met', 'missing', 'not-visible'),
        detail: Type.String(),
        webhookId: Type.Optional(Type.String({ description: 'The endpoint that it is about.' })),
      }),
    ),
  },
  { title: 'CutoverCheck' },
);
export type CutoverCheck = Static<typeof CutoverCheck>;

/** Granting a migration on the local service. `portalAuthHeader`: the auth header that is set in the portal. */
export const GrantRequest = Closed(
  {
    ...RequestStep.properties,
    portalAuthHeader: CutoverRequest.properties.portalAuthHeader,
  },
  { title: 'GrantRequest' },
);
export type GrantRequest = Static<typeof GrantRequest>;
export const GrantResult = Closed({ result: CutoverResult, request: MigrationRequestView });
export type GrantResult = Static<typeof GrantResult>;

export const RecipeQuery = Closed({
  rulesFile: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4096, description: 'Absolute path of exported rules.' }),
  ),
});

const onRecord = { at: UtcDate, actor: Type.String() };

export const EvidenceSummary = Closed({
  ...Type.Omit(Evidence, ['findings', 'mentions', 'sketch']).properties,
  mentions: Type.Optional(Closed(mentionCounts)),
});
export type EvidenceSummary = Static<typeof EvidenceSummary>;

/** Everything that bears on the eligibility of a case, as it is now. */
export const EligibilityView = Closed(
  {
    caseId: Uuid,
    revision: Type.Integer(),
    verdict: Verdict,
    rows: Type.Array(
      Closed({
        row: Row,
        setup: Type.String(),
        effect: OneOf('blocks', 'request', 'may-migrate'),
        absentByAnswer: Type.Boolean({ description: 'Whether an answer can be "not found".' }),
      }),
    ),
    findings: Type.Array(Finding, { description: 'Findings that count.' }),
    evidence: Type.Array(EvidenceSummary, {
      description: 'Without findings and mentions to review; includes open observations.',
    }),
    observations: Type.Array(Observation),
    answers: Type.Array(Closed({ row: Row, ...AnswerRequest.properties, ...onRecord })),
    overrules: Type.Array(Closed({ row: Row, ...OverrideRequest.properties, ...onRecord })),
    coverages: Type.Array(
      Closed({
        evidenceId: Uuid,
        ...CoverageRequest.properties,
        ...onRecord,
      }),
      { description: 'Of test runs, as stated last; without withdrawn ones.' },
    ),
    dismissals: Type.Array(
      Closed({
        findingId: Type.String(),
        row: Row,
        reason: Type.String(),
        ...onRecord,
        finding: Type.Optional(Finding),
      }),
    ),
    mentionDismissals: Type.Array(Closed({ ...DismissedMentions.properties, ...onRecord }), {
      description: 'In effect, the oldest first.',
    }),
    removedEvidence: Type.Array(
      Closed({
        evidence: EvidenceSummary,
        reason: Type.String(),
        ...onRecord,
      }),
      { description: 'Removed evidence; it no longer counts, but stays on record.' },
    ),
    history: Type.Array(
      Closed({ ...onRecord, state: OneOf(verdictStates), change: Type.Optional(VerdictChange) }),
      { description: 'Verdicts on record, the oldest first, each with what changed.' },
    ),
    cutOver: Type.Optional(
      Type.Unsafe<string>({
        ...UtcDate,
        description: 'When the migration was confirmed; omitted if it was reversed since.',
      }),
    ),
    portalHeader: Type.Optional(
      Closed({ ...PortalHeader.properties, ...onRecord }, { description: 'As supplied last.' }),
    ),
    /** State of the migration request; absent if none was drafted. */
    request: Type.Optional(OneOf(requestStates)),
  },
  { title: 'EligibilityView' },
);
export type EligibilityView = Static<typeof EligibilityView>;
