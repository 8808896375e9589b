import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { packageRoot } from '#base/package-root.ts';
import type { RestoreState, StateRestored } from '#contract/states.ts';
import { type LocalServiceOptions, openLocalService } from '#local/local-service.ts';
import { sandboxFolders } from '#local/sandbox-folders.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Saved states of the local service, by the interface that the desk and the test kit have of them. */

/** @param isSeeded false: as what the folder holds says */
const started = async (other: Partial<LocalServiceOptions> = {}, isSeeded = true) => {
  const dataDir = other.dataDir ?? temporaryFolder();
  const service = await openLocalService({
    dataDir,
    resourcesDir: join(packageRoot(), 'resources'),
    dataKey: randomBytes(32),
    log: silentLog(),
    clock: 'virtual',
    ...(isSeeded ? { seed: 7 } : {}),
    apiPort: 0,
    bind: '127.0.0.1',
    allowHosts: [],
    allowPrivate: true,
    isKept: false,
    isTestKit: true,
    folders: sandboxFolders(dataDir, other.clock ?? 'virtual'),
    choose: () => {},
    ...other,
  });
  onTestFinished(() => service.stop(0));
  const { apiUrl, apiKey } = await service.start();
  const restore = async (name: string, request: RestoreState = {}): Promise<StateRestored> =>
    (await service.states.prepare(name, request)).restore();
  return { ...service, dataDir, apiUrl, apiKey, restore, api: callWith(apiUrl, apiKey) };
};

