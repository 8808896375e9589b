import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { commandGroups } from '#cli/command-groups.ts';
import { deliverySchedule } from '#contract/schedule.ts';
import { type Run, runCli, startCli, startCliIn, startNode } from '#test/support/cli.ts';
import { runHere } from '#test/support/cli-here.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const lines = (run: Run): Record<string, unknown>[] =>
  run.out.stdout
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

test.each([
  [[]],
  [['serve']],
  [['send']],
  [['listen']],
  [['tokens']],
  [['tokens', 'issue']],
  [['clock']],
  [['clock', 'show']],
  [['clock', 'advance']],
  [['clock', 'pause']],
  [['clock', 'resume']],
  [['keys']],
  [['keys', 'list']],
  [['keys', 'create']],
  [['keys', 'remove']],
  [['reset']],
])('%j --help: on stdout, with an example, and 0', async (command) => {
  const { code, stdout, stderr } = await runHere(...command, '--help');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/Examples:\n {2}\$ carryover \w+/);
});

test('each command is listed by the name that it is called by', async () => {
  for (const commands of Object.values(commandGroups)) {
    for (const [name, load] of Object.entries(commands)) expect((await load()).name()).toBe(name);
  }
});

test('the help of serve states the address policy and the retry schedule', async () => {
  const { code, stdout, stderr } = await runHere('serve', '--help');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/private ranges +only with --allow-private/);
  expect(stdout).toMatch(/link-local, cloud metadata +never/);
  expect(stdout).toMatch(/8 +10 h +1 d 3 h 35 min 5 s/);
  expect(stdout.match(/^ {2}\d /gm)).toHaveLength(deliverySchedule.length);
});

test.each([
  [['serve', '--api-port', '70000'], /from 0 to 65535/],
  [['serve', '--clock', 'sundial'], /Allowed choices/],
  [['serve', '--nonsense'], /unknown option/],
  [['send'], /missing required argument/],
  [['check', 'acme', '--rules', ''], /option '--rules <file>' needs a path; its value is empty/],
  [['check', 'acme', '--source', 'src', ''], /option '--source <path\.\.\.>' needs a path/],
  [['serve', '--data='], /option '--data <dir>' needs a path/],
  [['identity', 'verify-file', ''], /invalid for argument 'file'\. It needs a path/],
  [['listen', '--fail', '2', '--status', '500'], /cannot be used with/],
  [['listen', '--secret', 'hunter2'], /--secret-file/],
  [['serve', '--api-key', 'hunter2'], /--api-key-file/],
  [['start', '--api-key=hunter2'], /--api-key-file/],
  [['tokens', 'issue', 'gbol', '--behaviour', 'odd'], /Allowed choices/],
  [['reset', '--data', '/nowhere'], /--yes/],
])('%j is a usage error: on stderr, and 2', async (args, words) => {
  const { code, stdout, stderr } = await runHere(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(words);
  expect(stderr).not.toContain('hunter2');
});

test('what is usage error ends its process with 2', async () => {
  const { code, stdout, stderr } = await runCli('frobnicate');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/unknown command/);
});

/** Runs a script as if Node were of this version, and the machine of this kind. */
const pretending = (version: string, platform: string, arch: string, ...args: string[]) => {
  const says = (of: string, name: string, value: string): string =>
    `Object.defineProperty(${of},'${name}',{value:'${value}'});`;
  const pretend = [
    says('process.versions', 'node', version),
    says('process', 'platform', platform),
    says('process', 'arch', arch),
  ];
  return startNode('--import', `data:text/javascript,${pretend.join('')}`, ...args).ended;
};

test.each(['electron/cli/launcher.cjs', 'electron/cli/needed-node.cjs'])(
  'an old Node is told which one is needed, in one line: %s',
  async (script) => {
    const told = await pretending('20.19.0', 'linux', 'x64', script, 'serve');
    expect([told.code, told.stdout]).toEqual([1, '']);
    expect(told.stderr).toMatch(
      /^Carryover needs Node 24 or newer, and this is Node 20\.19\.0\. .*`npm ci` brings.*\n$/,
    );
    const alone = await pretending('22.19.0', 'linux', 'ppc64', script, 'serve');
    expect([alone.code, alone.stdout]).toEqual([1, '']);
    expect(alone.stderr).toMatch(
      /^Carryover needs Node 24 or newer, .*npm has no Node for linux-ppc64: install Node 24 or newer, put it first on the PATH.*\n$/,
    );
  },
);

