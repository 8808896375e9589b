import { describe, expect, test } from 'vitest';
import { formatVerification } from '#cli/format/cutover-check.ts';
import { formatPair, formatParity } from '#cli/format/cutover-parity.ts';
import { formatPlan, planExitCode, planOutcome } from '#cli/format/cutover-plan.ts';
import { formatRollback } from '#cli/format/cutover-rollback.ts';
import { formatSoak, soakExitCode } from '#cli/format/cutover-soak.ts';
import { formatStatus, statusExitCode } from '#cli/format/cutover-status.ts';
import type { Precondition } from '#contract/cutover.ts';
import {
  conflict,
  cutoverView,
  digest,
  parityReport,
  planView,
  soakView,
  webhookId,
} from './cutover-views.ts';

const widest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));

describe('the plan', () => {
  test('shows today beside after the cutover, in 80 columns', () => {
    const text = formatPlan(planView());
    expect(text).toMatchInlineSnapshot(`
      "Plan 3f9c1a2b4d5e  not frozen
      4 rules become 2 endpoints and 1 email recipe.
      Target read 2026-01-15 09:00:00 UTC.

      TODAY                                 AFTER CUTOVER
      2 rules                               https://hooks.acme.example/service
      all companies                         87 event types
      - Dataset data changed                + read.completed
        2f81aaaa                            ! Condition lost: Sent only for data types
                                              whose records changed.
                                              Check:
                                              payload.dataTypes[].recordsModified is
                                              true.
      - Push Operation Status Changed       + *.write.successful (43 data types)
        7c04aaaa                              *.write.unsuccessful (43 data types)

      1 rule                                https://hooks.acme.example/service
      company c61088d2                      1 event type
      - New company synchronized            + read.completed.initial
        c610aaaa

      1 rule                                No endpoint
      no webhook
      - Sync Failed                           expenses.sync.unsuccessful
        e07baaaa                            ! Emails are not carried over: rebuild
        ops@acme.example                      them (\`carryover recipes\`).

      HEADERS ON EACH ENDPOINT
        NAME                VALUE           SOURCE
        X-Service-ClientId  50a3••••ce66    always sent
        Authorization       Bearer ••••F04  portal

      PROPERTIES
        LEGACY                 NEW
        AlertId                id
        ClientId               header:X-Service-ClientId
        CompanyId              payload.referenceCompany.id
        Data.companyName       payload.referenceCompany.name
        Data.dataType          payload.dataTypes[].dataType
        Data.dataType          payload.type
        Data.FailureStage      payload.failureStage
        Data.pushOperationKey  payload.id
        Data.status            payload.status
        Data.syncId            payload.syncId
        Data.syncType          payload.syncType
        DataConnectionId       payload.dataTypes[].connectionId
        DataConnectionId       payload.connectionId
        RuleType               eventType
        Dropped: RuleId, ClientName, Message, Data.datasetId, Data.sourceType

      TASKS OF THE INTEGRATOR
         1 Filter read.completed
           Two rules lose their condition, so every completed read arrives.
           hooks.js:14, hooks.js:20, jobs.js:3 and 1 more
         2 Verify webhook-signature
           Events are signed.

      PRECONDITIONS
        ✓ Verdict is eligible
        ✓ Client id is known
        ✓ Portal header is supplied
        ✓ Header conflicts are decided
        ✓ Endpoint limit is kept
        ✓ Snapshot matches the target
        ✗ Request was sent (before apply)
          The request was not sent."
    `);
    expect(widest(text)).toBeLessThanOrEqual(80);
  });

  test('is frozen unless something it needs fails, is undecided or not known', () => {
    const without = (holds: boolean | null): Precondition[] => [
      { id: 'verdict', holds, why: 'The verdict is undetermined.', neededFor: 'plan' },
    ];
    const frozen = { at: '2026-01-15T09:00:00.000Z', actor: 'Jo', seq: 12 };
    expect(planExitCode(planView({ frozen }))).toBe(0);
    expect(planOutcome(planView({ frozen }))).toBe(`Frozen. Digest: ${digest}`);
    expect(planExitCode(planView({ preconditions: without(false) }))).toBe(3);
    expect(planOutcome(planView({ preconditions: without(false) }))).toBe(
      'Not frozen: The verdict is undetermined.',
    );
    expect(planExitCode(planView({ preconditions: without(null) }))).toBe(4);
    expect(planExitCode(planView({ conflicts: [conflict()] }))).toBe(3);
    expect(planExitCode(planView({ conflicts: [conflict('portal')] }))).toBe(0);
  });

  test('says how to decide a conflict, and what was decided', () => {
    const open = planView({ conflicts: [conflict()] });
    expect(planOutcome(open)).toMatch(/two values for Authorization.*--use portal or --use profile/);
    expect(formatPlan(open)).toContain('! Authorization: two values');
    expect(formatPlan(open)).toMatch(/Authorization +undecided/);
    expect(formatPlan(open)).toMatch(/profile +Bearer ••••7B2\n.*portal +Bearer ••••F04/);
    const decided = formatPlan(planView({ conflicts: [conflict('portal')] }));
    expect(decided).toContain("✓ Authorization: the portal's value, decided by Jo");
  });

  test('marks what is not known', () => {
    const preconditions: Precondition[] = [
      { id: 'snapshot', holds: null, why: "The target can't be read.", neededFor: 'apply' },
    ];
    expect(formatPlan(planView({ preconditions }))).toContain(
      "? Snapshot matches the target (before apply)\n    The target can't be read.",
    );
  });

  test('lists headers by endpoint where they differ, and breaks long URLs', () => {
    const view = planView();
    const [first, second] = view.endpoints;
    const long = `https://hooks.acme.example/${'x'.repeat(120)}?token=1`;
    const endpoints = [
      { ...first, url: long },
      { ...second, headers: [] },
    ] as typeof view.endpoints;
    const text = formatPlan({ ...view, endpoints });
    expect(text.match(/HEADERS ON /g)).toHaveLength(2);
    expect(text).not.toContain(`${'x'.repeat(50)}`);
  });
});

