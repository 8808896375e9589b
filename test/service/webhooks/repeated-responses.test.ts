import { expect, test } from 'vitest';
import { secretForms } from '#base/secret-forms.ts';
import type { OutboundResult } from '#service/outbound/outbound.ts';
import { keptResponse } from '#service/webhooks/kept-response.ts';
import { createRepeatedResponses } from '#service/webhooks/repeated-responses.ts';

const response = (
  change: Partial<OutboundResult> = {},
  body = 'token sec-4711-abcdef ok',
): OutboundResult => ({
  statusCode: 200,
  durationMs: 1,
  responseHeaders: { 'x-echo': 'sec-4711-abcdef' },
  responseBody: Buffer.from(body),
  ...change,
});
const none = secretForms([]);
const first = secretForms(['sec-4711-abcdef']);
const second = secretForms(['another-secret-value']);

test('what is kept of a repeated response is what was kept of the first, and follows what is known', () => {
  const keep = createRepeatedResponses();
  const responses = [
    response(),
    response({}, 'another-secret-value'),
    response({ error: 'ConnectionReset' }, 'token sec-4711'),
    response({}, 'token sec-4711'),
    response({ statusCode: undefined as never, error: 'Timeout' }, ''),
    response({ responseHeaders: {} }),
    response({}, `sec-4711-abcdef ${'x'.repeat(2000)}`),
  ];
  for (const known of [
    [none, none],
    [first, none],
    [first, second],
    [second, second],
    [first, none],
  ]) {
    for (const one of [...responses, ...responses]) {
      expect(keep(one, known)).toMatchObject(keptResponse(one, known));
    }
  }
});
