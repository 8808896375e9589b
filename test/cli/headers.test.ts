import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pipeCli } from '#test/support/cli.ts';
import { pipeHere, runHere } from '#test/support/cli-here.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { startTestService } from '#test/support/test-service.ts';

/** A host with a case and endpoints at these URLs. */
const start = async (...urls: string[]) => {
  const data = temporaryFolder();
  const { ready } = await testHost({ dataDir: data });
  const call = async (base: string, authorization: string, path: string, body: unknown) => {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json() as Promise<{ id: string }>;
  };
  const desk = (path: string, body: unknown) => call(ready.deskUrl, `Bearer ${ready.deskToken}`, path, body);
  await desk('/api/cases', { name: 'acme' });
  const ids = [];
  for (const url of urls) {
    const webhook = { url, eventTypes: ['company.created'] };
    ids.push((await call(ready.apiUrl, `Basic ${btoa(ready.apiKey)}`, '/webhooks', webhook)).id);
  }
  const headers = (...args: string[]) => runHere('headers', ...args, '--data', data);
  return { data, ids, desk, headers, file: (name: string, text: string) => written(join(data, name), text) };
};

const written = (path: string, text: string): string => {
  writeFileSync(path, text);
  return path;
};

test('headers are set from a file, shown masked, checked and revealed', async () => {
  const consumer = await startConsumer();
  const { headers, file } = await start(consumer.url);
  const password = file('password.txt', 'pl4nted-password\n');
  const set = await headers(
    'set',
    'acme',
    '--basic-user',
    'hooks',
    '--basic-password-file',
    password,
    '--client-id',
  );
  expect(set).toMatchObject({ code: 0, stderr: '' });
  expect(set.stdout).toMatch(/Authorization +Basic ••••/);
  const check = await headers('check', 'acme');
  expect([check.code, check.stderr]).toEqual([0, '']);
  expect(check.stdout).toContain('✓ Headers correct (endpoint response 200)');
  const basic = `Basic ${btoa('hooks:pl4nted-password')}`;
  expect(consumer.received[0]?.headers.authorization).toBe(basic);
  expect((await headers('show', 'acme')).stdout).not.toContain(basic);
  expect((await headers('show', 'acme', '--reveal')).stdout).toContain(basic);
  const received = file('received.json', JSON.stringify({ authorization: 'Bearer other' }));
  const differs = await headers('check', 'acme', '--received', received, '--json');
  expect(differs.code).toBe(1);
  expect(JSON.parse(differs.stdout)).toMatchObject({ by: 'received', passed: false });
}, 60_000);

test('on a remote target values are pasted by hand, and an event is made once that is confirmed', async () => {
  const consumer = await startConsumer();
  const remote = await startTestService();
  await remote.api('POST', '/webhooks', { url: consumer.url, eventTypes: ['company.created'] });
  const { headers, file, data, desk } = await start();
  const target = await desk('/api/targets', { name: 'real', baseUrl: remote.apiUrl, apiKey: remote.apiKey });
  await desk('/api/cases', { name: 'remote', targetId: target.id });
  const set = await headers('set', 'remote', '--bearer-file', file('token.txt', 'pl4nted.t0ken'));
  expect(set.code).toBe(0);
  expect(set.stdout).toContain('MANUAL STEPS');
  expect(set.stderr).toContain('Set the values manually');
  const asked = await headers('check', 'remote', '--trigger');
  expect(asked).toMatchObject({ code: 2, stdout: '' });
  expect(asked.stderr).toMatch(/POST +\/companies [\s\S]*DELETE +\/companies\/\{companyId\}[\s\S]*--yes/);
  const made = await headers('check', 'remote', '--trigger', '--yes');
  expect(made.code).toBe(0);
  expect(made.stdout).toContain('Event created');
  await consumer.receivedAtLeast(1);
  expect((await remote.api('GET', '/companies')).results).toEqual([]);
  const args = ['headers', 'check', 'remote', '--received', '-', '--data', data];
  const received = 'Authorization: Bearer pl4nted.t0ken\nwebhook-id: msg_1\n';
  const without = await pipeHere(received, ...args);
  expect(without).toMatchObject({ code: 1, stdout: expect.stringContaining('X-Service-ClientId') });
  const compared = await pipeHere(`${received}X-Service-ClientId: any\n`, ...args);
  expect(compared.code).toBe(0);
  expect(compared.stdout).toContain('✓ Headers correct');
  expect([set, made, compared].map(({ stdout }) => stdout).join()).not.toContain('pl4nted');
}, 60_000);

