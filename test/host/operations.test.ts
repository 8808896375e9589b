import { renameSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { packageVersion } from '#base/package-root.ts';
import { Alive, attemptOutcomes, Readiness } from '#contract/figures.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { until } from '#test/support/host-process.ts';
import { testHost } from '#test/support/test-host.ts';

const paths = ['/health', '/ready', '/metrics'] as const;

const ask = (
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; type: string | undefined }> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      text(response).then(
        (body) =>
          resolve({
            status: response.statusCode ?? 0,
            text: body,
            type: response.headers['content-type'],
          }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });

/** Samples by their name and labels, as they are written. */
const samples = (metrics: string): Map<string, number> =>
  new Map(
    metrics
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );

test('programs of this machine need no token; pages of browsers and foreign names are refused', async () => {
  const { ready } = await testHost();
  const { deskUrl, deskToken } = ready;
  for (const path of paths) {
    expect((await ask(deskUrl + path)).status, path).toBe(200);
    for (const headers of [
      { host: 'attacker.example' },
      { origin: 'http://attacker.example' },
      { origin: 'http://127.0.0.1:1' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const { status } = await ask(deskUrl + path, headers as unknown as Record<string, string>);
      expect([path, headers, status]).toEqual([path, headers, 403]);
    }
    // Passed on by a proxy, and so from anywhere.
    for (const name of [
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-real-ip',
      'via',
      'forwarded',
    ])
      expect((await ask(deskUrl + path, { [name]: '198.51.100.7' })).status, name).toBe(401);
    for (const name of ['cf-connecting-ip', 'true-client-ip', 'x-client-ip', 'x-original-forwarded-for'])
      expect((await ask(deskUrl + path, { [name]: '198.51.100.7' })).status, name).toBe(401);
    const authorization = `Bearer ${deskToken}`;
    expect((await ask(deskUrl + path, { 'x-forwarded-for': '198.51.100.7', authorization })).status).toBe(
      200,
    );
  }
  for (const path of ['/api/health', '/api/about']) expect((await ask(deskUrl + path)).status).toBe(401);
});

test('an address beside theirs is never answered as if all were well', async () => {
  const { ready } = await testHost();
  for (const path of [
    '/ready/',
    '/READY',
    '//ready',
    '/readyz',
    '/healthz',
    '/health/',
    '/metrics/',
    '/Metrics',
  ])
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }] as Record<string, string>[])
      expect([path, (await ask(ready.deskUrl + path, headers)).status]).toEqual([path, 404]);
  expect((await ask(`${ready.deskUrl}/cases/x`, { accept: 'text/html,*/*;q=0.8' })).type).toContain(
    'text/html',
  );
});

test('from another machine they need the token', async (context) => {
  const addresses = Object.values(networkInterfaces()).flat();
  const outer = addresses.find((one) => one?.family === 'IPv4' && !one.internal)?.address;
  if (outer === undefined) return context.skip('this machine has no address besides loopback');
  const { ready } = await testHost({
    bind: '0.0.0.0',
    allowHosts: [outer],
    httpsUrl: 'https://desk.example',
  });
  const url = `http://${outer}:${new URL(ready.deskUrl).port}`;
  for (const path of paths) {
    expect((await ask(url + path)).status, path).toBe(401);
    expect((await ask(url + path, { authorization: `Bearer ${ready.deskToken}` })).status).toBe(200);
  }
});

test('a host is alive, and ready until something keeps it from its work', async () => {
  const { desk, ready } = await testHost({ clock: 'system' });
  const url = ready.deskUrl;
  const alive = JSON.parse((await ask(`${url}/health`)).text);
  expect([...Value.Errors(Alive, alive)]).toEqual([]);
  expect(alive).toMatchObject({ alive: true, version: packageVersion() });
  expect(JSON.parse((await ask(`${url}/ready`)).text)).toEqual({ ready: true, reasons: [] });

  await desk('POST', '/api/clock/pause');
  const paused = await ask(`${url}/ready`);
  expect(paused.status).toBe(503);
  const readiness = JSON.parse(paused.text);
  expect([...Value.Errors(Readiness, readiness)]).toEqual([]);
  expect(readiness.reasons).toEqual([{ what: 'scheduler', text: expect.stringContaining('paused') }]);
  expect((await ask(`${url}/health`)).status).toBe(200);
  expect(samples((await ask(`${url}/metrics`)).text).get('carryover_not_ready{what="scheduler"}')).toBe(1);

  await desk('POST', '/api/clock/resume');
  expect((await ask(`${url}/ready`)).status).toBe(200);
});

