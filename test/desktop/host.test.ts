import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { keyFile } from '#base/sealing.ts';
import type { Job } from '#contract/job.ts';
import type { Run } from '#contract/token-runs.ts';
import { type DesktopApp, type DialogShown, launchDesktop } from '#test/support/desktop-app.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { inPage, shellOfFile } from './own-page.ts';

/** The host under the app: supervised, restarted, given up, drained. */

const { desktop, launch } = shellOfFile();

/** The desk, as the page calls it. */
const desk = async <T = unknown>(
  page: Page,
  path: string,
  body?: object,
): Promise<{ status: number; body: T }> =>
  page.evaluate(
    async ([where, text]) => {
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: text ?? null };
      const answer = await fetch(where as string, text === undefined ? {} : post);
      return { status: answer.status, body: await answer.json() };
    },
    [path, body === undefined ? undefined : JSON.stringify(body)],
  ) as Promise<{ status: number; body: T }>;

test('killed: what was in flight is answered, the page is told, and the next host goes on', async () => {
  const app = await launch();
  const { page } = app;
  expect((await desk(page, '/api/cases', { name: 'acme' })).status).toBe(200);
  const first = await app.hostPid();

  // Stopped, so that the request is surely in flight when the process goes.
  await app.killHost('SIGSTOP');
  const inFlight = desk<{ error: string; canBeRetried: string }>(page, '/api/clock');
  // What the page asks after it has its answer: then main has passed on what was asked before.
  await page.evaluate(async () => (await fetch('/')).text());
  await app.killHost();
  expect(await inFlight).toMatchObject({
    status: 503,
    body: {
      detailedErrorCode: 41160,
      canBeRetried: 'Yes',
      error: expect.stringContaining('is not running'),
    },
  });

  // Asked while there is none: it waits for the next.
  expect((await desk(page, '/api/cases')).body).toMatchObject({ results: [{ name: 'acme' }] });
  expect(await app.hostPid()).not.toBe(first);
  expect((await inPage(page, (it) => it.states)).slice(-2)).toEqual([
    { state: 'restarting', text: expect.stringContaining('is restarting') },
    { state: 'running' },
  ]);

  // An app that dies takes its host along.
  const second = await app.hostPid();
  app.process.kill('SIGKILL');
  await app.ended;
  await until(async () => !isAlive(second));
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a host that crashes again and again: a page with the log, and a button that starts it anew', async () => {
  const folder = temporaryFolder();
  const burning = join(folder, 'burning');
  const hostEntry = join(folder, 'host.mjs');
  writeFileSync(burning, '');
  writeFileSync(
    hostEntry,
    `import { existsSync } from 'node:fs';
if (existsSync(${JSON.stringify(burning)})) {
  console.error('The disk <b>burned</b>.');
  process.exit(3);
}
await import(${JSON.stringify(join(packageRoot(), 'out/main/host-process.js'))});`,
  );
  const app = await launch({ system: { hostEntry } });
  const { page } = app;
  await page.getByRole('heading', { name: 'The local service is not running' }).waitFor();
  expect(await page.locator('p').first().textContent()).toBe('It ended unexpectedly, with code 3.');
  expect(await page.locator('pre').textContent()).toBe(
    Array.from({ length: 5 }, () => 'The disk <b>burned</b>.').join('\n'),
  );
  expect(readFileSync(join(app.dataDir, 'logs/host.log'), 'utf8')).toContain('burned');

  rmSync(burning);
  await page.getByRole('button', { name: 'Start again' }).click();
  await until(async () => (await page.title()) === 'Own page');
  expect((await desk(page, '/api/clock')).status).toBe(200);

  // When the system wants it to, it ends without a question.
  app.process.kill('SIGTERM');
  expect(await app.ended).toBe(0);
  expect(existsSync(join(app.dataDir, 'host.json'))).toBe(false);
  expect(app.seen('dialog')).toEqual([]);
});

