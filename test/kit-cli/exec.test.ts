import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { junitOf } from '#kit-cli/junit.ts';
import { createRunRecord } from '#kit-cli/run-record.ts';
import { execHere, scriptOf } from '#test/support/exec-here.ts';
import { kitHere } from '#test/support/kit-cli.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const callAlerts = `
  console.log((await call('/rules/alerts')).status);
`;

test('a command finds the service by its environment; its exit code is passed on, and nothing is left', async () => {
  const code = `
    const about = await (await steer('GET', '')).json();
    console.log(JSON.stringify({ url: control, seed: about.seed, clock: about.clock }));
    process.exitCode = 7;
  `;
  const ended = await execHere(['--seed', '5', '--clock', 'skipping', ...scriptOf(code)]);
  expect(ended.code).toBe(7);
  const { url, ...about } = JSON.parse(ended.stdout);
  expect(about).toEqual({ seed: 5, clock: 'skipping' });
  await expect(fetch(`${url}/alive`)).rejects.toThrow();
});

test('options of the command stay the command’s', async () => {
  const ended = await execHere([
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
  const ended = await execHere(scriptOf(waits), (child) => child.kill('SIGTERM'));
  expect(ended).toMatchObject({ code: 5, stdout: 'ready\nheard\n' });
  const dies = await execHere(scriptOf(`console.log('ready'); setInterval(() => {}, 1000)`), (child) =>
    child.kill('SIGTERM'),
  );
  expect(dies).toMatchObject({ code: null, signal: 'SIGTERM' });
});

test('a command that is not there ends as in a shell', async () => {
  const ended = await kitHere(['exec', '--', 'no-such-command']);
  expect(ended.code).toBe(127);
  expect(ended.stderr).toContain('The command no-such-command was not found.');
});

test('what can’t be run or written is told by its own name, without codes', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'no-program');
  writeFileSync(file, '', { mode: 0o600 });
  const ended = await kitHere(['exec', '--', file]);
  expect(ended.code).toBe(126);
  expect(ended.stderr).toContain(`The command ${file} can't be run: permission is denied.`);
  const report = join(folder, 'none', 'report.xml');
  const unwritten = await kitHere(['exec', '--report', report, '--', 'true']);
  expect(unwritten.code).toBe(1);
  expect(unwritten.stderr).toContain(
    `The report ${report} can't be written: there is no such file or folder.`,
  );
});

test('what the service saw fails the run only when it is asked to, and is in the report either way', async () => {
  const report = join(temporaryFolder(), 'report.xml');
  const told = await execHere(['--report', report, ...scriptOf(callAlerts)]);
  expect(told.code).toBe(0);
  expect(readFileSync(report, 'utf8')).toContain('failures="0"');
  expect(readFileSync(report, 'utf8')).toContain('GET /rules/alerts');
  const failed = await execHere([
    '--report',
    report,
    '--fail-on',
    'alerts,undelivered',
    ...scriptOf(callAlerts),
  ]);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain(
    'Alerts endpoints were called, which blocks a migration: GET /rules/alerts',
  );
  expect(readFileSync(report, 'utf8')).toContain('<failure message="Alerts endpoints were called');
});

test('a failing command keeps its own exit code, whatever the service saw', async () => {
  const ended = await execHere(['--fail-on', 'alerts', ...scriptOf(`${callAlerts} process.exitCode = 9;`)]);
  expect(ended.code).toBe(9);
});

test('usage errors name what is known, and start nothing', async () => {
  const ended = await kitHere(['exec', '--fail-on', 'nothing', '--', process.execPath, '-e', '']);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('--fail-on knows alerts, undelivered, unverified, not "nothing"');
});

test('a snapshot that is none ends the run before the command', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'base.carryover-state');
  writeFileSync(path, 'no state');
  const marker = join(folder, 'ran');
  const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker)}, '')`;
  const ended = await kitHere(['exec', '--snapshot', path, ...scriptOf(code)]);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain(`${path} was not restored, and nothing was started.`);
  expect(ended.stderr).not.toMatch(/^\s+at /m);
  expect(existsSync(marker)).toBe(false);
});

test('a report is XML whatever a caller sends: markup and control characters are harmless', () => {
  const hostile = 'GET /a by <evil a="&"> \u0000\u001b[31m\ud800 ]]>\nnext';
  const report = createRunRecord({ command: [hostile], clock: 'virtual', fromState: false }).report();
  const observations = [{ kind: 'alerts', name: 'N', failed: 'F', found: [hostile], seen: '1' }] as const;
  const xml = junitOf({ observations, failOn: ['alerts'], report });
  expect(xml).not.toContain('<evil');
  expect(xml).not.toContain('\u0000');
  expect(xml).not.toContain('\u001b');
  expect(xml.isWellFormed()).toBe(true);
  expect(xml).toContain('&lt;evil a=&quot;&amp;&quot;&gt;');
});
