import type { Page } from 'playwright-core';
import type { CutoverView } from '#contract/cutover.ts';

const digest = 'a'.repeat(64);
const ids = ['2f81', '7c04', '91ae', 'b3d2', 'c610', 'e07b'].map(
  (id) => `${id}0000-0000-4000-8000-000000000000`,
);
const harbour = '5e1c0000-0000-4000-8000-000000000001';

/** The view of the design's picture. */
export const fakeView = (caseId: string): CutoverView => {
  const rule = (at: number, type: string, eventTypes: string[], more: object = {}) => ({
    ruleId: ids[at] ?? '',
    type,
    url: 'https://hooks.fernhill.example/service',
    emails: [],
    eventTypes,
    conditionsLost: [],
    dropped: ['RuleId', 'ClientName', 'Message'],
    renamed: [
      { from: 'AlertId', to: 'id' },
      { from: 'RuleType', to: 'eventType' },
      { from: 'CompanyId', to: 'payload.referenceCompany.id' },
    ],
    ...more,
  });
  const plan = {
    digest,
    read: '2026-11-23T04:14:00.000Z',
    caseId,
    targetId: 'local',
    preconditions: [],
    conflicts: [
      {
        header: 'Authorization',
        values: [
          { source: 'portal' as const, masked: 'Bearer ••••F04' },
          { source: 'profile' as const, masked: 'Bearer ••••7B2' },
        ],
      },
    ],
    endpoints: [
      {
        url: 'https://hooks.fernhill.example/service',
        eventTypes: [
          'connection.created',
          'connection.connected',
          'connection.disconnected',
          'connection.reconnected',
          'connection.deleted',
          'read.completed',
          'invoices.write.successful',
          'invoices.write.unsuccessful',
        ],
        headers: [{ name: 'X-Service-ClientId', source: 'always' as const, masked: '50a3…ce66' }],
        fromRules: ids.slice(0, 4),
      },
      {
        url: 'https://hooks.fernhill.example/service/harbour',
        companyId: harbour,
        eventTypes: ['read.completed.initial'],
        headers: [{ name: 'X-Service-ClientId', source: 'always' as const, masked: '50a3…ce66' }],
        fromRules: ids.slice(4, 5),
      },
    ],
    rules: [
      rule(0, 'DataConnectionStatusChanged', [
        'connection.created',
        'connection.connected',
        'connection.disconnected',
        'connection.reconnected',
        'connection.deleted',
      ]),
      rule(1, 'Dataset data changed', ['read.completed'], {
        conditionsLost: [
          {
            condition: 'Sent only for data types whose records changed.',
            check: 'payload.dataTypes[].recordsModified is true.',
          },
        ],
      }),
      rule(2, 'Data Sync Status Changed To Error', ['read.completed'], {
        conditionsLost: [
          {
            condition: 'Sent only for data types whose read failed.',
            check: 'payload.dataTypes[].status ends with "Error".',
          },
        ],
      }),
      rule(3, 'Push Operation Status Changed', ['invoices.write.successful', 'invoices.write.unsuccessful']),
      rule(4, 'New company synchronized', ['read.completed.initial'], {
        companyId: harbour,
        url: 'https://hooks.fernhill.example/service/harbour',
      }),
      rule(5, 'Rate Limit Reached', ['client.rateLimit.reached'], {
        url: undefined,
        emails: ['ops@fernhill.example', 'b@fernhill.example'],
      }),
    ],
    tasks: [
      {
        id: 'filter-read-completed' as const,
        title: 'Filter read.completed',
        why: 'Every completed read is sent.',
        sample: 'filter-read-completed',
      },
      {
        id: 'read-new-payload' as const,
        title: 'Read eventType, not RuleType',
        why: 'RuleType is now eventType.',
        uses: ['app/hooks.js:2', 'app/hooks.js:9', 'app/other.js:4'],
      },
      { id: 'verify-signature' as const, title: 'Verify webhook-signature', why: 'standardwebhooks' },
      { id: 'rebuild-emails' as const, title: 'Rebuild emails', why: 'Emails are not carried over.' },
    ],
  };
  const stage = (
    id: CutoverView['stages'][number]['id'],
    responsible: 'support' | 'provider' | 'both' = 'support',
    why = ['Not yet.'],
  ) => ({ id, reached: false, responsible, why });
  const report = {
    verdict: 'fails' as const,
    why: [],
    occurrences: { both: 34, legacyOnly: 1, newOnly: 2, twice: 0 },
    conditionLost: 2,
    late: { p50Ms: 12, p99Ms: 220 },
    differences: [
      {
        property: 'AlertId',
        kind: 'expected' as const,
        count: 34,
        example: { legacy: '4f0c', new: 'a011' },
        mapping: '`AlertId` → `id`',
      },
      {
        property: 'RuleId',
        kind: 'expected' as const,
        count: 34,
        example: { legacy: '2f81' },
        mapping: '`RuleId` is dropped',
      },
      {
        property: 'header:Authorization',
        kind: 'unexplained' as const,
        count: 3,
        example: { legacy: 'Bearer ••••F04' },
      },
    ],
    findings: [
      { id: 'missing-header' as const, what: 'Authorization is missing on connection.created.', count: 3 },
    ],
    matrix: [
      {
        ruleType: 'DataConnectionStatusChanged',
        company: 'all' as const,
        both: 4,
        legacyOnly: 1,
        newOnly: 0,
        twice: 0,
      },
      {
        ruleType: 'Dataset data changed',
        company: 'own-rule' as const,
        both: 4,
        legacyOnly: 0,
        newOnly: 2,
        twice: 0,
      },
    ],
    requests: { legacy: 35, new: 36, unreadable: 0 },
  };
  return {
    caseId,
    revision: 3,
    targetId: 'local',
    local: true,
    state: 'none',
    stages: [
      stage('planned', 'support', ['1 decision left.']),
      stage('rehearsed'),
      stage('requested'),
      stage('granted', 'provider'),
      stage('verified'),
      stage('soak'),
      stage('completed', 'both'),
    ],
    next: { what: 'Decide the Authorization conflict', responsible: 'support' },
    draft: plan,
    plan: {
      ...plan,
      digest: 'b'.repeat(64),
      frozen: { at: '2026-11-23T04:20:00.000Z', actor: 'Jo', seq: 4 },
    },
    preconditions: [
      { id: 'conflicts', holds: false, why: '1 conflict: Authorization', neededFor: 'plan' },
      { id: 'verdict', holds: true, why: '', neededFor: 'plan' },
      { id: 'client-id', holds: true, why: '', neededFor: 'plan' },
      { id: 'portal-header', holds: true, why: '', neededFor: 'plan' },
      { id: 'snapshot', holds: null, why: 'The target was not read since.', neededFor: 'plan' },
      { id: 'request', holds: false, why: 'After the rehearsal', neededFor: 'apply' },
    ],
    comparisons: [
      {
        seq: 5,
        at: '2026-11-23T04:30:00.000Z',
        actor: 'Jo',
        source: 'rehearsal',
        planDigest: 'b'.repeat(64),
        current: true,
        report,
      },
    ],
    check: {
      at: '2026-11-23T04:30:00.000Z',
      done: false,
      state: 'missing',
      expectations: [
        {
          what: 'Endpoint hooks.fernhill.example/service',
          state: 'met',
          detail: 'There, with 8 event types.',
        },
        { what: 'Header Authorization', state: 'missing', detail: 'Not on hooks.fernhill.example/service.' },
      ],
    },
    soak: {
      started: '2026-11-23T04:30:00.000Z',
      until: '2026-11-30T04:30:00.000Z',
      by: 'Jo',
      state: 'running',
      last: {
        at: '2026-11-23T04:40:00.000Z',
        endpoints: [
          {
            webhookId: harbour,
            url: 'https://hooks.fernhill.example/service',
            deliveries: { succeeded: 12, failed: 1, waiting: 0 },
            disabled: false,
          },
        ],
        problems: [
          {
            id: 'header-lost',
            what: 'Authorization is gone from hooks.fernhill.example/service.',
            count: 1,
            webhookId: harbour,
          },
        ],
      },
      history: [],
    },
    rollbacks: [
      { at: '2026-11-22T04:30:00.000Z', by: 'Jo', reason: 'The consumer was not ready.', state: 'done' },
    ],
  };
};

export const coverFor = async (page: Page, caseId: string, view: () => CutoverView): Promise<void> => {
  await page.route(`**/api/cases/${caseId}/cutover`, (route) => route.fulfill({ json: view() }));
  await page.route(`**/api/cases/${caseId}/cutover/dual-run`, (route) =>
    route.fulfill({ json: { running: false, pairs: [] } }),
  );
};
