import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { CommandError } from '#cli/command-error.ts';
import { withConfirmation } from '#cli/confirm.ts';
import { pipeHere, runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const plantedKey = 'PlantedApiKey-31415926535';

test.each([
  [['targets']],
  [['targets', 'list']],
  [['targets', 'add']],
  [['targets', 'change']],
  [['targets', 'test']],
  [['targets', 'remove']],
])('%j --help: on stdout, with an example, and 0', async (command) => {
  const { code, stdout, stderr } = await runHere(...command, '--help');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/Examples:\n {2}\$ carryover targets/);
});

test.each([
  [['targets', 'add', 'x'], /required option '--url/],
  [['targets', 'add', 'x', '--url', 'https://a.example'], /What was piped in holds no API key/],
  [
    ['targets', 'add', 'x', '--url', 'https://a.example', '--key-env', 'NOT_SET_HERE'],
    /NOT_SET_HERE holds no API key/,
  ],
  [['targets', 'add', 'x', '--url', 'https://a.example', '--key-file', '/nowhere'], /can't be read/],
  [['targets', 'add', 'x', '--url', 'https://a.example', '--key', 'abc'], /unknown option/],
  [['targets', 'change', 'x'], /Nothing to change/],
  [['targets', 'remove', 'x'], /No terminal to ask on.*--yes/],
])('%j is a usage error: on stderr, and 2', async (args, words) => {
  const { code, stdout, stderr } = await runHere(...args, '--data', '/nowhere');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(words);
});

test('a proxy is given without a password, or in a file', async () => {
  const dataDir = temporaryFolder();
  await testHost({ dataDir });
  const data = ['--data', dataDir];
  const keyFile = join(dataDir, 'key.txt');
  writeFileSync(keyFile, plantedKey);
  const proxyFile = join(dataDir, 'proxy.txt');
  writeFileSync(proxyFile, 'http://jo:planted-word@proxy.example.com:8080\n');
  const there = ['--url', 'https://api.example.com', '--key-file', keyFile];
  const seen = await runHere(
    'targets',
    'add',
    'far',
    ...there,
    '--proxy',
    'http://jo:planted-word@x',
    ...data,
  );
  expect([seen.code, seen.stderr]).toEqual([2, expect.stringMatching(/--proxy-file/)]);
  const added = await runHere(
    'targets',
    'add',
    'far',
    ...there,
    '--proxy',
    'http://proxy.example.com',
    ...data,
  );
  expect([added.code, added.stderr]).toEqual([0, expect.stringContaining('Added')]);
  const change = (...given: string[]) => runHere('targets', 'change', 'far', '--json', ...given, ...data);
  const { stdout } = await change('--proxy-file', proxyFile);
  expect(JSON.parse(stdout).proxyUrl).toBe('http://••••@proxy.example.com:8080');
  expect((await runHere('targets', ...data)).stdout).toMatch(/PROXY .*\n.*\n.*••••@proxy/);
  expect(JSON.parse((await change('--no-proxy')).stdout).proxyUrl).toBeUndefined();
});

test('targets: added by pipe, file and environment, listed, tested, changed and removed', async () => {
  const dataDir = temporaryFolder();
  const { ready } = await testHost({ dataDir });
  const data = ['--data', dataDir];
  const outputs: string[] = [];
  const run = async (work: ReturnType<typeof runHere>) => {
    const ended = await work;
    outputs.push(ended.stdout, ended.stderr);
    return ended;
  };
  const keyFile = join(dataDir, 'key.txt');
  writeFileSync(keyFile, `${plantedKey}\n`);
  const there = ['--url', 'https://api.example.com', '--key-file', keyFile, '--per-second', '3'];
  expect((await run(runHere('targets', 'add', 'far', ...there, ...data))).code).toBe(0);
  const near = await run(
    pipeHere(`${ready.apiKey}\n`, 'targets', 'add', 'near', '--url', ready.apiUrl, '--json', ...data),
  );
  expect(JSON.parse(near.stdout)).toMatchObject({ name: 'near', kind: 'remote', concurrency: 5 });
  const listed = await run(runHere('targets', ...data));
  expect(listed.stdout).toMatch(
    /^NAME +KIND +URL.*\nlocal +local .*\nfar +remote +https:\/\/api\.example\.com .*3\/s\nnear/,
  );

  const tested = await run(runHere('targets', 'test', 'near', ...data));
  expect([tested.code, tested.stderr]).toEqual([0, '']);
  expect(tested.stdout).toMatch(/allowed +read rules +GET \/rules/);
  const local = await run(runHere('targets', 'test', 'local', '--json', ...data));
  expect(JSON.parse(local.stdout)).toMatchObject({ targetId: 'local', reached: true });

  vi.stubEnv('ANOTHER_KEY', `${plantedKey}-other`);
  const gone = ['--url', 'http://127.0.0.1:9', '--key-env', 'ANOTHER_KEY', '--name', 'gone'];
  expect((await run(runHere('targets', 'change', 'near', ...gone, ...data))).code).toBe(0);
  vi.unstubAllEnvs();
  const failed = await run(runHere('targets', 'test', 'gone', ...data));
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/nothing listens there/);

  expect((await run(runHere('targets', 'add', 'FAR', ...there, ...data))).stderr).toMatch(/already/);
  expect((await run(runHere('targets', 'remove', 'far', '--yes', ...data))).code).toBe(0);
  expect((await run(runHere('targets', 'list', '--json', ...data))).stdout).not.toContain('"far"');
  for (const text of outputs) expect(text).not.toContain(plantedKey);
});

const unconfirmed = {
  confirm: 'a'.repeat(64),
  calls: [{ method: 'POST', path: '/webhooks', why: 'make an endpoint' }] as const,
};
const refusal = () =>
  new CommandError('Unconfirmed.', 1, { unconfirmed: { ...unconfirmed, calls: [...unconfirmed.calls] } });

test('calls that change a remote target are shown, and confirmed by --yes', async () => {
  const shown: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => shown.push(String(text)) > 0);
  const send = async (confirm?: string) => {
    if (confirm === undefined) throw refusal();
    return confirm;
  };
  expect(await withConfirmation(send, { yes: true })).toBe(unconfirmed.confirm);
  expect(shown.join('')).toMatch(/POST +\/webhooks +make an endpoint/);
  await expect(withConfirmation(send, {})).rejects.toMatchObject({ exitCode: 2 });
  vi.restoreAllMocks();
});

test('a list that never stops changing is not confirmed for ever', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  let count = 0;
  const send = async () => {
    count += 1;
    throw refusal();
  };
  await expect(withConfirmation(send, { yes: true })).rejects.toThrow('Unconfirmed.');
  expect(count).toBe(4);
  vi.restoreAllMocks();
});
