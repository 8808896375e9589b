import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { openDatabase } from '#base/store/sqlite/database.ts';
import { sessionHeader } from '#contract/session-header.ts';
import { initial } from '#desk/store/migrations/0001-initial.ts';
import { csv, line } from '#test/desk/tokens/import/fixture.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { until } from '#test/support/host-process.ts';
import { type Call, testHost } from '#test/support/test-host.ts';
import { problemsOf, verifyDesk } from '#test/support/verify-desk.ts';

const open = async (desk: Call, name: string): Promise<string> => {
  const { status, body } = await desk('POST', '/api/cases', { name, parts: ['tokens'] });
  expect(status).toBe(200);
  return body.id;
};
const names = async (desk: Call): Promise<string[]> =>
  (await desk('GET', '/api/cases')).body.results.map(({ name }: { name: string }) => name).sort();
const backUp = async (desk: Call): Promise<string> => (await desk('POST', '/api/backups')).body.name;
const restore = (desk: Call, name: string) => desk('POST', `/api/backups/${name}/restore`);
const backups = async (desk: Call): Promise<{ name: string; why: string; size: number }[]> =>
  (await desk('GET', '/api/backups')).body.results;

const importRows = async (desk: Call, caseId: string, ...rows: number[]): Promise<void> => {
  const content = csv(...rows.map((n) => line(n)));
  const started = await desk('POST', `/api/cases/${caseId}/tokens/imports`, { content, name: 'paste' });
  await until(async () => (await desk('GET', `/api/jobs/${started.body.id}`)).body.state === 'done');
};
const secretsKept = async (desk: Call, caseId: string): Promise<boolean[]> =>
  (await desk('GET', `/api/cases/${caseId}/tokens/rows`)).body.results.map(
    (row: { secretsKept: boolean }) => row.secretsKept,
  );

