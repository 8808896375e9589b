import { expect, test } from 'vitest';
import type { ConfiguredRule } from '#desk/eligibility/configuration.ts';
import { type CutoverFacts, checkCutover } from '#desk/eligibility/cutover-check.ts';

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
  expect(checked({ webhooks: [endpoint('a')], details: [clientIdOn('a')] })).toEqual(['done', true]);
  expect(checked({ webhooks: [endpoint('a')], details: [{ id: 'a', headers: [] }] })).toEqual([
    'missing',
    false,
  ]);
  expect(checked({ webhooks: [unrelated], details: [] })).toEqual(['missing', false]);
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
  expect(checked(facts)).toEqual(['not-visible', false]);
});

test('rules that only send mail need no endpoint', () => {
  const rules = [rule({ notifiers: { emails: ['ops@acme.example'] } })];
  expect(checked({ rules })).toEqual(['done', true]);
});

test('an endpoint that is enabled counts, wherever a disabled one of the same kind stands', () => {
  const webhooks = [endpoint('off', { disabled: true }), endpoint('on')];
  expect(checked({ webhooks, details: [clientIdOn('on')] })).toEqual(['done', true]);
  expect(checked({ webhooks: webhooks.slice(0, 1), details: [] })[0]).toBe('missing');
});

test('what a test event brought to the consumer was seen', () => {
  const received = new Map([['a', new Set(['x-service-clientid'])]]);
  expect(checked({ webhooks: [endpoint('a')], received })).toEqual(['done', true]);
  expect(checked({ webhooks: [endpoint('a')], received, expectsAuth: true })).toEqual(['not-visible', false]);
});