test('an endpoint is meant by the beginning of its id or URL', async () => {
  const { headers, ids, data } = await start('http://127.0.0.1:9/a', 'http://127.0.0.1:9/b');
  const list = await headers('show', 'acme');
  expect(list.stdout.split('\n')).toHaveLength(4);
  expect(await headers('set', 'acme', '--client-id')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('several endpoints. Name one'),
  });
  const ambiguous = await headers('show', 'acme', 'http://127.0.0.1:9/');
  expect(ambiguous).toMatchObject({ code: 1, stdout: '' });
  expect(ambiguous.stderr).toContain('matches several endpoints');
  expect((await headers('show', 'acme', '127.0.0.1:9/b')).stdout).toContain(ids[1]);
  const piped = await pipeHere(
    't0ken',
    'headers',
    'set',
    'acme',
    `${ids[0]}`,
    '--bearer-file',
    '-',
    '--json',
    '--data',
    data,
  );
  expect(JSON.parse(piped.stdout)).toMatchObject({
    webhook: { id: ids[0] },
    headers: [{ value: 'Bearer ••••' }],
  });
  expect((await headers('show', 'acme', 'nothing')).stderr).toContain('no endpoint "nothing"');
}, 60_000);

test.each([
  [['set', 'acme'], /No headers given/],
  [['set', 'acme', '--basic-user', 'a'], /needs both/],
  [['set', 'acme', '--basic-user', 'a', '--bearer-file', 'b'], /Use only one of/],
  [['set', 'acme', '--header', 'X-A'], /Name=FILE/],
  [['set', 'acme', '--bearer-file', '/nowhere'], /can't be read/],
  [['set', 'acme', '--bearer-file', '-', '--header', 'X-A=-'], /Only one/],
  [['check', 'acme', '--trigger', '--received', 'x'], /Use --trigger first/],
])('headers %j is a usage error', async (args, words) => {
  const { code, stdout, stderr } = await runHere('headers', ...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(words);
});

test('an allow-list is answered by exit code, from a file or a pipe', async () => {
  const data = temporaryFolder();
  const both = written(join(data, 'list.txt'), '4.159.114.108\n20.117.190.191\n');
  await testHost({ dataDir: data });
  const allowed = await runHere('allow-list', both, '--data', data);
  expect(allowed).toMatchObject({ code: 0, stderr: '' });
  expect(allowed.stdout).toContain('list.txt, read as cidr, port 443');
  const denied = await pipeCli('allow 4.159.114.108;\ndeny all;\n', 'allow-list', '-', '--data', data);
  expect(denied.code).toBe(3);
  expect(denied.stdout).toContain('✗ 20.117.190.191   denied  line 2  deny all;');
  expect(denied.stdout).toContain('→ Add before line 1: allow 20.117.190.191;');
  const unknown = await pipeHere(
    'include x;',
    'allow-list',
    '-',
    '--format',
    'nginx',
    '--json',
    '--data',
    data,
  );
  expect(unknown.code).toBe(4);
  expect(JSON.parse(unknown.stdout).answers[0].result).toBe('unknown');
  const broken = await pipeHere('{', 'allow-list', '-', '--format', 'aws', '--data', data);
  expect(broken).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('line 1') });
  const other = await pipeHere('Require ip 4.159.114.108\n', 'allow-list', '-', '--data', data);
  expect(other).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringContaining('Apache configurations are not supported'),
  });
  const missing = await runHere('allow-list', join(data, 'gone.txt'), '--data', data);
  expect(missing).toMatchObject({ code: 2, stdout: '' });
  expect(missing.stderr).not.toContain('ENOENT');
}, 60_000);

test.each([
  [['headers']],
  [['headers', 'show']],
  [['headers', 'set']],
  [['headers', 'check']],
  [['allow-list']],
])('%j --help: on stdout, with an example, and 0', async (command) => {
  const { code, stdout, stderr } = await runHere(...command, '--help');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/Examples:\n {2}\$ carryover \w+/);
});