const callWith =
  (apiUrl: string, apiKey: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
  async (method: string, path: string, body?: unknown): Promise<any> => {
    const response = await fetch(apiUrl + path, {
      method,
      headers: {
        authorization: `Basic ${btoa(apiKey)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };

type Running = Awaited<ReturnType<typeof started>>;

const companies = async ({ api }: Pick<Running, 'api'>): Promise<string[]> =>
  (await api('GET', '/companies')).results.map(({ name }: { name: string }) => name).sort();

test('a restore brings rows and clock back, at the same address and under the same keys', async () => {
  const service = await started();
  const { api, control, states, restore } = service;
  await api('POST', '/companies', { name: 'Kept' });
  await control.clock.advance({ by: 'PT3H' });
  const { now } = await control.clock.show();
  const saved = await states.save({ name: 'before', note: 'with one company' });
  expect(saved).toMatchObject({
    name: 'before',
    note: 'with one company',
    clock: 'virtual',
    now,
    companies: 1,
  });
  expect(states.list()).toEqual({ results: [saved], unreadable: [] });

  await api('POST', '/companies', { name: 'Gone' });
  await control.clock.advance({ by: 'PT28H' });
  const late = await control.sandbox.createKey({ name: 'late' });
  const restored = await restore('before');
  expect(restored).toMatchObject({ state: saved, missing: [], keysDropped: 0 });
  expect(await companies(service)).toEqual(['Kept']);
  expect((await control.clock.show()).now).toBe(now);
  expect(await companies({ api: callWith(service.apiUrl, late.apiKey) })).toEqual(['Kept']);
  // Nothing of it is left beside the database.
  expect(readdirSync(service.dataDir).filter((name) => /restoring|aside|\.state/.test(name))).toEqual([]);
});

test('what is made after a restore has ids that no consumer knows, the same for the same steps', async () => {
  const run = async (): Promise<string[]> => {
    const { api, states, restore } = await started();
    const ids: string[] = [];
    const make = async (): Promise<void> =>
      void ids.push((await api('POST', '/companies', { name: 'A' })).id);
    await make();
    await states.save({ name: 'a' });
    await make();
    await restore('a');
    await make();
    await states.save({ name: 'b' });
    await restore('b');
    await make();
    await restore('a');
    await make();
    return ids;
  };
  const first = await run();
  expect(new Set(first).size).toBe(first.length);
  expect(await run()).toEqual(first);
});

test('a save takes no lock from the service: what opens its database meanwhile does not remove its log', async () => {
  const { api, dataDir, states } = await started();
  await api('POST', '/companies', { name: 'Kept' });
  await states.save({ name: 'a' });
  const script = `const d = new (require('better-sqlite3'))(${JSON.stringify(join(dataDir, 'service.db'))});
    d.prepare('select count(*) from facts').get(); d.close();`;
  const ended = spawnSync(process.execPath, ['-e', script], { cwd: packageRoot(), encoding: 'utf8' });
  expect([ended.status, ended.stderr]).toEqual([0, '']);
  expect(existsSync(join(dataDir, 'service.db-wal'))).toBe(true);
});

const secretsOf = async ({ api, control, apiKey }: Running, url: string) => {
  const endpoint = await api('POST', '/webhooks', { url, eventTypes: ['company.created'] });
  await control.endpoints.setHeaders(endpoint.id, {
    headers: [{ name: 'x-own', value: 'header-value-4711-secret' }],
  });
  await api('PUT', '/profile', {
    name: 'p',
    redirectUrl: 'https://a.example',
    alertAuthHeader: 'Bearer profile-secret-0815',
  });
  const [tokens] = await control.sandbox.issueTokens({ platformKey: 'gbol' });
  const company = await api('POST', '/companies', { name: 'Linked' });
  const connection = await api('POST', `/companies/${company.id}/connections`, 'gbol');
  await api(
    'PUT',
    `/companies/${company.id}/connections/${connection.id}/authorization`,
    tokens?.credentials,
  );
  const { secret } = await control.endpoints.secret(endpoint.id);
  return {
    endpoint,
    connection,
    secret,
    all: [
      apiKey,
      secret,
      'header-value-4711-secret',
      'profile-secret-0815',
      ...Object.values(tokens?.credentials ?? {}),
    ],
  };
};

test('secrets are sealed anew, in clear nowhere in the file, and open with the passphrase alone elsewhere', async () => {
  const consumer = await startConsumer();
  const first = await started();
  const { endpoint, secret, all } = await secretsOf(first, consumer.url);
  const passphrase = 'correct horse battery';
  await first.states.save({ name: 'sealed', passphrase });
  const file = first.states.pathOf('sealed');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const bytes = readFileSync(file);
  for (const clear of [...all, passphrase]) {
    for (const form of [clear, btoa(clear)]) expect(bytes.includes(form)).toBe(false);
  }
  // Nor what the data key opens: the state key alone does.
  const live = new Database(join(first.dataDir, 'service.db'), { readonly: true });
  const blobs = live.prepare('select sealed_secret from endpoint_secrets').pluck().all() as Buffer[];
  live.close();
  expect(blobs.length).toBeGreaterThan(0);
  for (const blob of blobs) expect(bytes.includes(blob)).toBe(false);

  const second = await started();
  const receive = (name: string) => second.states.receive(name, [bytes] as never, { replace: false });
  await receive('from-elsewhere');
  await expect(second.restore('from-elsewhere')).rejects.toMatchObject({ code: 'state.sealed' });
  await expect(second.restore('from-elsewhere', { passphrase: 'wrong' })).rejects.toMatchObject({
    code: 'state.wrongPassphrase',
  });
  expect(await companies(second)).toEqual([]);
  expect(await second.restore('from-elsewhere', { passphrase })).toMatchObject({ missing: [] });
  expect((await second.control.endpoints.secret(endpoint.id)).secret).toBe(secret);
  expect(await second.control.endpoints.headers(endpoint.id, true)).toMatchObject([
    { name: 'x-own', value: 'header-value-4711-secret' },
  ]);
  expect((await second.api('GET', '/profile')).alertAuthHeader).toContain('0815');
  // The keys of both work.
  expect(await companies({ api: callWith(second.apiUrl, first.apiKey) })).toEqual(['Linked']);
  expect(await companies(second)).toEqual(['Linked']);
});

test('without secrets, the answer lists what is missing, and endpoints sign with what they have or with a new one', async () => {
  const consumer = await startConsumer();
  const first = await started();
  const { endpoint, connection, secret, all } = await secretsOf(first, consumer.url);
  await first.states.save({ name: 'bare', secrets: 'none' });
  const bytes = readFileSync(first.states.pathOf('bare'));
  for (const clear of all) expect(bytes.includes(clear)).toBe(false);
  const { missing } = await first.restore('bare');
  expect(missing.map(({ what, count, of }) => [what, count, of])).toEqual([
    ['apiKeys', 1, [expect.any(String)]],
    ['signingSecrets', 1, [endpoint.id]],
    ['headers', 1, [endpoint.id]],
    ['credentials', 1, [connection.id]],
    ['alertAuthHeader', 1, []],
  ]);
  expect((await first.control.endpoints.secret(endpoint.id)).secret).toBe(secret);
  expect(await first.control.endpoints.headers(endpoint.id, true)).toEqual([]);
  expect(await companies(first)).toEqual(['Linked']);

  const second = await started();
  await second.states.receive('bare', [bytes] as never, { replace: false });
  await second.restore('bare');
  const made = (await second.control.endpoints.secret(endpoint.id)).secret;
  expect([made.startsWith('whsec_'), made === secret]).toEqual([true, false]);

  // The same of a state whose secrets do not open.
  await first.states.save({ name: 'sealed' });
  copyFileSync(first.states.pathOf('sealed'), join(second.dataDir, 'states', 'other.carryover-state'));
  await expect(second.restore('other')).rejects.toMatchObject({ code: 'state.sealed' });
  const lost = await second.restore('other', { withoutSecrets: true });
  expect(lost.missing.map(({ what }) => what)).toEqual(['apiKeys', 'signingSecrets']);
  expect(await companies(second)).toEqual(['Linked']);
});

test('every sealed column and fact is known to what seals a state anew', async () => {
  const { dataDir, api } = await started();
  await api('PUT', '/profile', { name: 'p', redirectUrl: 'https://a.example', alertAuthHeader: 'Bearer x' });
  const sqlite = new Database(join(dataDir, 'service.db'), { readonly: true });
  const columns = sqlite
    .prepare(
      "select m.name || '.' || c.name from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table' and c.name like '%seal%' order by 1",
    )
    .pluck()
    .all();
  sqlite.close();
  const { sealedColumns } = await import('#service/store/states/sealed-places.ts');
  expect(columns).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort());
});

test('a fork is a sandbox of its own: the same rows and clock, and other ids, the same for each number', async () => {
  const first = await started();
  await first.api('POST', '/companies', { name: 'Kept' });
  await first.control.clock.advance({ by: 'P1D' });
  const { now } = await first.control.clock.show();
  await first.states.save({ name: 'base' });
  const made: string[] = [];
  for (const _ of [1, 2]) {
    const dataDir = temporaryFolder();
    const dataKey = randomBytes(32);
    await first.states.forkInto(first.states.pathOf('base'), { dataDir, dataKey, clock: 'virtual' }, {});
    const second = await started({ dataDir, dataKey }, false);
    expect(await companies(second)).toEqual(['Kept']);
    expect((await second.control.clock.show()).now).toBe(now);
    made.push((await second.api('POST', '/companies', { name: 'New' })).id);
  }
  made.push((await first.api('POST', '/companies', { name: 'New' })).id);
  expect(new Set(made).size).toBe(3);
  expect(existsSync(join(first.dataDir, 'service.db'))).toBe(true);
});
