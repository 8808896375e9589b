import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import type { DoctorResult } from '#contract/doctor.ts';
import { runCli } from '#test/support/cli.ts';
import { pipeHere, runHere, runRaw } from '#test/support/cli-here.ts';
import { withOutcome } from '#test/support/doctor-consumers/examined.ts';
import {
  authorizationValue,
  clientId,
  createJudge,
  type Fault,
  secret,
} from '#test/support/doctor-consumers/judge.ts';
import { httpConsumer, startConsumer, styles } from '#test/support/doctor-consumers/servers.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/** A data folder with a running host, and the files that tests hand in. */
const prepared = async (hosted = true) => {
  const dataDir = temporaryFolder();
  const host = hosted ? await testHost({ dataDir }) : undefined;
  const folder = temporaryFolder();
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const secretFile = file('secret.txt', `${secret}\n`);
  const headerFile = file(
    'headers.txt',
    `Authorization: ${authorizationValue}\nX-Service-ClientId: ${clientId}\n`,
  );
  const given = ['--secret-file', secretFile, '--header-file', headerFile, '--data', dataDir];
  return { host, dataDir, folder, file, given, secretFile };
};

const resultOf = ({ stdout }: { stdout: string }): DoctorResult => JSON.parse(stdout);

test.each(styles)('%s: a sound consumer gives exit 0 and a verdict of pass', async (style) => {
  const { given } = await prepared();
  const { url } = await startConsumer(style, createJudge());
  const ended = await runHere('doctor', url, ...given, '--yes', '--json');
  const result = resultOf(ended);
  expect([ended.code, result.verdict, result.url]).toEqual([0, 'pass', url]);
  expect(Object.keys(result.checks[0] ?? {}).sort()).toEqual(['evidence', 'id', 'outcome', 'title']);
  expect(withOutcome(result, 'not-applicable')).toEqual(['tls', 'load']);
  expect(ended.stderr).toBe(
    `Sends up to 62 requests to ${new URL(url).host} (this machine), signed with the given\nsecret, with Authorization and X-Service-ClientId.\n`,
  );
});

test('a fault gives exit 3, its fix and its sample; no secret anywhere', async () => {
  const { given } = await prepared();
  const { url } = await httpConsumer(createJudge('answers duplicates 409'));
  const ended = await runHere('doctor', url, ...given);
  expect(ended.code).toBe(3);
  expect(ended.stdout).toMatch(/✗ duplicate-id +Accepts duplicates/);
  expect(ended.stdout).toMatch(/POST \/hooks with webhook-id msg_\S+ →\s+409 in/);
  expect(ended.stdout).toMatch(/→ A repeated webhook-id is not answered 2xx/);
  expect(ended.stdout).toMatch(/Sample: carryover doctor --sample deduplicate/);
  expect(ended.stdout).toMatch(/Failed: 1 check, 18 passed, \d+ requests sent\./);
  expect(ended.stdout + ended.stderr).not.toMatch(/planted-token|ZG9jdG9y/);
  const long = ended.stdout.split('\n').filter((line) => line.length > 80);
  expect(long).toEqual([]);
});

test('without the secret it is undetermined: exit 4, and how to give it', async () => {
  const { dataDir } = await prepared();
  const { url } = await httpConsumer(createJudge());
  const ended = await runHere('doctor', url, '--data', dataDir);
  expect(ended.code).toBe(4);
  expect(ended.stderr).toMatch(/without the secret\s\(give it with\s--secret-file\)/);
  expect(ended.stdout).toMatch(/Undetermined: \d+ checks/);
});

test('a host that is not this machine is asked for first: exit 2 before any request', async () => {
  const { given, host } = await prepared();
  const ended = await runHere('doctor', 'http://192.0.2.1/hooks', ...given);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/192\.0\.2\.1 is in the range "reserved"/);
  const asked = await runHere('doctor', 'https://203.0.114.7:8443/hooks', ...given, '--json');
  expect(asked.code).toBe(2);
  expect(asked.stderr).toMatch(/Sends up to 62 requests to 203\.0\.114\.7:8443, /);
  expect(asked.stderr).toMatch(/No terminal to ask on\. Use --yes to skip confirmation\. Nothing was sent\./);
  expect((await host?.desk('GET', '/api/jobs'))?.body.results).toEqual([]);
});

