import { expect, test } from 'vitest';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { typedFilter } from '#renderer/features/messages/typed-filter.ts';

const endpoint = { id: '3f2b8f0e-5f0c-4a53-8f4e-0a1b2c3d4e5f', url: 'https://acme.example/hooks' };
const known = { endpoints: [endpoint as EndpointDetail], eventTypes: ['company.created'] };

test.each([
  ['', {}],
  ['harbour lights', { text: 'harbour lights' }],
  ['status:failed', { status: 'Failed' }],
  ['status: failed', { status: 'Failed' }],
  ['Failed', { status: 'Failed' }],
  ['503', { code: '503' }],
  ['company.created', { eventType: 'company.created' }],
  ['endpoint:acme.example status:failed', { endpoint: endpoint.id, status: 'Failed' }],
  ['harbour company:Harbour Lights code:5XX', { text: 'harbour', company: 'Harbour Lights', code: '5xx' }],
  ['status:failed harbour lights', { status: 'Failed', text: 'harbour lights' }],
  ['in code:503 the harbour', { code: '503', text: 'in the harbour' }],
  ['STATUS:failed body:zanzi bar', { status: 'Failed', text: 'zanzi bar' }],
  // Text of a payload stays text.
  ['{ "id": 5, "status": "x" }', { text: '{ "id": 5, "status": "x" }' }],
  ['a type: b', { text: 'a type: b' }],
  ['https://acme.example', { text: 'https://acme.example' }],
  ['status:', { text: 'status:' }],
])('%s', (typed, filter) => {
  expect(typedFilter(typed, known)).toEqual(filter);
});

test('words that are typed are asked for beside those before', () => {
  expect(typedFilter('bar status:failed', known, 'zanzi')).toEqual({ text: 'zanzi bar', status: 'Failed' });
});
