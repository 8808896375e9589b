import { describe, expect, test } from 'vitest';
import { type CutoverFacts, checkCutover } from '#desk/cutover/check.ts';
import type { ConfiguredRule } from '#desk/targets/configuration-shapes.ts';

const url = 'https://acme.example/hook';
const rule = (change: Partial<ConfiguredRule> = {}): ConfiguredRule => ({
  id: 'r',
  type: 'Sync Completed',
  notifiers: { emails: [], webhook: url },
  ...change,
});
const endpoint = (id: string, change: object = {}) => ({
  id,
  url,
  eventTypes: ['expenses.sync.successful'],
  disabled: false,
  companyTags: [],
  ...change,
});
const clientIdOn = (id: string) => ({
  id,
  headers: [{ name: 'X-Service-ClientId' }] as NonNullable<CutoverFacts['details']>[number]['headers'],
});
const unrelated = endpoint('u', { url: 'https://other.example/', eventTypes: ['company.created'] });
const checked = (facts: Partial<CutoverFacts>) => {
  const check = checkCutover({ rules: [rule()], webhooks: [], granted: [], expectsAuth: false, ...facts });
  return [check.state, check.done];
};

test('what was seen is done, and what is not there is missing', () => {
  expect(checked({ webhooks: [endpoint('a')], details: [clientIdOn('a')] })).toStrictEqual(['done', true]);
  expect(checked({ webhooks: [endpoint('a')], details: [{ id: 'a', headers: [] }] })).toStrictEqual([
    'missing',
    false,
  ]);
  expect(checked({ webhooks: [unrelated], details: [] })).toStrictEqual(['missing', false]);
});

test.each<[string, Partial<CutoverFacts>]>([
  ['rules that are gone and were never granted', { rules: 'gone', webhooks: [unrelated] }],
  ['no rule, and an endpoint of something else', { rules: [], webhooks: [unrelated] }],
  [
    'a rule of a type that is not known here',
    { rules: [rule({ type: 'Later Type' })], webhooks: [endpoint('a')], details: [clientIdOn('a')] },
  ],
  ['headers that the API does not show', { webhooks: [endpoint('a')] }],
])('%s: not all can be seen, so it is not done', (_name, facts) => {
  expect(checked(facts)).toStrictEqual(['not-visible', false]);
});

test('rules that only send mail need no endpoint', () => {
  const rules = [rule({ notifiers: { emails: ['ops@acme.example'] } })];
  expect(checked({ rules })).toStrictEqual(['done', true]);
});

test('an endpoint that is enabled counts, wherever a disabled one of the same kind stands', () => {
  const webhooks = [endpoint('off', { disabled: true }), endpoint('on')];
  expect(checked({ webhooks, details: [clientIdOn('on')] })).toStrictEqual(['done', true]);
  expect(checked({ webhooks: webhooks.slice(0, 1), details: [] })[0]).toBe('missing');
});

test('what a test event brought to the consumer was seen', () => {
  const received = new Map([['a', new Set(['x-service-clientid'])]]);
  expect(checked({ webhooks: [endpoint('a')], received })).toStrictEqual(['done', true]);
  expect(checked({ webhooks: [endpoint('a')], received, expectsAuth: true })).toStrictEqual([
    'not-visible',
    false,
  ]);
});

test('what a test event did not bring to the consumer is missing, and no longer a question', () => {
  const received = new Map([['a', new Set(['x-service-clientid'])]]);
  const lost = new Map([['a', new Set(['authorization'])]]);
  expect(checked({ webhooks: [endpoint('a')], received, lost, expectsAuth: true })).toStrictEqual([
    'missing',
    false,
  ]);
});