test.each([
  [['doctor'], /Nothing to test/],
  [['doctor', 'http://localhost:1', '--secret', 'x'], /--secret-file/],
  [['doctor', 'http://localhost:1', '--secret-file', '/nowhere'], /can't be read/],
  [['doctor', 'http://localhost:1', '--secret-file', '-', '--header-file', '-'], /Only one file/],
  [['doctor', 'http://localhost:1', '--junit', '/nowhere/at/all.xml'], /can't be written.*Nothing was sent/],
  [['doctor', '--sample', 'raw-body', '--language', 'cobol'], /Allowed choices/],
])('%j is a usage error: exit 2', async (args, words) => {
  const { code, stdout, stderr } = await runHere(...args, '--data', '/nowhere');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(words);
});

test.each([
  ['', /holds no headers/],
  ['Authorization', /holds no headers/],
  ['{"Authorization": 1}', /holds no headers/],
  ['{"Authorization": ', /holds no headers/],
])('a header file with %j is a usage error that repeats nothing', async (text, words) => {
  const { file, dataDir } = await prepared(false);
  const place = file('odd.txt', text);
  const { code, stderr } = await runHere(
    'doctor',
    'http://localhost:1',
    '--header-file',
    place,
    '--data',
    dataDir,
  );
  expect(code).toBe(2);
  expect(stderr).toMatch(words);
});

test('headers may be JSON, and come from stdin', async () => {
  const { dataDir, secretFile } = await prepared();
  const { url } = await httpConsumer(createJudge());
  const headers = JSON.stringify({ Authorization: authorizationValue });
  const args = ['--header-file', '-', '--secret-file', secretFile, '--data', dataDir, '--json'];
  const ended = await pipeHere(headers, 'doctor', url, ...args);
  expect([ended.code, resultOf(ended).verdict]).toEqual([0, 'pass']);
});

test('bad secrets and headers are refused without being repeated', async () => {
  const { file, dataDir, secretFile } = await prepared();
  const odd = file('odd.txt', 'whsec_this is no base64');
  const wrong = await runHere('doctor', 'http://localhost:1', '--secret-file', odd, '--data', dataDir);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/whsec_ followed by base64/)]);
  expect(wrong.stderr).not.toContain('this is no');
  const forbidden = file('forbidden.txt', 'webhook-signature: planted-value');
  const args = ['--header-file', forbidden, '--secret-file', secretFile, '--data', dataDir];
  const refused = await runHere('doctor', 'http://localhost:1', ...args);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/webhook-signature can't be set/),
  ]);
  expect(refused.stderr).not.toContain('planted-value');
});