describe('parity', () => {
  test('shows occurrences, differences with examples and the matrix, in 80 columns', () => {
    const text = formatParity(parityReport());
    expect(text).toMatchInlineSnapshot(`
      "Parity holds.
      24 occurrences in both, 0 legacy only, 2 new only, 0 twice
      Expected by lost conditions: 2 of the new only
      Requests: 24 legacy, 26 new
      New after legacy: median −12 ms, p99 40 ms

      RULE TYPE                          COMPANY   BOTH  LEGACY ONLY  NEW ONLY  TWICE
      Data Sync Status Changed To Error  own rule  24    0            2         0

      EXPECTED DIFFERENCES
        COUNT  MAPPING
        24     RuleId → dropped"
    `);
    expect(widest(text)).toBeLessThanOrEqual(80);
  });

  test('names the faults that make it fail, and what was not seen', () => {
    const failing = formatParity(
      parityReport({
        verdict: 'fails',
        differences: [
          { property: 'CompanyId', kind: 'unexplained', count: 1, example: { legacy: 'a', new: 'b' } },
        ],
        findings: [{ id: 'wrong-company', what: 'An event of company a went to company b.', count: 2 }],
      }),
    );
    expect(failing).toMatch(
      /Parity fails\.[\s\S]*1 +CompanyId +a +b[\s\S]*✗ Wrong company ×2 {2}wrong-company/,
    );
    const unknown = formatParity(parityReport({ verdict: 'unknown', why: ['No new request was recorded.'] }));
    expect(unknown).toMatch(/Parity is not known\.\nNo new request was recorded\./);
  });

  test('of a dual run is one line a pair', () => {
    const pair = { at: '2026-01-15T09:00:00.000Z', ruleType: 'Sync Failed', unexplained: 0 };
    expect(formatPair({ ...pair, outcome: 'legacy-only' })).toBe('09:00:00  ✗ legacy only  Sync Failed');
    expect(
      formatPair({
        ...pair,
        outcome: 'both',
        eventType: 'expenses.sync.unsuccessful',
        lateMs: 5,
        unexplained: 1,
      }),
    ).toBe('09:00:00  ✓ both  Sync Failed  → expenses.sync.unsuccessful  5 ms  1 unexplained');
  });
});

describe('the soak', () => {
  const now = Date.parse('2026-01-16T09:00:00.000Z');
  const lost = { id: 'header-lost', what: 'Authorization is gone.', count: 1, webhookId } as const;
  const unread = { id: 'not-readable', what: "The target can't be reached.", count: 1 } as const;

  test('shows deliveries by endpoint and problems, in 80 columns', () => {
    const text = formatSoak(soakView([lost]), now);
    expect(text).toMatchInlineSnapshot(`
      "Soak until 2026-01-22 09:00:00 UTC  6 d left
      Started 2026-01-15 09:00:00 UTC by Jo.
      1 problem. As of 2026-01-15 09:00:00 UTC.

      ENDPOINT  URL                                   DELIVERED  FAILED  WAITING
      3f0c12aa  https://hooks.acme.example/a-rather…  1200       1       3

      PROBLEMS
        ✗ Header lost
          Authorization is gone."
    `);
    expect(widest(text)).toBeLessThanOrEqual(80);
  });

  test('holds without problems, not with one, and is not known where nothing could be read', () => {
    expect(soakExitCode(soakView())).toBe(0);
    expect(soakExitCode(soakView([unread]))).toBe(4);
    expect(soakExitCode(soakView([unread, lost]))).toBe(3);
    const { last: _, ...unseen } = soakView();
    expect(soakExitCode(unseen)).toBe(4);
    expect(formatSoak(unseen, now)).toContain('Not observed yet.');
    expect(formatSoak(soakView(), now)).toContain('No problems.');
  });
});