test('a folder that another host has, and a port that something has: said, with a way out', async () => {
  const dataDir = temporaryFolder();
  const there = await testHost({ dataDir });
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  onTestFinished(() => void holder.close());
  const { port } = holder.address() as { port: number };
  const app = await launch({ dataDir, args: ['--api-port', String(port)] });
  await app.page.getByRole('heading', { name: 'The data folder is in use' }).waitFor();
  expect(await app.page.locator('p').first().textContent()).toContain('A Carryover host already runs');

  await there.stop(0);
  await app.page.getByRole('button', { name: 'Start again' }).click();
  await app.page.locator('p', { hasText: `The API port ${port} is in use` }).waitFor();
  await app.page.getByRole('button', { name: 'Quit Carryover' }).click();
  expect(await app.ended).toBe(0);
});

const factsOn = (page: Page): Promise<string[]> => page.locator('p').allTextContents();

/** A folder as the app leaves it, with a backup of all but its last case; made once. */
const backedUp = mkdtempSync(join(tmpdir(), 'carryover-backed-up-'));
let backupName = '';
afterAll(() => rmSync(backedUp, { recursive: true, force: true }));

const folderWithBackup = async (): Promise<string> => {
  const dataDir = temporaryFolder();
  if (backupName === '') {
    const app = await launch({ dataDir });
    await desk(app.page, '/api/cases', { name: 'acme' });
    const { body: backup } = await desk<{ name: string }>(app.page, '/api/backups', {});
    await desk(app.page, '/api/cases', { name: 'later' });
    expect(await app.quit()).toBe(0);
    backupName = backup.name;
    cpSync(dataDir, backedUp, { recursive: true });
  } else cpSync(backedUp, dataDir, { recursive: true });
  return dataDir;
};

test('a damaged database: what can be restored and what that loses is said, and a button restores it', async () => {
  const dataDir = await folderWithBackup();
  // The key is in the keychain, where no command can read it.
  expect(existsSync(keyFile(dataDir))).toBe(false);
  writeFileSync(join(dataDir, 'desk.db'), 'no database any more '.repeat(1000));

  const second = await launch({ dataDir });
  await second.page.getByRole('heading', { name: 'A database is damaged' }).waitFor();
  const [text, ...facts] = await factsOn(second.page);
  expect(text).toBe('The database desk.db, which holds the cases, is damaged. Nothing was changed.');
  expect(facts[0]).toContain(`Newest sound backup: ${backupName}`);
  expect(facts[1]).toContain('Lost: what was written after it, at most');
  // Started again, it is offered again, and nothing was changed.
  await second.page.getByRole('button', { name: 'Start again' }).click();
  const restore = second.page.getByRole('button', { name: `Restore ${backupName}` });
  await restore.waitFor();
  expect(readdirSync(dataDir).filter((name) => name.includes('aside'))).toEqual([]);
  await restore.click();
  await until(async () => (await second.page.title()) === 'Own page');
  expect((await desk(second.page, '/api/cases')).body).toMatchObject({ results: [{ name: 'acme' }] });
  expect(readdirSync(dataDir).filter((name) => name.startsWith('desk.db.aside-'))).toHaveLength(1);
  expect(await second.quit()).toBe(0);
});

test('a damaged database without a backup, and damaged credentials: what can be done is said', async () => {
  const dataDir = await folderWithBackup();
  const aside = join(temporaryFolder(), 'backups');
  renameSync(join(dataDir, 'backups'), aside);
  for (const name of ['desk.db', 'vault.db']) truncateSync(join(dataDir, name), 5000);

  const { page } = await launch({ dataDir });
  await page.getByRole('heading', { name: 'A database is damaged' }).waitFor();
  expect((await factsOn(page))[1]).toContain('There is no sound backup of it.');
  expect(await page.getByRole('button').allTextContents()).toEqual(['Start again', 'Quit Carryover']);

  // The person copies one of theirs, as is said there.
  mkdirSync(join(dataDir, 'backups'));
  renameSync(join(aside, backupName), join(dataDir, 'backups', backupName));
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByRole('button', { name: `Restore ${backupName}` }).click();
  await page.getByText('The database vault.db, which holds stored credentials, is damaged.').waitFor();
  expect(await factsOn(page)).toContain('Credentials are never backed up: import their rows again.');
  await page.getByRole('button', { name: 'Start without stored credentials' }).click();
  await until(async () => (await page.title()) === 'Own page');
  expect((await desk(page, '/api/cases')).body).toMatchObject({ results: [{ name: 'acme' }] });
});