test('a backup is listed with why it was made, and restored with the same address, token and session', async () => {
  const { desk, ready } = await testHost();
  const first = await open(desk, 'first');
  const name = await backUp(desk);
  expect(await backups(desk)).toMatchObject([{ name, why: 'asked' }, { why: 'daily' }]);
  const { body: ticket } = await desk('POST', '/api/session/tickets');
  const signedIn = await fetch(`${ready.deskUrl}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket: ticket.ticket }),
  });
  const { session: secret } = (await signedIn.json()) as { session: string };
  const headers = { [sessionHeader]: secret };

  await open(desk, 'second');
  await desk('POST', `/api/cases/${first}/notes`, { text: 'later' });
  const stream = await fetch(`${ready.deskUrl}/api/stream`, { headers });
  const ended = stream.text();
  const restoring = restore(desk, name);
  // What comes meanwhile waits, and sees the one or the other.
  const meanwhile = await Promise.all(Array.from({ length: 20 }, () => desk('GET', '/api/cases')));
  const { status, body } = await restoring;
  expect([status, body.error]).toEqual([200, undefined]);
  expect(meanwhile.map((answer) => answer.status)).toEqual(Array(20).fill(200));
  expect(body).toMatchObject({
    restored: { name, why: 'asked' },
    credentials: { kept: 0, shredded: 0 },
    text: expect.stringContaining(body.keptAs),
  });
  expect(await ended).toContain('retry: 1000');
  expect(await names(desk)).toEqual(['first']);
  expect((await desk('GET', `/api/cases/${first}`)).body.notes).toEqual([]);
  expect((await desk('POST', `/api/cases/${first}/verify`)).body.problems).toEqual([]);
  const session = await fetch(`${ready.deskUrl}/api/cases`, { headers });
  expect(session.status).toBe(200);
  await open(desk, 'third');

  const back = await restore(desk, body.keptAs);
  expect(back.status).toBe(200);
  expect(await names(desk)).toEqual(['first', 'second']);
  expect((await desk('GET', `/api/cases/${first}`)).body.notes).toMatchObject([{ text: 'later' }]);
  expect((await backups(desk)).map(({ why }) => why)).toContain('restore');
  expect(readdirSync(ready.dataDir).filter((file) => file.includes('restoring'))).toEqual([]);
});

test('credentials that the restored cases do not wait for are shredded, and no others', async () => {
  const { desk } = await testHost();
  const early = await open(desk, 'early');
  await importRows(desk, early, 1, 2);
  const name = await backUp(desk);
  await importRows(desk, early, 1, 2, 3);
  const late = await open(desk, 'late');
  await importRows(desk, late, 4, 5);

  const { body } = await restore(desk, name);
  expect(body.credentials).toEqual({ kept: 2, shredded: 3 });
  expect(body.text).toMatch(/those of 3 rows .* were shredded/);
  expect(await secretsKept(desk, early)).toEqual([true, true]);

  // The ids of the rows that are gone are used again, and must not find what was kept under them.
  const other = await open(desk, 'other');
  await importRows(desk, other, 6);
  expect(await secretsKept(desk, other)).toEqual([true]);
  const forth = await restore(desk, body.keptAs);
  expect(forth.status).toBe(200);
  expect(await names(desk)).toEqual(['early', 'late']);
});

test('what is under way is not cut off: the restore is refused, in words', async () => {
  const { desk, ready } = await testHost();
  await open(desk, 'acme');
  const name = await backUp(desk);
  const headers = { authorization: `Bearer ${ready.deskToken}`, 'content-length': '9' };
  const upload = request(`${ready.deskUrl}/api/uploads?name=a.zip`, { method: 'POST', headers });
  const uploaded = new Promise<number>((resolve) => {
    upload.on('response', (response) => resolve(response.resume().statusCode ?? 0));
  });
  upload.write('half');
  await until(async () => existsSync(join(ready.dataDir, 'uploads')));
  const refused = await restore(desk, name);
  expect(refused.body).toMatchObject({
    detailedErrorCode: 41110,
    error: 'Nothing was restored: 1 upload is running. Wait until it ends or stop it, then restore.',
  });
  upload.end('whole');
  expect(await uploaded).toBe(200);

  const slow = await startConsumer(() => ({ status: 200, after: answered.promise }));
  const answered = Promise.withResolvers<void>();
  const remote = { name: 'slow', baseUrl: slow.url, apiKey: 'k'.repeat(40) };
  await desk('POST', '/api/targets', remote);
  const testing = desk('POST', '/api/targets/slow/test');
  await slow.receivedAtLeast(1);
  const waiting = restore(desk, name);
  answered.resolve();
  expect((await testing).status).toBe(200);
  expect((await waiting).status).toBe(200);
  expect((await desk('GET', '/api/targets')).body.results).toHaveLength(1);
});

test('a stranger who never ends a request holds up no restore', async () => {
  const { desk, ready } = await testHost();
  await open(desk, 'acme');
  const name = await backUp(desk);
  const headers = { 'content-type': 'application/json', 'content-length': '100' };
  const stalled = request(`${ready.deskUrl}/api/session`, { method: 'POST', headers });
  const cut = new Promise((resolve) => stalled.once('error', resolve));
  stalled.write('{"ti');
  await systemTime.sleep(100);
  const { status } = await restore(desk, name);
  expect(status).toBe(200);
  await cut;
});

test('two at once are one, and what is no backup is told', async () => {
  const { desk } = await testHost();
  const name = await backUp(desk);
  const both = await Promise.all([restore(desk, name), restore(desk, name)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  for (const wrong of ['desk-2020-01-01T00-00-00-000Z.db', 'host.json', '..%2Fdesk.db', '..%5Cdesk.db']) {
    expect((await restore(desk, wrong)).body.detailedErrorCode).toBe(41106);
  }
});

test('a backup that is damaged, newer or made under another key changes nothing', async () => {
  const { desk, ready } = await testHost();
  await open(desk, 'acme');
  const name = await backUp(desk);
  const folder = join(ready.dataDir, 'backups');
  const named = (n: number): string => `desk-2026-01-0${n}T00-00-00-000Z.db`;
  const inTheWay = (n: number): string => join(folder, named(n));
  writeFileSync(inTheWay(1), 'no database');
  copyFileSync(join(folder, name), inTheWay(2));
  const newer = new Database(inTheWay(2));
  newer.prepare("insert into kysely_migration values ('0099-later', '2026-01-01T00:00:00Z')").run();
  newer.close();
  copyFileSync(join(folder, name), inTheWay(3));
  const broken = new Database(inTheWay(3));
  broken.unsafeMode();
  broken.pragma('writable_schema = on');
  broken.prepare("update sqlite_master set rootpage = 3 where name = 'case_heads'").run();
  broken.close();
  copyFileSync(join(folder, name), inTheWay(4));
  const foreign = new Database(inTheWay(4));
  foreign.prepare('update case_heads set seal = ?').run(randomBytes(32).toString('hex'));
  foreign.close();

  const codes: number[] = [];
  for (const n of [1, 2, 3, 4]) codes.push((await restore(desk, named(n))).body.detailedErrorCode);
  expect(codes).toEqual([41107, 41108, 41107, 41109]);
  expect(await names(desk)).toEqual(['acme']);
  expect((await backups(desk)).filter(({ why }) => why === 'restore')).toEqual([]);
  expect(readdirSync(ready.dataDir).filter((file) => file.includes('restoring'))).toEqual([]);
});

test('a backup is restored on record: the journal goes on, and everything is whole, also after a restart', async () => {
  const { desk, ready, stop } = await testHost();
  const first = await open(desk, 'first');
  await importRows(desk, first, 1, 2);
  const name = await backUp(desk);
  await open(desk, 'second');
  await importRows(desk, first, 3);
  const { journal } = await verifyDesk(desk);
  expect((await restore(desk, name)).status).toBe(200);
  const after = await verifyDesk(desk);
  expect([after.problems, after.cases.length]).toEqual([[], 1]);
  expect(after.journal.entries).toBeGreaterThan(journal.entries);
  // What was made until then can be restored, too.
  const kept = (await backups(desk)).find(({ why }) => why === 'restore')?.name as string;
  expect((await restore(desk, kept)).status).toBe(200);
  expect(await problemsOf(desk)).toEqual([]);
  await importRows(desk, first, 4);
  await stop(0);
  const again = await testHost({ dataDir: ready.dataDir });
  expect([await problemsOf(again.desk), (await again.desk('GET', '/api/verification')).body.notices]).toEqual(
    [[], []],
  );
  const sqlite = new Database(join(ready.dataDir, 'desk.db'), { readonly: true });
  const rows = sqlite.prepare("select actor, content from desk_journal where kind = 'desk.restored'").all();
  sqlite.close();
  expect((rows as { content: string }[]).map(({ content }) => JSON.parse(content).backup)).toEqual([
    name,
    kept,
  ]);
});

test('a backup that was changed by hand shows when it is restored', async () => {
  const { desk, ready } = await testHost();
  await importRows(desk, await open(desk, 'first'), 1, 2);
  const name = await backUp(desk);
  const sqlite = new Database(join(ready.dataDir, 'backups', name));
  sqlite.exec("update token_rows set name = 'Eve' where line = 3");
  sqlite.close();
  expect((await restore(desk, name)).status).toBe(200);
  expect(await problemsOf(desk)).toEqual([
    expect.stringMatching(/^The name of row 3 \(ref .*\) of the token import "paste" was changed\.$/),
  ]);
});

test('a backup of an older form is brought to the present one', async () => {
  const { desk, ready } = await testHost();
  await open(desk, 'acme');
  const folder = join(ready.dataDir, 'backups');
  const name = 'desk-2026-01-01T00-00-00-000Z.db';
  const old = await openDatabase(
    { path: join(folder, name), synchronous: 'FULL' },
    { '0001-initial': initial },
  );
  await old.close();
  expect((await restore(desk, name)).status).toBe(200);
  expect(await names(desk)).toEqual([]);
  await importRows(desk, await open(desk, 'new'), 1);
  expect(await problemsOf(desk)).toEqual([]);
});

test('where desk.db is open in another program, the desk continues with its database', async () => {
  const { desk, ready } = await testHost();
  await open(desk, 'first');
  const name = await backUp(desk);
  await open(desk, 'second');
  const reader = new Database(join(ready.dataDir, 'desk.db'), { readonly: true });
  onTestFinished(() => void reader.close());
  reader.exec('begin');
  reader.prepare('select count(*) from case_heads').get();
  await open(desk, 'third');
  const { body } = await restore(desk, name);
  expect([body.detailedErrorCode, body.error]).toEqual([
    41111,
    expect.stringMatching(/open in another program\. The desk continues with the current database/),
  ]);
  expect(await names(desk)).toEqual(['first', 'second', 'third']);
  await open(desk, 'fourth');
});

test('a host that is stopped while it restores ends whole', async () => {
  const host = await testHost();
  await open(host.desk, 'first');
  const name = await backUp(host.desk);
  await open(host.desk, 'second');
  const restoring = restore(host.desk, name).catch(() => undefined);
  await systemTime.sleep(0);
  await host.stop(1000);
  await restoring;
  const { desk } = await testHost({ dataDir: host.ready.dataDir });
  expect([['first'], ['first', 'second']]).toContainEqual(await names(desk));
});