describe('the status', () => {
  test('shows each stage, what is missing of the next, and who is next', () => {
    const text = formatStatus(
      cutoverView(4, {
        comparisons: [
          {
            seq: 4,
            at: '2026-01-15T09:00:00.000Z',
            actor: 'Jo',
            source: 'rehearsal',
            planDigest: digest,
            current: false,
            report: parityReport(),
          },
        ],
        plan: planView({ frozen: { at: '2026-01-15T09:00:00.000Z', actor: 'Jo', seq: 3 } }),
      }),
      'acme',
    );
    expect(text).toMatchInlineSnapshot(`
      "acme  Granted  local service

      STAGES
        ● Planned    support, 2026-01-15 09:00:00 UTC
        ● Rehearsed  support, 2026-01-15 09:00:00 UTC
        ● Requested  support, 2026-01-15 09:00:00 UTC
        ● Granted    provider, 2026-01-15 09:00:00 UTC
        ○ Verified   support
            verified: something is missing.
        ○ In soak    support
        ○ Completed  support

      FACTS
        Plan 3f9c1a2b4d5e, frozen 2026-01-15 09:00:00 UTC
        Rehearsal: parity holds (of an earlier plan), 2026-01-15 09:00:00 UTC

      Next (support): Verify the cutover."
    `);
    expect(widest(text)).toBeLessThanOrEqual(80);
  });

  const later = '2026-01-16T09:00:00.000Z';
  const check = { at: later, done: true, state: 'done' as const, expectations: [] };
  const rollback = { at: later, by: 'Jo', reason: 'Orders missing', state: 'done' as const };

  test('is 3 once a stage that was reached no longer holds', () => {
    expect(statusExitCode(cutoverView(4))).toBe(0);
    expect(statusExitCode(cutoverView(5, { check }))).toBe(0);
    const lost = cutoverView(4, { check });
    expect(statusExitCode(lost)).toBe(3);
    expect(formatStatus(lost, 'acme')).toMatch(/✗ Verified .*no longer holds\n +verified: something/);
    expect(statusExitCode(cutoverView(4, { soak: soakView() }))).toBe(3);
    const failed = soakView([{ id: 'delivery-failed', what: 'Failed.', count: 2 }]);
    expect(statusExitCode(cutoverView(6, { soak: failed }))).toBe(3);
  });

  test('is 4 where the target could not be read', () => {
    const unread = soakView([{ id: 'not-readable', what: 'No answer.', count: 1 }]);
    expect(statusExitCode(cutoverView(6, { soak: unread }))).toBe(4);
  });

  test('of a cutover after a rollback is about the new one', () => {
    const before = { check: { ...check, at: '2026-01-15T09:00:00.000Z' } };
    expect(statusExitCode(cutoverView(4, { ...before, rollbacks: [rollback] }))).toBe(0);
    expect(statusExitCode(cutoverView(0, { ...before, state: 'rolled-back' }))).toBe(0);
    expect(formatStatus(cutoverView(4, { rollbacks: [rollback] }), 'acme')).toContain(
      'Rolled back by Jo, 2026-01-16 09:00:00 UTC: Orders missing',
    );
  });
});

test('a verification says of each expectation whether it is met, in 80 columns', () => {
  const text = formatVerification({
    at: '2026-01-15T09:00:00.000Z',
    done: false,
    state: 'missing',
    expectations: [
      { what: 'Legacy rules', state: 'met', detail: 'They no longer fire.' },
      {
        what: 'Header Authorization',
        state: 'missing',
        detail: `Endpoint ${webhookId}: it has another value. `.repeat(2),
      },
      { what: 'Header X-Service-ClientId', state: 'not-visible', detail: 'Headers are not visible here.' },
    ],
  });
  expect(text).toContain('  ✓ found · Legacy rules\n      They no longer fire.');
  expect(text).toMatch(
    / {2}✗ missing · Header Authorization[\s\S]* {2}\? not visible · Header X-Service-ClientId/,
  );
  expect(widest(text)).toBeLessThanOrEqual(80);
});

test('a rollback says what it undoes', () => {
  const text = formatRollback({
    digest,
    targetId: 'local',
    endpoints: [
      {
        id: webhookId,
        url: 'https://hooks.acme.example/service',
        eventTypes: ['read.completed'],
        disabled: false,
        companyTags: [],
      },
    ],
    rules: [{ ruleId: '2f81aaaa-0000-4000-8000-000000000001', type: 'Sync Failed' }],
    headers: ['Authorization'],
    steps: ['Verify the cutover', 'Set the headers'],
    waiting: 2,
  });
  expect(text).toMatchInlineSnapshot(`
    "The rollback does this:

    DISABLES 1 ENDPOINT (MESSAGES STAY READABLE)
      ENDPOINT  URL                                 COMPANY  EVENT TYPES
      3f0c12aa  https://hooks.acme.example/service  all      1

    LETS 1 RULE FIRE AGAIN
      2f81aaaa  Sync Failed

    Headers go back to the profile: Authorization.
    2 deliveries will not be attempted any more.
    Steps that reopen: Verify the cutover and Set the headers."
  `);
  expect(widest(text)).toBeLessThanOrEqual(80);
});