test('quitting with a run under way: asks; pauses, or waits for its end', async () => {
  const dataDir = temporaryFolder();
  // In virtual time a sync takes until somebody moves the clock.
  writeFileSync(join(dataDir, 'serve.json'), JSON.stringify({ clock: 'virtual', allowPrivate: false }));
  const app = await launch({ dataDir });
  const { id } = (await desk<{ id: string }>(app.page, '/api/cases', { name: 'acme', parts: ['tokens'] }))
    .body;
  const content = `ref,name,platform,accessToken,refreshToken,tenantId\na-1,Acme,gbol,access-1,refresh-1,${crypto.randomUUID()}`;
  const job = (await desk<Job>(app.page, `/api/cases/${id}/tokens/imports`, { content })).body;
  await until(async () => (await desk<Job>(app.page, `/api/jobs/${job.id}`)).body.state === 'done');
  const runs = async ({ page }: DesktopApp) =>
    (await desk<{ results: Run[] }>(page, `/api/cases/${id}/tokens/runs`)).body.results[0];
  await desk(app.page, `/api/cases/${id}/tokens/runs`, { kind: 'run' });
  await until(async () => (await runs(app))?.counts.syncing === 1);

  await app.call('quit');
  const asked = await app.next<DialogShown>('dialog');
  expect(asked.options).toMatchObject({
    message: 'Carryover is still working.',
    buttons: ['Wait, then quit', 'Pause and quit', 'Cancel'],
    detail: expect.stringContaining('a token migration (0 of 1 companies)'),
  });
  await app.answerDialog({ response: 2 });
  expect((await desk(app.page, '/api/clock')).status).toBe(200);
  await app.call('closeWindow');
  await app.next('dialog');
  await app.answerDialog({ response: 1 });
  expect(await app.ended).toBe(0);

  const again = await launch({ dataDir });
  expect(await runs(again)).toMatchObject({ state: 'paused', counts: { syncing: 1 } });
  await desk(again.page, `/api/cases/${id}/tokens/runs/resume`, {});
  await until(async () => (await runs(again))?.state === 'running');
  await again.call('lookAtWindow', false);
  await again.call('quit');
  await again.next('dialog');
  await again.answerDialog({ response: 0 });
  await desk(again.page, '/api/clock/advance', { by: 'PT1H' });
  expect(await again.next('notification')).toEqual({
    title: 'The token migration is done',
    body: '1 of 1 companies are done.',
  });
  expect(await again.ended).toBe(0);
});

test('the installed app with a subcommand is the command line', async () => {
  const dataDir = temporaryFolder();
  const run = async (bare: string[], input?: string) => {
    const app = await launchDesktop(desktop(), {
      bare,
      shows: false,
      ...(input === undefined ? {} : { input }),
    });
    const code = await app.ended;
    expect(app.seen('page')).toEqual([]);
    return { code, ...app.out };
  };
  expect(await run(['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
  expect(await run(['chekc'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("unknown command 'chekc'"),
  });
  const allowList = '*filter\n:INPUT DROP [0:0]\n-A INPUT -s 4.159.114.108 -p tcp -j ACCEPT\nCOMMIT\n';
  // More than one piece of it.
  const input = `${'# a remark\n'.repeat(30_000)}${allowList}`;
  const checked = await run(['allow-list', '-', '--json', '--data', dataDir], input);
  expect([checked.code, JSON.parse(checked.stdout)]).toEqual([3, expect.anything()]);

  // And one that runs until it is told to stop.
  const serving = await launchDesktop(desktop(), {
    bare: ['serve', '--json', '--data', dataDir, '--api-port', '0', '--desk-port', '0'],
    shows: false,
  });
  await until(async () => serving.out.stdout.includes('"event":"ready"'));
  serving.process.kill('SIGTERM');
  expect(await serving.ended).toBe(0);
  expect(existsSync(join(dataDir, 'host.json'))).toBe(false);
});
