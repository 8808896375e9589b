import { describe, expect, test } from 'vitest';
import type { Webhook } from '#contract/webhook.ts';
import { type CutoverFacts, checkCutover, type PlanFacts } from '#desk/cutover/check.ts';

/** What a plan expects of a target, endpoint by endpoint. */

const url = 'https://acme.example/hook?team=1';
const company = '1b4e28ba-2fa1-4d2b-883f-0016d3cca427';
const other = '2b4e28ba-2fa1-4d2b-883f-0016d3cca427';
const types = ['expenses.sync.successful', 'read.completed'];
const endpoint = (id: string, change: Partial<Webhook> = {}): Webhook => ({
  id,
  url,
  eventTypes: types,
  disabled: false,
  companyTags: [],
  ...change,
});
type Planned = PlanFacts['endpoints'][number];
const planned = (change: Partial<Planned> = {}): Planned => ({
  url,
  eventTypes: types,
  fromRules: ['r'],
  headers: [
    { name: 'X-Service-ClientId', source: 'always', masked: '••' },
    { name: 'Authorization', source: 'portal', masked: '••' },
  ],
  ...change,
});
const headersOn = (...names: string[]) => [
  { id: 'a', headers: names.map((name) => ({ name, value: '••' })) },
];
const both = headersOn('x-service-clientid', 'authorization');
const check = (webhooks: Webhook[], plan: Partial<PlanFacts> = {}, facts: Partial<CutoverFacts> = {}) =>
  checkCutover({
    rules: 'gone',
    webhooks,
    granted: [],
    expectsAuth: false,
    details: both,
    plan: { endpoints: [planned()], ...plan },
    ...facts,
  });
const unmet = (...all: Parameters<typeof check>) =>
  check(...all).expectations.flatMap(({ state, detail }) => (state === 'met' ? [] : [`${state}: ${detail}`]));

test('an endpoint that is exactly as planned, with its headers, is done', () => {
  expect(check([endpoint('a')], { rulesFire: false })).toMatchObject({
    done: true,
    state: 'done',
    expectations: [
      { what: 'Legacy rules', state: 'met' },
      { what: 'Endpoint at https://acme.example/hook for all companies, 2 event types', webhookId: 'a' },
      { what: 'Header X-Service-ClientId at https://acme.example/hook', state: 'met' },
      { what: 'Header Authorization at https://acme.example/hook', state: 'met' },
    ],
  });
});

describe('what differs from the plan is said', () => {
  test.each<[string, Webhook[], string[]]>([
    [
      'another query',
      [endpoint('a', { url: 'https://acme.example/hook?team=2' })],
      ['missing: No endpoint has this URL and this company. Endpoint a has the URL with another query.'],
    ],
    [
      'another company',
      [endpoint('a', { companyId: other })],
      [
        'missing: No endpoint has this URL and this company. Endpoint a has the URL, and receives events of other companies than all.',
      ],
    ],
    [
      'nothing like it',
      [endpoint('a', { url: 'https://else.example/' })],
      ['missing: No endpoint has this URL and this company.'],
    ],
    [
      'a type too few',
      [endpoint('a', { eventTypes: ['read.completed'] })],
      ['missing: Endpoint a does not receive expenses.sync.successful.'],
    ],
    [
      'a type too many',
      [endpoint('a', { eventTypes: [...types, 'company.created'] })],
      ['missing: Endpoint a receives company.created besides.'],
    ],
    ['disabled', [endpoint('a', { disabled: true })], ['missing: Endpoint a is disabled.']],
    [
      'tags',
      [endpoint('a', { companyTags: ['tier:gold'] })],
      ['missing: Endpoint a receives events of companies with the tags tier:gold only.'],
    ],
    [
      'twice',
      [endpoint('a'), endpoint('b', { companyId: other, eventTypes: ['read.completed'] })],
      [
        'missing: Endpoint b receives read.completed as well, so that these events arrive twice. Delete or disable it.',
      ],
    ],
  ])('%s', (_, webhooks, told) => {
    expect(unmet(webhooks)).toStrictEqual(told);
  });

  test('a disabled or unrelated one beside it is no fault, and neither is one of another company of the plan', () => {
    expect(unmet([endpoint('a'), endpoint('b', { disabled: true })])).toStrictEqual([]);
    expect(unmet([endpoint('b', { disabled: true }), endpoint('a')])).toStrictEqual([]);
    expect(unmet([endpoint('a'), endpoint('b', { eventTypes: ['company.created'] })])).toStrictEqual([]);
    const plan = { endpoints: [planned({ companyId: company }), planned({ companyId: other, headers: [] })] };
    const made = [endpoint('b', { companyId: other }), endpoint('a', { companyId: company.toUpperCase() })];
    expect(unmet(made, plan)).toStrictEqual([]);
  });
});

test('rules that still fire, headers that are lost or have another value, and what can not be seen', () => {
  expect(unmet([endpoint('a')], { rulesFire: true })).toStrictEqual([
    'missing: They still fire: the client is not cut over.',
  ]);
  expect(unmet([endpoint('a')], {}, { details: headersOn('X-Service-ClientId') })).toStrictEqual([
    'missing: Endpoint a: the header is not set. Run `carryover headers set`.',
  ]);
  const hasValue = (_: string, { source }: Planned['headers'][number]) => source !== 'portal';
  expect(unmet([endpoint('a')], { hasValue })).toStrictEqual([
    'missing: Endpoint a: the header is set, but not to the planned value.',
  ]);
  // The portal's value was given with the grant alone, and is nowhere else.
  const told = check([endpoint('a')], { hasValue: (_, { source }) => source === 'always' || undefined });
  expect(told.expectations.map(({ detail }) => detail)).toContain(
    'Endpoint a: the header is set. The planned value is not known here, so it was not compared.',
  );
  const received = new Map([['a', new Set(['x-service-clientid'])]]);
  const { details: _, ...remote } = { details: both, received };
  const seen = checkCutover({
    rules: 'gone',
    webhooks: [endpoint('a')],
    granted: [],
    expectsAuth: false,
    plan: { endpoints: [planned()] },
    ...remote,
  });
  expect([seen.state, seen.done]).toEqual(['not-visible', false]);
  expect(seen.expectations.map(({ state }) => state)).toEqual(['met', 'met', 'not-visible']);
});

test('a plan without endpoints asks for none', () => {
  expect(check([endpoint('b')], { endpoints: [], rulesFire: false })).toMatchObject({ done: true });
  expect(check([], { endpoints: [], rulesFire: true })).toMatchObject({ done: false, state: 'missing' });
});
