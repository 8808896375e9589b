import { expect, test } from 'vitest';
import type { LiveEndpoint } from '#service/webhooks/endpoint-registry.ts';
import { listens } from '#service/webhooks/matching.ts';

const one = '5f9a1c3e-0000-4000-8000-0000000000a1';
const two = '5f9a1c3e-0000-4000-8000-0000000000a2';

const endpoint = (about: { channels?: string[]; companyTags?: string[] }): LiveEndpoint =>
  ({ eventTypes: new Set(['company.created']), channels: [], companyTags: [], ...about }) as never;
const message = (companyId: string | null, companyTags: Record<string, string> = {}) => ({
  eventType: 'company.created',
  companyId,
  companyTags,
});

test.each([
  ['neither', {}, message(null), true],
  ['neither, of a company', {}, message(one, { a: 'b' }), true],
  ['a channel', { channels: [one] }, message(one), true],
  ['one of the channels', { channels: [two, one] }, message(one), true],
  ['another channel', { channels: [two] }, message(one), false],
  ['a channel, of no company', { channels: [one] }, message(null), false],
  ['a tag', { companyTags: ['a:b'] }, message(one, { a: 'b' }), true],
  ['any of the tags', { companyTags: ['x:y', 'a:b'] }, message(one, { a: 'b', c: 'd' }), true],
  ['another value', { companyTags: ['a:b'] }, message(one, { a: 'c' }), false],
  ['another key', { companyTags: ['a:b'] }, message(one, { c: 'b' }), false],
  ['a tag, of no company', { companyTags: ['a:b'] }, message(null), false],
  ['a value with a colon', { companyTags: ['a:b:c'] }, message(one, { a: 'b:c' }), true],
  ['a key with a colon', { companyTags: ['a:b:c'] }, message(one, { 'a:b': 'c' }), false],
  ['an empty value', { companyTags: ['a:'] }, message(one, { a: '' }), true],
  ['an empty value, without the tag', { companyTags: ['a:'] }, message(one), false],
  ['a tag named as what every object has', { companyTags: ['constructor:x'] }, message(one), false],
  ['both', { channels: [one], companyTags: ['a:b'] }, message(one, { a: 'b' }), true],
  ['both, another tag', { channels: [one], companyTags: ['a:b'] }, message(one, { a: 'c' }), false],
  ['both, another company', { channels: [two], companyTags: ['a:b'] }, message(one, { a: 'b' }), false],
])('an endpoint with %s', (_, about, sent, isMatch) => {
  expect(listens(endpoint(about), sent)).toBe(isMatch);
});

test('another event type is never listened to', () => {
  expect(listens(endpoint({}), { ...message(one), eventType: 'company.deleted' })).toBe(false);
});
