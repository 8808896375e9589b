import type { CutoverPlanView, CutoverView, PlannedRule, SoakView } from '#contract/cutover.ts';
import type { RuleType } from '#contract/legacy.ts';
import type { ParityReport } from '#contract/parity.ts';
import { ruleMappings } from '#contract/property-mapping.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';

/** Views of a cutover, as the desk gives them. */

const caseId = '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11';
const company = 'c61088d2-17b1-4a2f-8a5b-8c3a7f1d2e90';
export const webhookId = '3f0c12aa-2c1d-4d7e-9a53-6d7f00c1b2e4';
const at = '2026-01-15T09:00:00.000Z';
export const digest = `3f9c1a2b4d5e${'0'.repeat(52)}`;
const url = 'https://hooks.acme.example/service';

const rule = (ruleId: string, type: RuleType, others: Partial<PlannedRule> = {}): PlannedRule => ({
  ruleId,
  type,
  url,
  emails: [],
  eventTypes: [...eventTypesOfRule[type]],
  conditionsLost: ruleMappings[type].conditionsLost.map(({ condition, check }) => ({ condition, check })),
  dropped: ruleMappings[type].properties.flatMap(({ from, to }) => (to === undefined ? [from] : [])),
  renamed: ruleMappings[type].properties.flatMap(({ from, to }) => (to === undefined ? [] : [{ from, to }])),
  ...others,
});

const rules = [
  rule('2f81aaaa-0000-4000-8000-000000000001', 'Dataset data changed'),
  rule('7c04aaaa-0000-4000-8000-000000000002', 'Push Operation Status Changed'),
  rule('c610aaaa-0000-4000-8000-000000000003', 'New company synchronized', { companyId: company }),
  rule('e07baaaa-0000-4000-8000-000000000004', 'Sync Failed', {
    url: undefined,
    emails: ['ops@acme.example'],
  }),
].map(({ url: to, ...one }) => (to === undefined ? one : { ...one, url: to }));

const headers: CutoverPlanView['endpoints'][number]['headers'] = [
  { name: 'X-Service-ClientId', source: 'always', masked: '50a3••••ce66' },
  { name: 'Authorization', source: 'portal', masked: 'Bearer ••••F04' },
];

export const planView = (changes: Partial<CutoverPlanView> = {}): CutoverPlanView => ({
  digest,
  read: at,
  caseId,
  targetId: 'local',
  preconditions: [
    { id: 'verdict', holds: true, why: 'Eligible.', neededFor: 'plan' },
    { id: 'client-id', holds: true, why: 'Known.', neededFor: 'plan' },
    { id: 'portal-header', holds: true, why: 'Supplied.', neededFor: 'plan' },
    { id: 'conflicts', holds: true, why: 'No conflict.', neededFor: 'plan' },
    { id: 'limits', holds: true, why: '2 of 50.', neededFor: 'plan' },
    { id: 'snapshot', holds: true, why: 'Just read.', neededFor: 'apply' },
    { id: 'request', holds: false, why: 'The request was not sent.', neededFor: 'apply' },
  ],
  conflicts: [],
  endpoints: [
    {
      url,
      eventTypes: ['read.completed', ...eventTypesOfRule['Push Operation Status Changed']],
      headers,
      fromRules: rules.slice(0, 2).map(({ ruleId }) => ruleId),
    },
    {
      url,
      eventTypes: ['read.completed.initial'],
      companyId: company,
      headers,
      fromRules: rules.slice(2, 3).map(({ ruleId }) => ruleId),
    },
  ],
  rules,
  tasks: [
    {
      id: 'filter-read-completed',
      title: 'Filter read.completed',
      why: 'Two rules lose their condition, so every completed read arrives.',
      uses: ['hooks.js:14', 'hooks.js:20', 'jobs.js:3', 'jobs.js:9'],
      sample: 'filter-read-completed',
    },
    { id: 'verify-signature', title: 'Verify webhook-signature', why: 'Events are signed.' },
  ],
  ...changes,
});

export const conflict = (use?: 'portal' | 'profile'): CutoverPlanView['conflicts'][number] => ({
  header: 'Authorization',
  values: [
    { source: 'profile', masked: 'Bearer ••••7B2', mark: 'aa' },
    { source: 'portal', masked: 'Bearer ••••F04', mark: 'bb' },
  ],
  ...(use === undefined ? {} : { use, by: 'Jo' }),
});

export const parityReport = (changes: Partial<ParityReport> = {}): ParityReport => ({
  verdict: 'holds',
  why: [],
  occurrences: { both: 24, legacyOnly: 0, newOnly: 2, twice: 0 },
  conditionLost: 2,
  late: { p50Ms: -12, p99Ms: 40.4 },
  differences: [
    {
      property: 'RuleId',
      kind: 'expected',
      count: 24,
      example: { legacy: caseId },
      mapping: 'RuleId → dropped',
    },
  ],
  findings: [],
  matrix: [
    {
      ruleType: 'Data Sync Status Changed To Error',
      company: 'own-rule',
      both: 24,
      legacyOnly: 0,
      newOnly: 2,
      twice: 0,
    },
  ],
  requests: { legacy: 24, new: 26, unreadable: 0 },
  ...changes,
});

export const soakView = (problems: NonNullable<SoakView['last']>['problems'] = []): SoakView => ({
  started: at,
  until: '2026-01-22T09:00:00.000Z',
  by: 'Jo',
  state: 'running',
  last: {
    at,
    endpoints: [
      {
        webhookId,
        url: 'https://hooks.acme.example/a-rather-long-path/of-a-consumer',
        deliveries: { succeeded: 1200, failed: problems.length, waiting: 3 },
        disabled: false,
      },
    ],
    problems,
  },
  history: [],
});

const stageIds = ['planned', 'rehearsed', 'requested', 'granted', 'verified', 'soak', 'completed'] as const;

/** @param reached how many stages */
export const cutoverView = (reached: number, changes: Partial<CutoverView> = {}): CutoverView => ({
  caseId,
  revision: 9,
  targetId: 'local',
  local: true,
  state: stageIds[reached - 1] ?? 'none',
  stages: stageIds.map((id, index) => ({
    id,
    reached: index < reached,
    responsible: id === 'granted' ? 'provider' : 'support',
    ...(index < reached ? { at } : {}),
    why: index < reached ? [] : [`${id}: something is missing.`],
  })),
  next: { what: 'Verify the cutover.', responsible: 'support' },
  preconditions: [],
  comparisons: [],
  rollbacks: [],
  ...changes,
});
