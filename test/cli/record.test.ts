import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '#test/support/cli-here.ts';
import { exampleService } from '#test/support/fidelity.ts';
import { json, scriptedServer } from '#test/support/scripted-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

test('a target of the desk is recorded by the host, and compared with its local service', async () => {
  const dataDir = temporaryFolder();
  await testHost({ dataDir });
  const target = await exampleService();
  const keyFile = join(dataDir, 'key.txt');
  writeFileSync(keyFile, target.apiKey);
  const data = ['--data', dataDir];
  const adding = ['--url', target.apiUrl, '--key-file', keyFile, '--per-second', '1000'];
  expect((await runHere('targets', 'add', 'Far Away', ...adding, ...data)).code).toBe(0);

  const file = join(dataDir, 'far.json');
  const recorded = await runHere('record', '--target', 'Far Away', '--out', file, ...data);
  expect(recorded).toMatchObject({ code: 0, stdout: '' });
  expect(recorded.stderr).toMatch(/Recorded 1\d\d responses of Far Away in .*far\.json/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const text = readFileSync(file, 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    format: 'carryover-recording',
    host: new URL(target.apiUrl).host,
  });
  expect(text).not.toMatch(/Example|Far Away/);
  expect(text).not.toContain(target.apiKey);

  // The local service of the folder is empty: little can be compared, and nothing differs.
  const compared = await runHere('compare', file, ...data);
  expect(compared.code).toBe(4);
  expect(compared.stdout).toMatch(/The local copy has no company\. +\d+ +GET \/companies\/\{companyId\}/);
  expect(compared.stdout).toMatch(/0 undeclared, \d+ not compared\.\n$/);

  const again = await runHere('record', '--target', 'Far Away', '--out', file, ...data);
  expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/the file exists/)]);
});

test('a target that differs makes 3, as JSON too; one that is not there is not recorded', async () => {
  const dataDir = temporaryFolder();
  await testHost({ dataDir });
  const data = ['--data', dataDir];
  const server = await scriptedServer((request, response) =>
    request.headers.authorization === undefined
      ? json(response, { reason: 'who are you' }, 403)
      : json(response, { results: 'planted-word', 'planted-name': 1 }),
  );
  const keyFile = join(dataDir, 'key.txt');
  writeFileSync(keyFile, 'some-key');
  await runHere(
    'targets',
    'add',
    'odd',
    '--url',
    server.url,
    '--key-file',
    keyFile,
    '--per-second',
    '1000',
    ...data,
  );
  const file = join(dataDir, 'odd.json');
  const recorded = await runHere('record', '--target', 'odd', '--no-host', '--out', file, '--json', ...data);
  expect(recorded.code).toBe(0);
  expect(JSON.parse(recorded.stdout)).toMatchObject({ file, notAnswered: [] });
  expect(readFileSync(file, 'utf8')).not.toMatch(/planted|127\.0\.0\.1|who are you/);
  const compared = await runHere('compare', file, '--json', ...data);
  expect(compared.code).toBe(3);
  const { counts, operations } = JSON.parse(compared.stdout);
  expect(counts.undeclared).toBeGreaterThan(30);
  const companies = operations.find(({ operation }: { operation: string }) => operation === 'GET /companies');
  expect(companies.probes[0].differences).toContainEqual({
    in: 'field',
    at: '$.results',
    target: 'text',
    local: 'list',
    declared: false,
  });
  const gone = await runHere('record', '--target', 'nowhere', '--out', join(dataDir, 'x.json'), ...data);
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringMatching(/nowhere/)]);
});

test.each<[string, string | Buffer, RegExp]>([
  ['cut off', '{"format": "carryover-recording", "version": 1', /is not JSON/],
  ['another file', '{"format": "other"}', /is not a recording/],
  ['newer', '{"format": "carryover-recording", "version": 2}', /newer version/],
  ['no UTF-8', Buffer.from([0xff, 0xfe, 0x00]), /is not JSON/],
  ['huge', Buffer.alloc(17 * 1_048_576, 0x20), /larger than a recording can be/],
  ['deep', '['.repeat(5000), /nested more than/],
  [
    'hostile',
    JSON.stringify({
      format: 'carryover-recording',
      version: 1,
      carryover: '0.3.0',
      recordedAt: '2026-01-01T00:00:00.000Z',
      host: '\u001b[2J',
      calls: [{ operation: 'GET /companies', probe: 'found', status: 200 }],
    }),
    /is damaged, or was edited/,
  ],
])('a file that is %s is refused before anything is started', async (_name, content, words) => {
  const path = join(temporaryFolder(), 'a.json');
  writeFileSync(path, content);
  const { code, stdout, stderr } = await runHere('compare', path, '--data', '/nowhere');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(words);
  expect(stderr).not.toContain('\u001b[2J');
});
