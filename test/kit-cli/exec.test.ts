import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { junitOf } from '#kit-cli/junit.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const carryover = join(packageRoot(), 'out', 'kit', 'cli.js');

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param during what happens while it runs, once it has written something */
const exec = async (args: readonly string[], during?: (pid: number) => void): Promise<Ended> => {
  const child = spawn(process.execPath, [carryover, 'exec', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (during !== undefined) child.stdout.once('data', () => during(child.pid as number));
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await once(child, 'exit');
  const [stdout, stderr] = await output;
  return { code, signal, stdout, stderr };
};

/** A script of Node's, as the command. */
const script = (code: string): string[] => ['--', process.execPath, '--input-type=module', '-e', code];

const callAlerts = `
  const { CARRYOVER_API_URL: url, CARRYOVER_API_KEY: key } = process.env;
  const response = await fetch(url + '/rules/alerts', { headers: { authorization: 'Basic ' + btoa(key) } });
  console.log(response.status);
`;

test('a command finds the service by its environment; its exit code is passed on, and nothing is left', async () => {
  const code = `
    const { CARRYOVER_CONTROL_URL: url, CARRYOVER_CONTROL_TOKEN: token } = process.env;
    const about = await (await fetch(url, { headers: { authorization: 'Bearer ' + token } })).json();
    console.log(JSON.stringify({ url, seed: about.seed, clock: about.clock }));
    process.exitCode = 7;
  `;
  const ended = await exec(['--seed', '5', '--clock', 'skipping', ...script(code)]);
  expect(ended.code).toBe(7);
  const { url, ...about } = JSON.parse(ended.stdout);
  expect(about).toEqual({ seed: 5, clock: 'skipping' });
  await expect(fetch(`${url}/alive`)).rejects.toThrow();
});

test('options of the command stay the command’s', async () => {
  const ended = await exec([
    '--',
    process.execPath,
    '-e',
    'console.log(process.argv.slice(1).join())',
    '--',
    '--seed',
    '9',
  ]);
  expect(ended).toMatchObject({ code: 0, stdout: '--seed,9\n' });
});

test('signals reach the command, and it decides how to end', async () => {
  const waits = `
    process.on('SIGTERM', () => { console.log('heard'); process.exit(5); });
    setInterval(() => {}, 1000);
    console.log('ready');
  `;
  const ended = await exec(script(waits), (pid) => process.kill(pid, 'SIGTERM'));
  expect(ended).toMatchObject({ code: 5, stdout: 'ready\nheard\n' });
  const dies = await exec(script(`console.log('ready'); setInterval(() => {}, 1000)`), (pid) =>
    process.kill(pid, 'SIGTERM'),
  );
  expect(dies).toMatchObject({ code: null, signal: 'SIGTERM' });
});

test('a command that is not there ends as in a shell', async () => {
  const ended = await exec(['--', 'no-such-command']);
  expect(ended.code).toBe(127);
  expect(ended.stderr).toContain('The command no-such-command was not found.');
});

test('what the service saw fails the run only when it is asked to, and is in the report either way', async () => {
  const report = join(temporaryFolder(), 'report.xml');
  const told = await exec(['--report', report, ...script(callAlerts)]);
  expect(told.code).toBe(0);
  expect(readFileSync(report, 'utf8')).toContain('failures="0"');
  expect(readFileSync(report, 'utf8')).toContain('GET /rules/alerts');
  const failed = await exec(['--report', report, '--fail-on', 'alerts,undelivered', ...script(callAlerts)]);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain(
    'Alerts endpoints were called, which blocks a migration: GET /rules/alerts',
  );
  expect(readFileSync(report, 'utf8')).toContain('<failure message="Alerts endpoints were called');
});

test('a failing command keeps its own exit code, whatever the service saw', async () => {
  const ended = await exec(['--fail-on', 'alerts', ...script(`${callAlerts} process.exitCode = 9;`)]);
  expect(ended.code).toBe(9);
});

test('usage errors name what is known, and start nothing', async () => {
  const ended = await exec(['--fail-on', 'nothing', '--', process.execPath, '-e', '']);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('--fail-on knows alerts, undelivered, unverified, not "nothing"');
});

test('a snapshot that is none ends the run before the command', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'base.carryover-state');
  writeFileSync(path, 'no state');
  const marker = join(folder, 'ran');
  const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker)}, '')`;
  const ended = await exec(['--snapshot', path, ...script(code)]);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain(`${path} was not restored, and nothing was started.`);
  expect(ended.stderr).not.toMatch(/^\s+at /m);
  expect(existsSync(marker)).toBe(false);
});

test('a report is XML whatever a caller sends: markup and control characters are harmless', () => {
  const hostile = 'GET /a by <evil a="&"> \u0000\u001b[31m\ud800 ]]>\nnext';
  const xml = junitOf([{ kind: 'alerts', name: 'N', failed: 'F', found: [hostile], seen: '1' }], ['alerts']);
  expect(xml).not.toContain('<evil');
  expect(xml).not.toContain('\u0000');
  expect(xml).not.toContain('\u001b');
  expect(xml.isWellFormed()).toBe(true);
  expect(xml).toContain('&lt;evil a=&quot;&amp;&quot;&gt;');
});
