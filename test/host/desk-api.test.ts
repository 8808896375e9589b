import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { expect, onTestFinished, test } from 'vitest';
import { ClockView, Upcoming } from '#contract/clock.ts';
import { RevealedKeys } from '#contract/desk.ts';
import { EndpointDetail, EndpointList, HeaderList, Secret } from '#contract/endpoint.ts';
import { Count, MessageDetail, MessagePage, MessageRef } from '#contract/message.ts';
import { RequestPage } from '#contract/request-log.ts';
import { CutoverResult, Faults, SeedResult, Settings, TokenSets } from '#contract/sandbox.ts';
import { type Answer, testHost } from '#test/support/test-host.ts';

/** The answer's body, once it is shown to be what the contract promises. */
const promised = <T extends TSchema>(answer: Answer, schema: T): Answer['body'] => {
  expect([answer.status, answer.body?.error]).toEqual([200, undefined]);
  expect([...Value.Errors(schema, answer.body)]).toEqual([]);
  return answer.body;
};

/** A consumer that answers as told. */
const consumer = async (statusCode: () => number) => {
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    request.resume();
    request.on('end', () => response.writeHead(statusCode()).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, headers };
};

test('an endpoint, its headers, its secret and its messages, over the real service', async () => {
  const { api, desk } = await testHost({ clock: 'virtual' });
  let status = 500;
  const { url, headers } = await consumer(() => status);
  const { body: webhook } = await api('POST', '/webhooks', { url, eventTypes: ['company.created'] });
  const at = `/api/endpoints/${webhook.id}`;

  const custom = [{ name: 'Authorization', value: 'Bearer 0123456789abcdef7B2' }];
  expect(promised(await desk('PUT', `${at}/headers`, { headers: custom }), HeaderList).headers).toEqual([
    { name: 'Authorization', value: 'Bearer ••••7B2' },
  ]);
  expect(promised(await desk('GET', `${at}/headers?reveal=true`), HeaderList).headers).toEqual(custom);
  expect((await desk('PUT', `${at}/headers`, { headers: [{ name: 'Host', value: 'x' }] })).status).toBe(400);
  const { secret } = promised(await desk('GET', `${at}/secret`), Secret);
  expect(promised(await desk('POST', `${at}/secret/rotate`), Secret).secret).not.toBe(secret);
  promised(await desk('GET', '/api/endpoints'), EndpointList);
  const shown = promised(await desk('PATCH', at, { messagesPerSecond: 5 }), EndpointDetail);
  expect([shown.messagesPerSecond, shown.url]).toEqual([5, url]);
  expect(JSON.stringify(shown)).not.toContain('abcdef');

  const { messageId } = promised(
    await desk('POST', '/api/events', { eventType: 'company.created' }),
    MessageRef,
  );
  await desk('POST', '/api/clock/advance', { by: 'PT28H' });
  const failed = promised(await desk('GET', `/api/messages/${messageId}`), MessageDetail);
  expect([failed.deliveries[0].status, failed.attempts.length]).toEqual(['Failed', 8]);
  expect(JSON.stringify(failed)).not.toContain('abcdef');
  expect(headers[0]).toMatchObject({ authorization: 'Bearer 0123456789abcdef7B2', 'webhook-id': messageId });

  status = 200;
  const since = new Date(0).toISOString();
  expect(promised(await desk('POST', `${at}/recover`, { since }), Count).count).toBe(1);
  await desk('POST', '/api/clock/advance', { by: 'PT1S' });
  const listed = promised(
    await desk('GET', `/api/messages?endpoint=${webhook.id}&status=Success`),
    MessagePage,
  );
  expect(listed.results.map((message: { id: string }) => message.id)).toEqual([messageId]);
  expect(promised(await desk('POST', `/api/messages/${messageId}/resend`), Count).count).toBe(1);
  promised(await desk('POST', `${at}/replay`, { since }), Count);
  promised(await desk('POST', `${at}/test`), MessageRef);
  await desk('PATCH', at, { disabled: true });
  expect((await desk('POST', `${at}/replay`, { since })).status).toBe(409);
});

