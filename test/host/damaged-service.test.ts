import {
  closeSync,
  copyFileSync,
  cpSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { startHost } from '#host/index.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { until } from '#test/support/host-process.ts';
import { folderOfFile, temporaryFolder } from '#test/support/temporary-folder.ts';
import { hostOptions, testHost } from '#test/support/test-host.ts';

/** A damaged `service.db` stops the local service, and never the work on cases. */

const flip = (path: string, at: number): void => {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, at);
  closeSync(file);
};

const damages: readonly (readonly [string, (path: string) => void])[] = [
  ['cut in half', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  ['emptied', (path) => truncateSync(path, 0)],
  ['overwritten at its head', (path) => flip(path, 0)],
  ['overwritten in its middle', (path) => flip(path, Math.floor(statSync(path).size / 2 / 4096) * 4096)],
];

const madeOnce = folderOfFile();
let whatWasMade: Promise<Used> | undefined;

interface Used {
  readonly dataDir: string;
  readonly backup: string;
  readonly caseId: string;
}

/** A folder with a case, fifty companies and a backup from after the first one; its host has ended. */
const used = async (): Promise<Used> => {
  whatWasMade ??= makeUsed(join(madeOnce, 'data'));
  const { dataDir: from, ...made } = await whatWasMade;
  const dataDir = temporaryFolder();
  cpSync(from, dataDir, { recursive: true });
  return { dataDir, ...made };
};

const makeUsed = async (dataDir: string): Promise<Used> => {
  const host = await testHost({ dataDir });
  const { body: found } = await host.desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] });
  await host.api('POST', '/companies', { name: 'First' });
  const { status, body } = await host.desk('POST', '/api/backups/local-service');
  expect([status, body.of, body.why]).toEqual([200, 'service', 'asked']);
  for (let n = 0; n < 50; n++) await host.api('POST', '/companies', { name: `Company ${n}` });
  await host.stop(0);
  return { dataDir, backup: body.name, caseId: found.id };
};

const kept = (dataDir: string): string[] =>
  readdirSync(dataDir).filter((name) => name.startsWith('service.db.aside-'));

test.each(damages)(
  'a service.db that was %s: cases go on, and a backup brings it back',
  async (_, damage) => {
    const { dataDir, backup, caseId } = await used();
    damage(join(dataDir, 'service.db'));
    const host = await testHost({ dataDir });
    const health = await host.desk('GET', '/api/health');
    expect([health.status, health.body.store]).toEqual([200, 'damaged']);
    const watched = async (path: string) => fetch(host.ready.deskUrl + path);
    expect((await watched('/health')).status).toBe(200);
    const notReady = await watched('/ready');
    expect(notReady.status).toBe(503);
    expect(await notReady.text()).toMatch(/"what":"store","text":"[^"]*damaged/);
    expect(await (await watched('/metrics')).text()).toContain('carryover_not_ready{what="store"} 1');
    expect((await host.desk('GET', '/api/about')).status).toBe(200);
    const refused = await host.api('GET', '/companies');
    expect([refused.status, refused.body.detailedErrorCode]).toEqual([503, 50311]);
    expect((await host.desk('GET', '/api/keys')).status).toBe(503);
    expect((await host.desk('POST', '/api/backups/local-service')).status).toBe(503);

    const noted = await host.desk('POST', `/api/cases/${caseId}/notes`, { text: 'meanwhile' });
    expect(noted.status).toBe(200);
    expect((await host.desk('POST', `/api/cases/${caseId}/export`, {})).status).toBe(200);

    const restored = await host.desk('POST', `/api/backups/${backup}/restore`);
    expect([restored.status, restored.body.error]).toEqual([200, undefined]);
    expect(kept(dataDir)).toContain(restored.body.keptAs);
    const [{ apiKey }] = (await host.desk('GET', '/api/keys')).body.results;
    const answer = await fetch(`${host.ready.apiUrl}/companies`, {
      headers: { authorization: `Basic ${btoa(apiKey)}` },
    });
    expect(
      ((await answer.json()) as { results: { name: string }[] }).results.map(({ name }) => name),
    ).toEqual(['First']);
    expect((await host.desk('GET', '/api/health')).body.store).toBe('ok');
    expect((await host.desk('GET', `/api/cases/${caseId}`)).body.notes).toMatchObject([
      { text: 'meanwhile' },
    ]);
    // A reset leaves nothing of it either.
    expect((await host.desk('POST', '/api/reset')).status).toBe(204);
    expect(kept(dataDir)).toEqual([]);
  },
);

test('without a backup it starts empty, and only where it is damaged', async () => {
  const { dataDir } = await used();
  truncateSync(join(dataDir, 'service.db'), 9000);
  const host = await testHost({ dataDir });
  const { status, body } = await host.desk('POST', '/api/local-service/empty');
  expect([status, body.error]).toEqual([200, undefined]);
  expect(kept(dataDir)).toContain(body.keptAs);
  expect((await host.desk('GET', '/api/health')).body.store).toBe('ok');
  expect((await host.desk('POST', '/api/local-service/empty')).body.detailedErrorCode).toBe(41122);
  await host.stop(0);
  await (await startHost(hostOptions({ dataDir }))).stop(0);
});

