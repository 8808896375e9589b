import { expect, onTestFinished, test } from 'vitest';
import type { FidelityRecording, RecordedCall } from '#contract/fidelity.ts';
import { recordTarget } from '#desk/targets/record-target.ts';
import { compareRecording } from '#fidelity/compare.ts';
import { recordingOf } from '#fidelity/recording.ts';
import { exampleService, type Observed } from '#test/support/fidelity.ts';
import { json, type Script, scriptedServer } from '#test/support/scripted-server.ts';
import { formsOf, plantedKey, testTargets } from '#test/support/test-targets.ts';

/** Stands before a local copy, and answers some calls otherwise. */
const between = async ({ apiUrl, apiKey }: Observed, script: (...args: Parameters<Script>) => boolean) => {
  const authorization = `Basic ${Buffer.from(apiKey).toString('base64')}`;
  return scriptedServer((request, response, count) => {
    if (script(request, response, count)) return;
    const headers = request.headers.authorization === undefined ? {} : { authorization };
    void fetch(apiUrl + request.url, { headers }).then(async (answer) => {
      const kept = [...answer.headers].filter(([name]) => /^(content-type|x-rate|www-)/.test(name));
      response.writeHead(answer.status, Object.fromEntries(kept)).end(await answer.text());
    });
  });
};

const record = async (url: string, { document }: Observed, options: { perSecond?: number } = {}) => {
  const { remote, logged } = await testTargets({ backoffMs: 1, timeoutMs: 200, limitBytes: 1_048_576 });
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const { calls } = await recordTarget(await remote(url, options), {
    document,
    customData: 'example-data',
    signal: stopping.signal,
    timeoutMs: 200,
    progress: () => {},
  });
  return { calls, logged };
};

const compare = (calls: readonly RecordedCall[], local: readonly RecordedCall[], { document }: Observed) =>
  compareRecording(
    JSON.parse(JSON.stringify(recordingOf(calls, 0, undefined))) as FidelityRecording,
    local,
    document,
  );

const undeclared = ({ operations }: ReturnType<typeof compare>) =>
  operations.flatMap(({ operation, probes }) =>
    probes
      .filter(({ result, declared }) => result === 'differs' && !declared)
      .flatMap(({ probe, differences }) =>
        differences.map(({ at, target, local, in: kind }) =>
          [operation, probe, kind, at, target, local].join(' | '),
        ),
      ),
  );

test('only GET goes out, never to the alerts endpoints, and one without the key where that is what is asked', async () => {
  const copy = await exampleService();
  const { url, seen } = await between(copy, () => false);
  const { calls, logged } = await record(url, copy);
  expect(new Set(seen.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(seen.filter(({ url: called }) => called.includes('alerts'))).toEqual([]);
  expect(seen.every(({ body }) => body === '')).toBe(true);
  const withoutKey = seen.filter(({ headers }) => headers.authorization === undefined);
  expect(withoutKey.length).toBe(calls.filter(({ probe }) => probe === 'noKey').length);
  expect(withoutKey.length).toBeGreaterThan(20);
  expect(seen.length).toBeLessThan(250);
  const text = JSON.stringify(calls) + logged();
  for (const form of formsOf(plantedKey)) expect(text).not.toContain(form);
});

test('what a target answers otherwise is found, each by name; what it does not answer is not compared', async () => {
  const copy = await exampleService();
  const straight = await between(copy, () => false);
  const { calls: local } = await record(straight.url, copy);
  expect(undeclared(compare(local, local, copy))).toEqual([]);
  const { url } = await between(copy, ({ url: called }, response) => {
    const path = called.split('?')[0] as string;
    if (called === '/webhooks') json(response, { results: [{ id: 7, more: 'Acme' }] });
    else if (called === '/profile') response.writeHead(200).end('<html>Sign in, Acme</html>');
    else if (called === '/corsSettings')
      response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
    else if (path === '/connectionManagement/corsSettings') json(response, {}, 503);
    else if (called === '/integrations?page=0') json(response, {}, 429, { 'retry-after': '3600' });
    else return false;
    return true;
  });
  const compared = compare((await record(url, copy)).calls, local, copy);
  const found = undeclared(compared);
  expect(found.filter((one) => one.includes('/webhooks'))).toEqual(
    expect.arrayContaining([
      'GET /webhooks | found | field | $.results[].id | integer | uuid',
      'GET /webhooks | found | field | $.results[].more | text | missing',
      'GET /webhooks | found | field | $.results[].eventTypes | missing | always there',
    ]),
  );
  expect(found).toContain('GET /corsSettings | found | status |  | 302 | 200');
  expect(found).toContain('GET /profile | found | field | $ | not json | object');
  const reason = (operation: string, probe: string) =>
    compared.operations.find((one) => one.operation === operation)?.probes.find((one) => one.probe === probe)
      ?.reason;
  expect(reason('GET /connectionManagement/corsSettings', 'found')).toBe(
    'The target answered an error of its own (503).',
  );
  expect(reason('GET /integrations', 'pageZero')).toBe('The target asked to wait (429).');
  // Told to wait for an hour, nothing more was sent.
  expect(compared.counts.notCompared).toBeGreaterThan(10);
  expect(JSON.stringify(compared)).not.toMatch(/Acme|elsewhere/);
});

test('a target that hangs, or answers more than is read, is given up after some calls', async () => {
  const copy = await exampleService();
  const { url, seen } = await between(copy, ({ url: called }, response) => {
    if (called.startsWith('/profile')) response.writeHead(200).end(Buffer.alloc(2_000_000, 0x20));
    // Nothing ever comes.
    else if (called.startsWith('/companies')) return false;
    return true;
  });
  const { calls } = await record(url, copy);
  const unread = new Set(calls.map(({ unread }) => unread));
  expect(unread).toContain('timeout');
  expect(unread).toContain('gaveUp');
  expect(seen.length).toBeLessThan(150);
});

test.each<[string, Script, RegExp]>([
  [
    'refuses the key',
    (_request, response) => json(response, {}, 401),
    /was not recorded: it refused the API key \(401\)/,
  ],
  [
    'redirects',
    (_request, response) => void response.writeHead(301, { location: '/' }).end(),
    /it redirects \(301\)/,
  ],
  ['is something else', (_request, response) => void response.end('<html>'), /the response is not JSON/],
  ['is gone', (_request, response) => void response.destroy(), /can't be reached/],
  ['is broken', (_request, response) => json(response, {}, 500), /status 500/],
])('a target that %s is not recorded', async (_name, script, words) => {
  const { url, seen } = await scriptedServer(script);
  const copy = { document: { paths: {} }, apiUrl: '', apiKey: '' };
  await expect(record(url, copy)).rejects.toThrow(words);
  expect(seen.length).toBeLessThan(5);
});