test('clock, keys, tokens, faults, settings and requests, over the real service', async () => {
  const { api, desk, ready } = await testHost({ clock: 'virtual' });
  expect(promised(await desk('POST', '/api/clock/pause'), ClockView).paused).toBe(true);
  expect(promised(await desk('POST', '/api/clock/resume'), ClockView).paused).toBe(false);
  promised(await desk('GET', '/api/clock/upcoming'), Upcoming);
  const { now } = promised(await desk('GET', '/api/clock'), ClockView);
  const later = new Date(Date.parse(now) + 3_600_000).toISOString();
  expect(promised(await desk('POST', '/api/clock/advance', { to: later }), ClockView).now).toBe(later);
  expect((await desk('POST', '/api/clock/advance', { to: now })).status).toBe(409);
  expect((await desk('POST', '/api/clock/advance', { by: 'soon' })).status).toBe(400);

  expect(promised(await desk('GET', '/api/keys'), RevealedKeys).results[0].apiKey).toBe(ready.apiKey);
  const tokens = await desk('POST', '/api/simulator/tokens', { platformKey: 'gbol', count: 3 });
  expect(promised(tokens, TokenSets).results).toHaveLength(3);

  const faults = [{ route: '/companies', answer: '503', times: 1 }];
  promised(await desk('PUT', '/api/faults', { faults }), Faults);
  expect((await api('GET', '/companies')).status).toBe(503);
  expect((await api('GET', '/companies')).status).toBe(200);
  promised(await desk('PUT', '/api/faults', { faults: [] }), Faults);

  const settings = { rateLimit: true, retention: { messageDays: 7, requests: 1000 } };
  expect(promised(await desk('PUT', '/api/settings', settings), Settings)).toEqual(settings);
  expect(promised(await desk('GET', '/api/settings'), Settings)).toEqual(settings);

  const requests = promised(await desk('GET', '/api/requests?limit=1'), RequestPage);
  expect(requests.results[0]).toMatchObject({ method: 'GET', path: '/companies', statusCode: 200 });
  promised(await desk('GET', `/api/requests?cursor=${requests.cursor}`), RequestPage);
});

test('seeding, cutover and its undoing, and reset, over the real service', async () => {
  const { api, desk } = await testHost({ clock: 'virtual' });
  const companyId = randomUUID();
  const seeded = promised(
    await desk('POST', '/api/seed', {
      profile: { alertAuthHeader: 'Bearer legacy-secret' },
      companies: [
        {
          id: companyId,
          name: 'Acme Bakery',
          connections: [{ id: randomUUID(), platformKey: 'gbol', status: 'Linked' }],
        },
      ],
      rules: [
        {
          id: randomUUID(),
          type: 'Data sync completed',
          companyId,
          notifiers: { webhook: 'http://127.0.0.1:9/legacy' },
        },
        { id: randomUUID(), type: 'Rate Limit Reached', notifiers: { emails: ['a@example.com'] } },
      ],
    }),
    SeedResult,
  );
  expect((await desk('POST', '/api/seed', { companies: [] })).status).toBe(409);

  const cutover = promised(await desk('POST', '/api/cutover'), CutoverResult);
  expect([cutover.endpoints.length, cutover.notCarried.length]).toEqual([1, 1]);
  const detail = await desk('GET', `/api/endpoints/${cutover.endpoints[0].webhook.id}`);
  expect(promised(detail, EndpointDetail).channels).toEqual([seeded.companies[companyId]]);
  expect((await api('GET', '/rules/alerts')).status).toBe(404);
  expect((await desk('POST', '/api/cutover')).status).toBe(409);
  expect((await desk('POST', '/api/cutover/undo')).status).toBe(204);
  expect((await api('GET', '/rules/alerts')).status).toBe(200);

  expect((await desk('POST', '/api/reset')).status).toBe(204);
  expect((await api('GET', '/companies')).body.totalResults).toBe(0);
  expect((await api('GET', '/rules')).body.totalResults).toBe(0);
});

test('the event stream tells of what happens, as it happens', async () => {
  const { api, desk, ready } = await testHost();
  const response = await fetch(`${ready.deskUrl}/api/stream`, {
    headers: { authorization: `Bearer ${ready.deskToken}` },
  });
  await api('POST', '/companies', { name: 'Acme Bakery' });
  await desk('POST', '/api/clock/pause');
  const seen = new Set<string>();
  const ids: number[] = [];
  let text = '';
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    for (const [, id, data] of text.matchAll(/id: (\d+)\ndata: (.*)\n\n/g)) {
      ids.push(Number(id));
      seen.add(JSON.parse(data as string).type);
    }
    text = text.slice(text.lastIndexOf('\n\n') + 2);
    if (seen.has('clock')) break;
  }
  expect([...seen]).toEqual(expect.arrayContaining(['company', 'request', 'clock']));
  expect(ids).toEqual(ids.map((_id, at) => at + 1));
});