test('a sound service.db is restored too: what there was is kept as a backup, at the same address', async () => {
  const dataDir = temporaryFolder();
  const consumer = await startConsumer();
  const host = await testHost({ dataDir, allowPrivate: true });
  const first = await host.api('POST', '/companies', { name: 'First' });
  const backup = (await host.desk('POST', '/api/backups/local-service')).body.name;
  const second = await host.api('POST', '/companies', { name: 'Second' });
  const { status, body } = await host.desk('POST', `/api/backups/${backup}/restore`);
  expect(status).toBe(200);
  expect(kept(dataDir)).toEqual([]);
  expect((await host.api('GET', '/companies')).body.results).toMatchObject([{ name: 'First' }]);
  // Ids that were given since are not given again.
  const third = await host.api('POST', '/companies', { name: 'Third' });
  expect([first.body.id, second.body.id]).not.toContain(third.body.id);
  // Everything that depends on the service has the new one: endpoints, deliveries, the event stream.
  await host.api('POST', '/webhooks', { url: consumer.url, eventTypes: ['company.created'] });
  const made = await host.desk('POST', '/api/endpoints', {
    url: consumer.url,
    eventTypes: ['company.created'],
  });
  expect([made.status, made.body.error]).toEqual([200, undefined]);
  await host.api('POST', '/companies', { name: 'Fourth' });
  await until(async () => consumer.received.length > 0);
  const back = await host.desk('POST', `/api/backups/${body.keptAs}/restore`);
  expect(back.status).toBe(200);
  expect(
    (await host.api('GET', '/companies')).body.results.map(({ name }: { name: string }) => name).sort(),
  ).toEqual(['First', 'Second']);
});

test('a damaged backup, and one of another folder, are refused and change nothing', async () => {
  const { dataDir, backup } = await used();
  const other = await makeUsed(temporaryFolder());
  const host = await testHost({ dataDir });
  flip(join(dataDir, 'backups', backup), 8192);
  const damaged = await host.desk('POST', `/api/backups/${backup}/restore`);
  expect([damaged.status, damaged.body.detailedErrorCode]).toEqual([409, 41107]);
  rmSync(join(dataDir, 'backups', backup));
  copyFileSync(join(other.dataDir, 'backups', other.backup), join(dataDir, 'backups', backup));
  const foreign = await host.desk('POST', `/api/backups/${backup}/restore`);
  expect([foreign.status, foreign.body.detailedErrorCode]).toEqual([409, 41109]);
  expect((await host.api('GET', '/companies?pageSize=100')).body.results).toHaveLength(51);
});

test('a service.db that was removed is not begun again where there are backups of it', async () => {
  const { dataDir, backup } = await used();
  rmSync(join(dataDir, 'service.db'));
  const host = await testHost({ dataDir });
  expect((await host.desk('GET', '/api/health')).body.store).toBe('damaged');
  expect((await host.api('GET', '/companies')).status).toBe(503);
  expect((await host.desk('POST', `/api/backups/${backup}/restore`)).status).toBe(200);
  expect((await host.api('GET', '/companies')).status).not.toBe(503);
  await host.stop(0);
});

test('a restore that was killed while it moved the files is finished by the next start', async () => {
  const { dataDir, backup } = await used();
  const file = join(dataDir, 'service.db');
  copyFileSync(join(dataDir, 'backups', backup), `${file}.restoring`);
  writeFileSync(`${file}.exchange`, JSON.stringify({ aside: 'service.db.aside-x', isReplaced: true }));
  renameSync(file, join(dataDir, 'service.db.aside-x'));
  const host = await testHost({ dataDir });
  expect((await host.desk('GET', '/api/health')).body.store).toBe('ok');
  const [{ apiKey }] = (await host.desk('GET', '/api/keys')).body.results;
  const answer = await fetch(`${host.ready.apiUrl}/companies`, {
    headers: { authorization: `Basic ${btoa(apiKey)}` },
  });
  expect(await answer.json()).toMatchObject({ results: [{ name: 'First' }] });
  expect(kept(dataDir)).toEqual(['service.db.aside-x']);
  await host.stop(0);
});

test('whatever was acknowledged until a restore is in what is kept, or there afterwards', async () => {
  const { dataDir, backup } = await used();
  const host = await testHost({ dataDir });
  const acknowledged: string[] = [];
  let isOver = false;
  const writers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const answer = await host.api('POST', '/companies', { name: 'x' }).catch(() => undefined);
      if (answer?.status === 200) acknowledged.push(answer.body.id);
      else await new Promise(setImmediate);
    }
  });
  await until(async () => acknowledged.length > 20);
  const restored = await host.desk('POST', `/api/backups/${backup}/restore`);
  isOver = true;
  await Promise.all(writers);
  const idsIn = (path: string): Set<unknown> => {
    const sqlite = new Database(path, { readonly: true });
    try {
      return new Set(sqlite.prepare('select id from companies').pluck().all());
    } finally {
      sqlite.close();
    }
  };
  const [kept, now] = [
    idsIn(join(dataDir, 'backups', restored.body.keptAs)),
    idsIn(join(dataDir, 'service.db')),
  ];
  expect(acknowledged.filter((id) => !(kept.has(id) || now.has(id)))).toEqual([]);
  await host.stop(0);
});