test('a platform for which npm has no Node works with one of its own', async () => {
  const told = await pretending('24.0.0', 'linux', 'ppc64', 'electron/cli/needed-node.cjs');
  expect(told).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('keys: shown, made, used and removed', async () => {
  const dataDir = temporaryFolder();
  const { ready } = await testHost({ dataDir });
  const { stdout: made } = await runHere('keys', 'create', 'load test', '--json', '--data', dataDir);
  const { id, apiKey } = JSON.parse(made);
  const authorization = `Basic ${Buffer.from(apiKey).toString('base64')}`;
  expect((await fetch(`${ready.apiUrl}/companies`, { headers: { authorization } })).status).toBe(200);
  const listed = await runHere('keys', '--data', dataDir);
  expect(listed.stdout).toContain(apiKey);
  expect(listed.stdout).toContain('load test');
  expect((await runHere('keys', 'remove', id, '--data', dataDir)).code).toBe(0);
  const { stdout } = await runHere('keys', '--json', '--data', dataDir);
  expect(JSON.parse(stdout).results.map((key: { apiKey: string }) => key.apiKey)).toEqual([ready.apiKey]);
  const again = await runHere('keys', 'remove', id, '--data', dataDir);
  expect([again.code, again.stdout]).toEqual([1, '']);
  expect(again.stderr).toContain(id);
});

test('listen registers itself, verifies what comes, and removes its endpoint at the end', async () => {
  const dataDir = temporaryFolder();
  const { ready } = await testHost({ dataDir, clock: 'virtual' });
  const listening = startCli('listen', '--json', '--fail', '7', '--data', dataDir);
  await listening.saw('Ctrl+C stops');
  const sent = await runHere('send', 'connection.connected', '--data', dataDir);
  expect(sent.code).toBe(0);
  expect(sent.stdout).toMatch(/Published connection\.connected as msg_\w+\.\n {2}✗ 500 again at /);
  const advanced = await runHere('clock', 'advance', '28h', '--data', dataDir);
  expect(advanced.stdout).toMatch(/virtual clock\), 1 d 4 h later\. All due work is done/);
  const received = lines(listening);
  expect(received.map(({ answered, times, verified }) => [answered, times, verified])).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((times) => [times < 8 ? 500 : 200, times, true]),
  );
  expect(received[0]).toMatchObject({ body: { eventType: 'connection.connected' } });
  const authorization = `Basic ${Buffer.from(ready.apiKey).toString('base64')}`;
  const webhooks = async () =>
    (await (await fetch(`${ready.apiUrl}/webhooks`, { headers: { authorization } })).json()) as {
      results: unknown[];
    };
  expect((await webhooks()).results).toHaveLength(1);
  listening.process.kill('SIGINT');
  expect((await listening.ended).code).toBe(0);
  expect((await webhooks()).results).toEqual([]);
});

test('Ctrl+C cancels an advance: what has begun is done, and the clock says where it stands', async () => {
  const dataDir = temporaryFolder();
  const { desk } = await testHost({ dataDir, clock: 'virtual' });
  const held = Promise.withResolvers<void>();
  const consumer = await startConsumer((_request, before) =>
    before === 0 ? 503 : { status: 503, after: held.promise },
  );
  await desk('POST', '/api/endpoints', { url: consumer.url, eventTypes: ['company.created'] });
  const sent = await desk('POST', '/api/events', { eventType: 'company.created' });
  const attempts = async () =>
    (await desk('GET', `/api/messages/${sent.body.messageId}`)).body.attempts.length as number;
  await expect.poll(attempts).toBe(1);
  const none = await runHere('clock', 'cancel', '--data', dataDir);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No advance is under way.')]);

  const advance = startCli('clock', 'advance', '28h', '--data', dataDir);
  await consumer.receivedAtLeast(2);
  expect((await runHere('clock', '--data', dataDir)).stdout).toMatch(/^Advancing to /m);
  advance.process.kill('SIGINT');
  await advance.saw('Cancelling: waiting for work under way.');
  await expect.poll(async () => (await desk('GET', '/api/clock')).body.advance?.cancelling).toBe(true);
  held.resolve();
  const ended = await advance.ended;
  expect([ended.code, ended.stdout]).toEqual([1, '']);
  expect(ended.stderr).toMatch(/The advance to \S+ was cancelled\. The clock is at \S+, and everything due/);
  expect(await attempts()).toBe(2);
  expect((await runHere('clock', '--data', dataDir)).stdout).toMatch(/^The advance to .+ was cancelled at /m);
});

