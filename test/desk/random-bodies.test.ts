import fc from 'fast-check';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { ErrorBody } from '#contract/common.ts';
import { endpointId } from '#test/support/fake-control.ts';
import { runs } from '#test/support/runs.ts';
import { startDesk } from '#test/support/start-desk.ts';

const routes: readonly (readonly [string, string])[] = [
  ['POST', '/api/clock/advance'],
  ['POST', '/api/endpoints'],
  ['POST', '/api/keys'],
  ['POST', '/api/receiver'],
  ['PUT', '/api/receiver/answer'],
  ['PATCH', `/api/endpoints/${endpointId}`],
  ['PUT', `/api/endpoints/${endpointId}/headers`],
  ['POST', `/api/endpoints/${endpointId}/test`],
  ['POST', `/api/endpoints/${endpointId}/recover`],
  ['POST', `/api/endpoints/${endpointId}/replay`],
  ['POST', '/api/messages/msg_1/resend'],
  ['POST', '/api/events'],
  ['POST', '/api/simulator/tokens'],
  ['PUT', '/api/faults'],
  ['PUT', '/api/settings'],
  ['POST', '/api/seed'],
  ['POST', '/api/cutover'],
];
const words = [
  'by',
  'to',
  'since',
  'headers',
  'name',
  'value',
  'eventType',
  'faults',
  'companies',
  'rules',
  'disabled',
];
const json = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.constantFrom(...words), fc.jsonValue()),
  fc.dictionary(
    fc.constantFrom(...words),
    fc.array(fc.dictionary(fc.constantFrom(...words), fc.jsonValue())),
  ),
);
const bodies = fc.oneof(
  json.map((value) => JSON.stringify(value)),
  fc.string(),
);
const paths = fc.oneof(
  fc.constantFrom(...routes),
  fc.tuple(
    fc.constantFrom('GET', 'POST', 'DELETE'),
    fc.webPath().map((path) => `/api${path}`),
  ),
);

test('random bodies and paths give only documented answers', async () => {
  const { call } = await startDesk();
  await fc.assert(
    fc.asyncProperty(paths, bodies, async ([method, path], body) => {
      const answer = await call(method, path, method === 'GET' ? undefined : body);
      const documented = [200, 204, 400, 404];
      expect(documented, `${method} ${path} ${body}: ${answer.body?.error}`).toContain(answer.status);
      if (answer.status >= 400) expect(Value.Check(ErrorBody, answer.body)).toBe(true);
    }),
    { numRuns: runs(400) },
  );
});
