import { expect, test } from 'vitest';
import { readWebhooks } from '#desk/targets/read-webhooks.ts';
import type { TargetClient } from '#desk/targets/targets.ts';

const id = '3F0C9A52-54A7-4A1C-9F0E-0C3F8F3A9B11';
const answering = (body: unknown): TargetClient =>
  ({
    target: { name: 'real' },
    call: async () => ({ statusCode: 200, body, durationMs: 1, attempts: 1 }),
  }) as unknown as TargetClient;

test('an endpoint is read as far as the contract knows it', async () => {
  const body = {
    results: [{ id, url: 'https://a.example', eventTypes: ['a', 7], extra: true, companyId: id }],
  };
  expect(await readWebhooks(answering(body))).toEqual([
    {
      id: id.toLowerCase(),
      url: 'https://a.example',
      eventTypes: ['a'],
      disabled: false,
      companyId: id.toLowerCase(),
      companyTags: [],
    },
  ]);
  expect(await readWebhooks(answering({ results: [] }))).toEqual([]);
});

test.each([undefined, null, [], {}, { results: {} }, { results: [{ url: 'x' }] }, { results: [null] }])(
  '%j is no list of endpoints, and not the same as none',
  async (body) => {
    await expect(readWebhooks(answering(body))).rejects.toMatchObject({
      code: 'target.refused',
      statusCode: 200,
      message: expect.stringContaining('not a list of endpoints'),
    });
  },
);