test('metrics follow what is delivered, fails and waits, and tell nothing of whose data it is', async () => {
  const { api, desk, ready } = await testHost({ clock: 'virtual' });
  const consumer = await startConsumer(({ path }) => (path === '/good' ? 200 : 500));
  const make = async (path: string): Promise<string> =>
    (
      await api('POST', '/webhooks', {
        url: `${consumer.url}${path}`,
        eventTypes: ['company.created'],
      })
    ).body.id;
  const good = await make('/good');
  const bad = await make('/bad');
  for (let n = 0; n < 3; n++) await api('POST', '/companies', { name: 'Bright Bakery of Bristol' });
  const read = async () => ask(`${ready.deskUrl}/metrics`);
  const figures = await until(async () => {
    const all = samples((await read()).text);
    return all.get('carryover_delivery_attempts_total{outcome="server_error"}') === 3 && all;
  });
  const outcomes = attemptOutcomes.filter(
    (outcome) => figures.get(`carryover_delivery_attempts_total{outcome="${outcome}"}`) !== 0,
  );
  expect(outcomes).toEqual(['success', 'server_error']);
  expect(figures.get(`carryover_endpoint_waiting{endpoint="${good}"}`)).toBe(0);
  expect(figures.get(`carryover_endpoint_waiting{endpoint="${bad}"}`)).toBe(3);
  expect(figures.get('carryover_backlog_deliveries')).toBe(3);
  expect(figures.get('carryover_endpoints{state="failing"}')).toBe(1);
  // The retries are due in the future of a clock that stands still.
  expect(figures.get('carryover_delivery_lag_seconds')).toBe(0);
  expect(figures.get('carryover_api_requests_total{status="2xx"}')).toBeGreaterThanOrEqual(5);
  expect(figures.get('carryover_store_write_seconds_count{file="service.db"}')).toBeGreaterThan(3);
  expect(figures.get('carryover_store_size_bytes{file="service.db"}')).toBeGreaterThan(4096);
  expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);

  const { text: all, type } = await read();
  expect(type).toContain('text/plain');
  const { apiKey, deskToken, dataDir } = ready;
  const { body } = await desk('GET', `/api/endpoints/${good}/secret`);
  for (const word of [
    apiKey,
    deskToken,
    dataDir,
    body.secret,
    consumer.url,
    '/good',
    'Bakery',
    'company.created',
  ])
    expect(all).not.toContain(word);
});

test('a clock that is advanced past due attempts while it is paused shows how late they are', async () => {
  const { api, desk, ready } = await testHost({ clock: 'virtual' });
  const gate = Promise.withResolvers<void>();
  const consumer = await startConsumer(() => ({ status: 500, after: gate.promise }));
  await api('POST', '/webhooks', { url: consumer.url, eventTypes: ['company.created'] });
  await desk('POST', '/api/clock/pause');
  await api('POST', '/companies', { name: 'x' });
  const all = samples((await ask(`${ready.deskUrl}/metrics`)).text);
  expect(all.get('carryover_backlog_deliveries')).toBe(1);
  expect(all.get('carryover_scheduler_state{state="paused"}')).toBe(1);
  gate.resolve();
});

test('buckets of a histogram add up', async () => {
  const { ready } = await testHost();
  const all = samples((await ask(`${ready.deskUrl}/metrics`)).text);
  for (const file of ['service.db', 'desk.db']) {
    const buckets = [...all].filter(([name]) =>
      name.startsWith(`carryover_store_write_seconds_bucket{file="${file}"`),
    );
    const counts = buckets.map(([, count]) => count);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBe(all.get(`carryover_store_write_seconds_count{file="${file}"}`));
    expect(buckets.at(-1)?.[0]).toContain('le="+Inf"');
  }
});

test.each(['service.db', 'desk.db', 'the folder'])(
  'without %s at its place, nothing more is acknowledged, and the host is not ready until it is back',
  async (what) => {
    const { ready, api, desk } = await testHost({ clock: 'system' });
    const file = what === 'desk.db' ? 'desk.db' : 'service.db';
    const path = what === 'the folder' ? ready.dataDir : join(ready.dataDir, file);
    let added = 0;
    const add = () => {
      const name = `Northwind ${added++}`;
      return file === 'desk.db' ? desk('POST', '/api/cases', { name }) : api('POST', '/companies', { name });
    };
    expect((await add()).status).toBe(200);

    renameSync(path, `${path}.elsewhere`);
    try {
      const refused = await until(async () => {
        const answer = await add();
        return answer.status === 503 && answer;
      });
      expect(JSON.stringify(refused.body)).toContain(`${file} was moved, removed or replaced`);
      const { status, text: body } = await ask(`${ready.deskUrl}/ready`);
      expect([status, body]).toEqual([503, expect.stringContaining('Put it back')]);
    } finally {
      renameSync(`${path}.elsewhere`, path);
    }
    await until(async () => (await ask(`${ready.deskUrl}/ready`)).status === 200);
    expect((await add()).status).toBe(200);
  },
);
