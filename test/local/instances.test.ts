import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { packageRoot } from '#base/package-root.ts';
import type { IntegrationCatalogue } from '#contract/integration.ts';
import type { ServiceInstance } from '#contract/service-control.ts';
import { createInstances } from '#local/instances.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const resourcesDir = join(packageRoot(), 'resources');

const instancesIn = (dataDir: string) => {
  const instances = createInstances({ dataDir, resourcesDir, log: silentLog() });
  onTestFinished(() => instances.close());
  return instances;
};

const call = async ({ baseUrl, apiKey }: ServiceInstance, method: string, path: string, body?: unknown) => {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      authorization: `Basic ${btoa(apiKey)}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { totalResults: number; results: { name: string }[] };
};

test('an instance lives apart from the sandbox of the host, and goes with its folder', async () => {
  const { api, ready } = await testHost();
  await api('POST', '/companies', { name: 'Of the sandbox' });
  const instances = instancesIn(ready.dataDir);
  const instance = await instances.create({ seed: 7 });
  const other = await instances.create({});
  expect((await call(instance, 'GET', '/companies')).totalResults).toBe(0);
  await call(instance, 'POST', '/companies', { name: 'Of the instance' });
  expect((await call(other, 'GET', '/companies')).totalResults).toBe(0);
  expect((await api('GET', '/companies')).body.results.map(({ name }: { name: string }) => name)).toEqual([
    'Of the sandbox',
  ]);

  const parent = join(ready.dataDir, 'rehearsals');
  const folders = readdirSync(parent);
  expect(folders).toHaveLength(2);
  if (process.platform !== 'win32') {
    for (const path of [parent, ...folders.map((name) => join(parent, name))]) {
      expect(statSync(path).mode & 0o777).toBe(0o700);
    }
  }
  await Promise.all([instance.close(), instance.close()]);
  expect(readdirSync(parent)).toHaveLength(1);
  await instances.close();
  expect(existsSync(parent)).toBe(false);
  await expect(fetch(other.baseUrl)).rejects.toThrow();
  await expect(instances.create({})).rejects.toMatchObject({ code: 'server.stopping' });
});

test('its clock is its own, and moves by advancing alone', async () => {
  const instance = await instancesIn(temporaryFolder()).create({});
  const before = await instance.control.clock.show();
  expect(before.mode).toBe('virtual');
  const after = await instance.control.clock.advance({ by: 'P1D' });
  expect(Date.parse(after.now) - Date.parse(before.now)).toBe(86_400_000);
});

test('what it made up follows from the seed', async () => {
  const instances = instancesIn(temporaryFolder());
  const [a, b, c] = [
    await instances.create({ seed: 1 }),
    await instances.create({ seed: 1 }),
    await instances.create({ seed: 2 }),
  ];
  const issued = async ({ control }: ServiceInstance) =>
    (await control.sandbox.issueTokens({ platformKey: 'gbol' }))[0]?.credentials;
  const first = await issued(a);
  expect(await issued(b)).toEqual(first);
  expect(await issued(c)).not.toEqual(first);
});

test("the user's own integrations hold there too, as they were when the host started", async () => {
  const dataDir = temporaryFolder();
  const catalogue = JSON.parse(
    readFileSync(join(resourcesDir, 'integrations.json'), 'utf8'),
  ) as IntegrationCatalogue;
  const mine = { ...catalogue.integrations[0], platformKey: 'mine', name: 'My own platform' };
  const path = join(dataDir, 'integrations.json');
  writeFileSync(path, JSON.stringify({ integrations: [mine] }));
  const instances = instancesIn(dataDir);
  writeFileSync(path, 'half-written');
  const instance = await instances.create({});
  expect(
    (await instance.control.integrations()).find(({ platformKey }) => platformKey === 'mine')?.name,
  ).toBe('My own platform');
});

test('what a process that died left behind is removed when a host starts', async () => {
  const dataDir = temporaryFolder();
  const left = join(dataDir, 'rehearsals', 'left');
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, 'service.db'), randomBytes(100));
  await testHost({ dataDir });
  expect(existsSync(left)).toBe(false);
});

test('an instance that does not come about leaves nothing', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'integrations.json'), '{');
  await expect(instancesIn(dataDir).create({})).rejects.toThrow(/integrations\.json/);
  expect(readdirSync(join(dataDir, 'rehearsals'))).toEqual([]);
});