test('listen for a person: what came, and whether its signature holds; its endpoint goes when nobody reads it any more', async () => {
  const dataDir = temporaryFolder();
  const { ready } = await testHost({ dataDir });
  const events = ['--events', 'read.completed', 'connection.connected'];
  const listening = startCli('listen', ...events, '--status', '418', '--data', dataDir);
  await listening.saw('Ctrl+C stops');
  await runHere('send', 'company.created', '--data', dataDir);
  const { stdout } = await runHere('send', 'read.completed', '--json', '--data', dataDir);
  expect(JSON.parse(stdout)).toMatchObject({
    eventType: 'read.completed',
    deliveries: [{ lastStatusCode: 418 }],
  });
  await listening.saw('"dataTypes"');
  expect(listening.out.stdout).toMatch(/✓ signature {2}read\.completed {2}msg_\w+ {2}response 418\n/);
  expect(listening.out.stdout).not.toContain('company.created');

  listening.process.stdout.destroy();
  await runHere('send', 'read.completed', '--data', dataDir);
  expect((await listening.ended).code).toBe(0);
  const authorization = `Basic ${Buffer.from(ready.apiKey).toString('base64')}`;
  const left = await fetch(`${ready.apiUrl}/webhooks`, { headers: { authorization } });
  expect(await left.json()).toEqual({ results: [] });
});

test('listen with a secret is a plain consumer, and says which signatures do not hold', async () => {
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  const listening = startCliIn({ SIGNING: secret }, 'listen', '--secret-env', 'SIGNING', '--json');
  await listening.saw('Listening at');
  const [, url] = /Listening at (\S+)\./.exec(listening.out.stderr) as unknown as [string, string];
  const body = '{"eventType":"company.created"}';
  const post = async (key: string) => {
    const at = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(key).sign('msg_1', at, body),
    };
    return (await fetch(url, { method: 'POST', body, headers })).status;
  };
  expect(await post(secret)).toBe(200);
  expect(await post(`whsec_${Buffer.alloc(24, 2).toString('base64')}`)).toBe(200);
  expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
  await listening.saw(/"times":2[^\n]*\n[^\n]*"times":1/);
  expect(lines(listening).map(({ verified, problem }) => [verified, typeof problem])).toEqual([
    [true, 'undefined'],
    [false, 'string'],
    [false, 'string'],
  ]);
  listening.process.kill('SIGTERM');
  expect((await listening.ended).code).toBe(0);
});

test('without a host, a command starts one and stops it; two at once take turns', async () => {
  const dataDir = temporaryFolder();
  const [first, second] = await Promise.all([
    runCli('tokens', 'issue', 'gbol', '--count', '2', '--data', dataDir),
    runCli('tokens', 'issue', 'gbol', '--behaviour', 'revoked', '--json', '--data', dataDir),
  ]);
  expect([first.code, second.code], first.stderr + second.stderr).toEqual([0, 0]);
  const printed = first.stdout.trim().split('\n');
  expect(printed).toHaveLength(2);
  expect(JSON.parse(printed[0] as string)).toHaveProperty('accessToken');
  expect(JSON.parse(second.stdout).results[0]).toMatchObject({ platformKey: 'gbol', behaviour: 'revoked' });
});

test('clock and reset: shown and done; what the service refuses is said in its words', async () => {
  const dataDir = temporaryFolder();
  const { ready } = await testHost({ dataDir });
  const clock = await runHere('clock', '--data', dataDir);
  expect(clock.stdout).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC \(system clock\)\n/);
  expect(JSON.parse((await runHere('clock', 'pause', '--json', '--data', dataDir)).stdout).paused).toBe(true);
  expect((await runHere('clock', 'resume', '--data', dataDir)).stdout).not.toContain('paused');
  const advance = await runHere('clock', 'advance', 'PT1H', '--data', dataDir);
  expect([advance.code, advance.stdout]).toEqual([1, '']);
  expect(advance.stderr).toContain('--clock virtual');

  const headers = {
    authorization: `Basic ${Buffer.from(ready.apiKey).toString('base64')}`,
    'content-type': 'application/json',
  };
  await fetch(`${ready.apiUrl}/companies`, { method: 'POST', headers, body: '{"name":"Acme Bakery"}' });
  expect((await runHere('reset', '--yes', '--data', dataDir)).code).toBe(0);
  const companies = await (await fetch(`${ready.apiUrl}/companies`, { headers })).json();
  expect(companies).toMatchObject({ totalResults: 0 });
});