/** As far as a test needs it: elements with attributes, and text; throws at what XML forbids. */
const parseXml = (text: string): string[] => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
  expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  expect(text.replaceAll(/&(amp|lt|gt|quot|#\d+);/g, '')).not.toContain('&');
  const open: string[] = [];
  const seen: string[] = [];
  for (const [, close, name = '', attributes = '', empty] of text.matchAll(
    /<(\/?)([\w-]+)((?:\s[\w-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (close === '/') expect(open.pop()).toBe(name);
    else {
      seen.push(`${name}${attributes}`);
      if (empty !== '/') open.push(name);
    }
  }
  expect(open).toEqual([]);
  return seen;
};

test('--junit writes a testcase for each check, whole, beside the normal output', async () => {
  const { given, folder } = await prepared();
  const { url } = await httpConsumer(createJudge('verifies the re-serialized body'));
  const path = join(folder, 'doctor.xml');
  writeFileSync(path, 'of the last run');
  const ended = await runHere('doctor', `${url}?a=1&b="2"`, ...given, '--junit', path, '--json');
  expect([ended.code, resultOf(ended).verdict]).toEqual([3, 'fail']);
  const elements = parseXml(readFileSync(path, 'utf8'));
  expect(elements.filter((one) => one.startsWith('testcase'))).toHaveLength(21);
  expect(elements.filter((one) => one.startsWith('failure'))).toEqual([
    expect.stringMatching(/^failure type="tampered-body" message="A body that was changed/),
  ]);
  expect(elements.filter((one) => one.startsWith('skipped'))).toHaveLength(2);
  expect(elements[0]).toMatch(/tests="21" failures="1" errors="0" skipped="2"/);
});

test('the built command works without a host: two tests at once leave each other and the data folder alone', async () => {
  const { given, dataDir } = await prepared(false);
  const consumers = await Promise.all([1, 2].map(() => httpConsumer(createJudge())));
  const ended = await Promise.all(consumers.map(({ url }) => runCli('doctor', url, ...given, '--json')));
  expect(ended.map((one) => [one.code, resultOf(one).verdict])).toEqual([
    [0, 'pass'],
    [0, 'pass'],
  ]);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('an endpoint of the local service is tested with its own secret and headers', async () => {
  const { host, dataDir } = await prepared();
  let endpointSecret = '';
  const { url } = await httpConsumer((received) => {
    const { authorization } = received.headers;
    if (authorization !== 'Bearer of-the-endpoint-1') return { status: 401 };
    return createJudge('ignores Authorization', endpointSecret)(received);
  });
  const body = { url, eventTypes: ['invoices.write.successful', 'company.created'] };
  const { body: made } = await (host as NonNullable<typeof host>).desk('POST', '/api/endpoints', body);
  const path = `/api/endpoints/${made.id}`;
  await host?.desk('PUT', `${path}/headers`, {
    headers: [{ name: 'Authorization', value: 'Bearer of-the-endpoint-1' }],
  });
  endpointSecret = (await host?.desk('GET', `${path}/secret`))?.body.secret;
  const ended = await runHere('doctor', '--endpoint', made.id.slice(0, 8), '--data', dataDir, '--json');
  const result = resultOf(ended);
  expect([ended.code, withOutcome(result, 'fail'), withOutcome(result, 'undetermined')]).toEqual([0, [], []]);
  expect(ended.stderr).toMatch(/endpoint's secret, with Authorization/);
  expect(result.checks.find(({ id }) => id === 'answers-2xx')?.evidence[1]).toMatch(
    /^company\.created: POST/,
  );
});

test('with a case each run is recorded, and says what changed since the last one', async () => {
  const { given, host } = await prepared();
  await host?.desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme Ltd', parts: ['webhooks'] });
  const state: { fault: Fault | undefined } = { fault: 'verifies only if signed' };
  const { url } = await httpConsumer((received) => createJudge(state.fault)(received));
  const first = await runHere('doctor', url, '--case', 'acme', ...given);
  expect([first.code, first.stdout]).toEqual([3, expect.not.stringContaining('since the last test')]);
  state.fault = undefined;
  const second = await runHere('doctor', url, '--case', 'acme', ...given);
  expect(second.code).toBe(0);
  expect(second.stdout).toMatch(
    /Changed since the last test of this URL:\n {2}missing-signature +fail → pass\n/,
  );
  const third = await runHere('doctor', url, '--case', 'acme', ...given);
  expect(third.stdout).toMatch(/No changes since the last test of this URL\./);
});

test('a topic that there is prints its sample', async () => {
  const { dataDir } = await prepared();
  const sample = await runHere(
    'doctor',
    '--sample',
    'verify-signature',
    '--language',
    'go',
    '--data',
    dataDir,
  );
  expect([sample.code, sample.stdout]).toEqual([0, expect.stringContaining('package webhooks')]);
  const missing = await runHere('doctor', '--sample', 'nothing', '--data', dataDir);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('verify-signature')]);
});

test('on a terminal, nothing that a consumer sends moves the cursor', async () => {
  const { given } = await prepared();
  const { url } = await httpConsumer(() => ({
    status: 302,
    headers: { location: 'https://elsewhere.example/\u009b2J\u009b31m' },
  }));
  const { stdout } = await runRaw(['doctor', url, ...given], true);
  expect(stdout).toContain('elsewhere.example');
  expect(stdout).not.toContain('\u009b');
});

const hasScript = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

test.skipIf(!hasScript)('on a terminal it asks, and "n" sends nothing', async () => {
  const { given } = await prepared(false);
  const launcher = join(packageRoot(), 'electron/cli/launcher.cjs');
  const args = [process.execPath, launcher, 'doctor', 'https://203.0.114.7/hooks', ...given];
  const command = args.map((arg) => `'${arg}'`).join(' ');
  const child = spawn('script', ['-qefc', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
  // It may end before it has read all that it is given.
  child.stdin.on('error', () => {});
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const asked = shown.includes('[y/N]');
    shown += text;
    if (!asked && shown.includes('[y/N]')) child.stdin.write('n\n');
  });
  const [code] = await once(child, 'close');
  expect(shown).toMatch(/Send up to 62 requests to 203\.0\.114\.7\? \[y\/N\]/);
  expect([code, shown]).toEqual([1, expect.stringContaining('Nothing was sent.')]);
});
