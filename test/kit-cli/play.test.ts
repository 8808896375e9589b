import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { startCliIn } from '#test/support/cli.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const carryover = join(packageRoot(), 'out', 'kit', 'cli.js');

const play = async (...args: readonly string[]) => {
  const child = spawn(process.execPath, [carryover, 'play', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'exit');
  const [stdout, stderr] = await output;
  return { code, stdout, stderr };
};

test('a scenario that comes with the product is played, a line for each step', async () => {
  const { code, stdout, stderr } = await play('rotation-race');
  expect(stderr).toContain('as the scenario says. Seed: 7.');
  expect(code).toBe(0);
  expect(stdout).toMatch(/ {2}PT3H {6}step 9 {4}invoices of ada: AuthError\n/);
});

test('one that does not come out ends with 1 and names file, step and field; --json has the steps before', async () => {
  const path = join(temporaryFolder(), 'short.scenario.json');
  const steps = [
    { do: 'consumer', as: 'app' },
    { do: 'expectReceived', consumer: 'app', at: 'PT1H' },
  ];
  writeFileSync(path, JSON.stringify({ name: 'short', steps }));
  const { code, stdout, stderr } = await play(path, '--json');
  expect(code).toBe(1);
  expect(stderr).toContain(`${path}, step 2 (expectReceived at PT1H), atLeast: Expected at least 1`);
  expect(JSON.parse(stdout.split('\n', 1)[0] ?? '')).toMatchObject({
    step: 'step 1',
    do: 'consumer',
    after: 'PT0S',
  });
});

test("the app's command line plays it too, and leaves no data folder", async () => {
  const home = temporaryFolder();
  const { code, stdout, stderr } = await startCliIn(
    { HOME: home, XDG_CONFIG_HOME: home },
    'play',
    'failed-cutover',
  ).ended;
  expect(stderr).toContain('as the scenario says.');
  expect([code, stdout.split('\n')[0]]).toEqual([0, 'A failed cutover']);
  expect(readdirSync(home)).toEqual([]);
});
