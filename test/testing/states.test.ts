import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ControlError, type Service, type StartOptions, startService } from '#testing/index.ts';

const start = async (options?: StartOptions): Promise<Service> => {
  const service = await startService({ seed: 7, ...options });
  onTestFinished(() => service.stop());
  return service;
};

const companyNames = async (service: Service): Promise<string[]> => {
  const response = await fetch(`${service.url}/companies`, { headers: service.headers });
  const { results } = (await response.json()) as { results: { name: string }[] };
  return results.map(({ name }) => name).sort();
};

const addCompany = async (service: Service, name: string): Promise<string> => {
  const headers = { ...service.headers, 'content-type': 'application/json' };
  const body = JSON.stringify({ name });
  const response = await fetch(`${service.url}/companies`, { method: 'POST', headers, body });
  return ((await response.json()) as { id: string }).id;
};

test('a restore brings everything back; URL, key, consumers and secrets stay', async () => {
  const service = await start();
  const consumer = await service.consumer();
  const endpoint = await service.createEndpoint({ url: consumer.url, eventTypes: ['read.completed'] });
  await addCompany(service, 'Ada');
  await service.clock.advance('PT1H');
  const then = await service.clock.now();
  const saved = await service.snapshot();
  await addCompany(service, 'Bob');
  await service.deleteEndpoint(endpoint.id);
  await service.clock.advance('P1D');

  const { text } = await service.restore(saved);
  expect(text).toContain('at its address and with its API keys');
  expect(await companyNames(service)).toEqual(['Ada']);
  expect(await service.clock.now()).toEqual(then);
  await service.publish('read.completed');
  expect((await consumer.waitForRequest({ verified: true })).headers['webhook-id']).toMatch(/^msg_/);
  expect(service.seed).toBe(7);
});

test('after a restore ids never repeat those that consumers saw, and the same steps give the same ids', async () => {
  const run = async (): Promise<string[]> => {
    const service = await start();
    const saved = await service.snapshot();
    const ids = [await addCompany(service, 'one')];
    await service.restore(saved);
    ids.push(await addCompany(service, 'one'));
    await service.restore(saved.name);
    ids.push(await addCompany(service, 'one'));
    return ids;
  };
  const first = await run();
  expect(new Set(first).size).toBe(3);
  expect(await run()).toEqual(first);
});

test('a fork begins where its service is, and each goes its own way', async () => {
  const service = await start({ clock: 'skipping' });
  const consumer = await service.consumer();
  await service.createEndpoint({ url: consumer.url, eventTypes: ['company.created'] });
  await addCompany(service, 'Ada');
  await service.waitForDelivery({ status: 'Success' });
  const fork = await service.fork();
  expect(await companyNames(fork)).toEqual(['Ada']);
  expect(fork.seed).not.toBe(service.seed);
  await addCompany(fork, 'Bob');
  await addCompany(service, 'Cid');
  expect(await companyNames(fork)).toEqual(['Ada', 'Bob']);
  expect(await companyNames(service)).toEqual(['Ada', 'Cid']);
  await fork.waitForDelivery({ eventType: 'company.created', status: 'Success' }, { count: 2 });
  await fork.stop();
  await expect(fetch(fork.url)).rejects.toThrow();
  expect(await companyNames(service)).toEqual(['Ada', 'Cid']);
});

test('forks end with the service that they were made of', async () => {
  const service = await startService();
  const fork = await service.fork();
  await service.stop();
  await expect(fetch(fork.url)).rejects.toThrow();
  await fork.stop();
});

test('a file goes from one process to the next under a passphrase, and from none without', async () => {
  const path = join(temporaryFolder(), 'base.carryover-state');
  const passphrase = 'correct horse battery staple';
  const one = await start();
  const consumer = await one.consumer();
  const { secret } = await one.createEndpoint({ url: consumer.url, eventTypes: ['read.completed'] });
  await addCompany(one, 'Ada');
  await (await one.snapshot({ passphrase })).writeTo(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path).includes(secret)).toBe(false);

  const other = await start({ process: 'own', snapshot: path, passphrase });
  expect(await companyNames(other)).toEqual(['Ada']);
  expect(other.seed).toBe(7);
  await other.publish('read.completed');
  await other.waitForDelivery({ status: 'Success' });

  await expect(startService({ snapshot: path, passphrase: 'wrong' })).rejects.toThrow(ControlError);
  await expect(startService({ snapshot: path })).rejects.toThrow(/passphrase/i);
  const without = await start({ snapshot: path, withoutSecrets: true });
  expect(await companyNames(without)).toEqual(['Ada']);
});

test('what is no state is refused, and nothing is left running or half-written', async () => {
  const folder = temporaryFolder();
  const service = await start();
  await expect(service.restore(join(folder, 'nothing.carryover-state'))).rejects.toThrow();
  await expect(service.restore('nothing')).rejects.toThrow(/nothing/);
  const foreign = startService({ snapshot: import.meta.filename });
  await expect(foreign).rejects.toThrow(ControlError);
  // The file that was given, not the name under which it passes through the states.
  await expect(foreign).rejects.toThrow(import.meta.filename);
  await expect(foreign).rejects.not.toThrow(/snapshot-[0-9a-f]/);
  const saved = await service.snapshot({ name: 'base' });
  const path = join(folder, 'no-such-folder', 'base.carryover-state');
  await expect(saved.writeTo(path)).rejects.toThrow(`${path} can't be written`);
  expect(existsSync(path)).toBe(false);
  expect(await companyNames(service)).toEqual([]);
});