describe('what is expected, and what was seen of it, is told', () => {
  const told = (facts: Partial<CutoverFacts>) =>
    checkCutover({
      rules: [rule()],
      webhooks: [],
      granted: [],
      expectsAuth: false,
      ...facts,
    }).expectations.map(({ webhookId, ...expectation }) => {
      // Each that found an endpoint names it.
      expect(expectation.detail.includes('Endpoint ')).toBe(webhookId !== undefined);
      return expectation;
    });
  const company = '1b4e28ba-2fa1-4d2b-883f-0016d3cca427';
  const what = 'Endpoint at https://acme.example/hook for all companies, 1 event type';
  const header = (name: string, at = 'https://acme.example/hook') => `Header ${name} at ${at}`;

  test('where everything is there', () => {
    const details = [{ id: 'a', headers: [{ name: 'x-service-clientid', value: '1' }] }];
    expect(told({ webhooks: [endpoint('a')], details })).toStrictEqual([
      { what, state: 'met', detail: 'Endpoint a.' },
      { what: header('X-Service-ClientId'), state: 'met', detail: 'Endpoint a: the header is set.' },
    ]);
    expect(told({ rules: [rule({ notifiers: { emails: ['a@b.example'] } })] })).toStrictEqual([
      {
        what: 'Endpoints for the rules',
        state: 'met',
        detail: 'No rule has a webhook, so no endpoint is needed. Rebuild the emails: see the recipes.',
      },
    ]);
  });
  test('where something is missing', () => {
    expect(told({})).toStrictEqual([
      {
        what,
        state: 'missing',
        detail: 'No endpoint has this URL, these event types and this channel.',
      },
    ]);
    const off = endpoint('off', { disabled: true });
    const details = [{ id: 'off', headers: [] }];
    expect(told({ webhooks: [off], details, expectsAuth: true })).toStrictEqual([
      { what, state: 'missing', detail: 'Endpoint off is disabled.' },
      ...['X-Service-ClientId', 'Authorization'].map((name) => ({
        what: header(name),
        state: 'missing',
        detail: 'Endpoint off: the header is not set. Run `carryover headers set`.',
      })),
    ]);
  });
  test('where it can not be seen', () => {
    const hidden =
      'Endpoint a: the API does not show headers. Check them with a test event: `carryover headers check`.';
    const received = new Map([['a', new Set(['authorization'])]]);
    expect(told({ webhooks: [endpoint('a')], expectsAuth: true, received })).toStrictEqual([
      { what, state: 'met', detail: 'Endpoint a.' },
      { what: header('X-Service-ClientId'), state: 'not-visible', detail: hidden },
      {
        what: header('Authorization'),
        state: 'met',
        detail: 'Endpoint a: the consumer received it with a test event.',
      },
    ]);
    const later = [rule({ type: 'Later Type' }), rule({ type: 'Next' }), rule()];
    expect(told({ rules: later, webhooks: [endpoint('a')] })[0]).toStrictEqual({
      what,
      state: 'not-visible',
      detail:
        'Endpoint a exists, but the event types for rules of type "Later Type" and "Next" are unknown. Compare them manually.',
    });
    const none = (rules: [] | 'gone') => told({ rules, webhooks: [endpoint('a'), unrelated] });
    expect(none([])).toStrictEqual([
      {
        what: 'Endpoints for the rules',
        state: 'not-visible',
        detail: 'The target has no rules; it has 2 endpoints. Compare them with the exported rules.',
      },
    ]);
    expect(none('gone')[0]?.detail).toMatch(/^The target no longer returns rules; it has 2/);
  });
  test.each<[string, Partial<ConfiguredRule>, string]>([
    ['a company', { companyId: company }, `https://acme.example/hook for company ${company}, 1 event type`],
    [
      'several event types',
      { type: 'DataConnectionStatusChanged' },
      'https://acme.example/hook for all companies, 5 event types',
    ],
    [
      'a query and what looks like a key',
      { notifiers: { emails: [], webhook: 'https://acme.example/in/abcdefgh12345678?token=x' } },
      'https://acme.example/in/•••• for all companies, 1 event type',
    ],
    [
      'no path',
      { notifiers: { emails: [], webhook: 'https://acme.example' } },
      'https://acme.example for all companies, 1 event type',
    ],
    [
      'no URL',
      { notifiers: { emails: [], webhook: 'hook' } },
      'an unreadable URL for all companies, 1 event type',
    ],
  ])('with %s', (_name, change, place) => {
    expect(told({ rules: [rule(change)] })[0]?.what).toBe(`Endpoint at ${place}`);
  });
  test('by the grant, where the rules are gone', () => {
    const granted = [endpoint('a'), endpoint('b', { url: 'https://b.example/', companyId: company })];
    const found = told({ rules: 'gone', granted, webhooks: [endpoint('a')] });
    expect(found.map(({ what: told, state }) => [told, state])).toStrictEqual([
      [what, 'met'],
      [`Endpoint at https://b.example for company ${company}, 1 event type`, 'missing'],
      [header('X-Service-ClientId'), 'not-visible'],
    ]);
    expect(told({ rules: [], granted, webhooks: [] }).map(({ state }) => state)).toStrictEqual([
      'missing',
      'missing',
    ]);
  });
});
