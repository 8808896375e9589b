import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { exampleService } from '#test/support/fidelity.ts';
import { scriptedServer } from '#test/support/scripted-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const carryover = join(packageRoot(), 'out', 'kit', 'cli.js');

/** The built command line, in a folder of its own. */
const inFolder = () => {
  const cwd = temporaryFolder();
  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    const own = { ...process.env, CARRYOVER_API_URL: '', CARRYOVER_API_KEY: '', ...env };
    const child = spawn(process.execPath, [carryover, ...args], {
      cwd,
      env: Object.fromEntries(Object.entries(own).filter(([, value]) => value !== '')),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await once(child, 'exit');
    const [stdout, stderr] = await output;
    return { code, stdout, stderr };
  };
  return { cwd, run };
};

test('a target is recorded, and compared with a service of its own and with a given one', async () => {
  const { cwd, run } = inFolder();
  const target = await exampleService(5);
  const there = ['--url', target.apiUrl, '--per-second', '100', '--custom-data', 'example-data'];
  const recorded = await run(['record', '--target', 'far away/x', ...there, '--api-key-env', 'KEY'], {
    KEY: target.apiKey,
  });
  expect(recorded).toMatchObject({ code: 0, stdout: '' });
  expect(recorded.stderr).toMatch(/Recorded \d+ responses of far away\/x/);
  const file = join(cwd, 'x.recording.json');
  expect(existsSync(file)).toBe(true);

  const own = await run(['compare', file]);
  expect(own.stdout).toMatch(
    /No undeclared difference\. \d+ the same, 0 declared, 0 undeclared, 0 not compared/,
  );
  expect(own.code).toBe(0);

  const { apiUrl: CARRYOVER_API_URL, apiKey: CARRYOVER_API_KEY } = target;
  const given = await run(['compare', file, '--json'], { CARRYOVER_API_URL, CARRYOVER_API_KEY });
  // Nobody named its custom data.
  expect(given.code).toBe(4);
  expect(JSON.parse(given.stdout).counts.undeclared).toBe(0);
});

test('a wrong address and a missing key are usage errors; no local service is said so', async () => {
  const { cwd, run } = inFolder();
  const odd = await run([
    'record',
    '--target',
    'x',
    '--url',
    'http://api.example.com',
    '--api-key-env',
    'KEY',
  ]);
  expect([odd.code, odd.stderr]).toEqual([2, expect.stringMatching(/--url must begin with https/)]);
  const keyless = await run([
    'record',
    '--target',
    'x',
    '--url',
    'https://api.example.com',
    '--api-key-env',
    'KEY',
  ]);
  expect([keyless.code, keyless.stderr]).toEqual([2, expect.stringMatching(/KEY holds no API key/)]);
  const { url } = await scriptedServer(
    (_request, response) => void response.writeHead(302, { location: '/' }).end(),
  );
  const refused = await run(['record', '--target', 'x\u001b[2J', '--url', url, '--api-key-env', 'KEY'], {
    KEY: 'k',
  });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/it redirects \(302\)/)]);
  expect(refused.stderr).not.toContain('\u001b');
  const file = join(cwd, 'y.json');
  writeFileSync(file, '{}');
  expect((await run(['compare', file])).stderr).toMatch(/is not a recording/);
});
