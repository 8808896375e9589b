import { type Static, Type } from 'typebox';
import { Closed, Keyed, OneOf, UtcDate, VisibleName } from './common.ts';
import { CauseName } from './token-causes.ts';
import { MigrationRef, rowStates } from './token-rows.ts';

/**
 * What is decided about companies that are not migrated: each is migrated, failed with an accepted reason, or excluded by
 * name before a handover is signed off. Source: `docs/reference/rules/managed-migration.md#companies-not-migrated`.
 */

const Reason = Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S' });
const Line = Type.Integer({ minimum: 0, description: 'Line in the imported file.' });

/** One row of the imported list. One without a ref is named by its line. */
const companyKey = {
  ref: Type.Optional(MigrationRef),
  line: Line,
  platformKey: Type.Optional(Type.String({ maxLength: 100 })),
};

/** The most companies in one entry of the chain. */
export const companiesOfEntry = 1000;
const companiesOf = <P extends object>(properties: P) =>
  Type.Array(Closed({ ...companyKey, ...properties }), { minItems: 1, maxItems: companiesOfEntry });

const Decided = Closed({
  companies: companiesOf({
    /** The state decided about, such as `failed needs-reauthorization verify`: another failure is not covered. */
    seen: Type.String({ minLength: 1, maxLength: 300 }),
  }),
  by: VisibleName,
  reason: Reason,
});

/** What the chain keeps, by kind of entry. */
export const decisionContents = {
  failuresAccepted: Decided,
  companiesExcluded: Decided,
  decisionsWithdrawn: Closed({ companies: companiesOf({}), reason: Reason }),
} as const;
export type DecisionContent<K extends keyof typeof decisionContents> = Static<(typeof decisionContents)[K]>;

export const decisionKinds = ['accepted', 'excluded'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** A row that is not migrated on the target of the case. `decision`: about its current state. */
export const NotMigrated = Closed({
  id: Type.Integer(),
  ...companyKey,
  name: Type.Optional(Type.String()),
  state: OneOf(rowStates),
  cause: Type.Optional(CauseName),
  /** Where it failed. */
  step: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  decision: Type.Optional(
    Closed({ kind: OneOf(decisionKinds), by: Type.String(), reason: Type.String(), at: UtcDate }),
  ),
});
export type NotMigrated = Static<typeof NotMigrated>;
export const NotMigratedPage = Keyed(NotMigrated);
export const NotMigratedQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1000 })),
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
});
export type NotMigratedQuery = Static<typeof NotMigratedQuery>;

/** How many companies are not migrated, by decision. */
export const DecisionCounts = Closed({
  accepted: Type.Integer(),
  excluded: Type.Integer(),
  /** Without a decision. */
  open: Type.Integer(),
});
export type DecisionCounts = Static<typeof DecisionCounts>;

const Refs = Type.Array(MigrationRef, { minItems: 1, maxItems: 10_000 });
const Lines = Type.Array(Line, { minItems: 1, maxItems: 10_000 });
const by = Type.Optional(Type.String({ ...VisibleName, description: 'Who decides (default: you).' }));

/** Either `refs` or `cause`. */
export const AcceptFailuresRequest = Closed(
  {
    refs: Type.Optional(Refs),
    cause: Type.Optional({ ...CauseName, description: 'All companies that failed with this cause.' }),
    reason: Reason,
    by,
  },
  { title: 'RunbookAcceptFailures' },
);
export type AcceptFailuresRequest = Static<typeof AcceptFailuresRequest>;

/** `lines`: of rows without a ref. */
export const ExcludeRequest = Closed(
  { refs: Type.Optional(Refs), lines: Type.Optional(Lines), reason: Reason, by },
  { title: 'RunbookExclude' },
);
export type ExcludeRequest = Static<typeof ExcludeRequest>;

export const WithdrawDecisionsRequest = Closed(
  { refs: Type.Optional(Refs), lines: Type.Optional(Lines), reason: Reason },
  { title: 'RunbookWithdrawDecisions' },
);
export type WithdrawDecisionsRequest = Static<typeof WithdrawDecisionsRequest>;
