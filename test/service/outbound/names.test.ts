import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createOutbound } from '#service/outbound/create-outbound.ts';
import type { NameSources } from '#service/outbound/names.ts';
import type { OutboundResult } from '#service/outbound/outbound.ts';
import { createSystemLookup } from '#service/outbound/system-lookup.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startNameServer } from './name-server.ts';

const loopback = ['127.0.0.1'];
/** A system that knows nothing, so that no test depends on the machine's. */
const knowsNothing = async (name: string): Promise<never> => {
  throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
};

/** A consumer, and an outbound that looks names up as told; `post` sends to the consumer's port under a name. */
const start = async (sources: NameSources, allowPrivate = false) => {
  const consumer = await startConsumer(() => ({ status: 200, headers: { connection: 'close' } }));
  const { port } = new URL(consumer.url);
  const outbound = createOutbound({ allowPrivate }, { names: { systemLookup: knowsNothing, ...sources } });
  onTestFinished(() => outbound.close());
  const post = (name: string, deadlineMs?: number): Promise<OutboundResult> =>
    new Promise((resolve) => {
      outbound.post(
        { url: `http://${name}:${port}/`, headers: [], body: 'x', ...(deadlineMs ? { deadlineMs } : {}) },
        resolve,
      );
    });
  return { post, outbound };
};

const hostsFile = (content: string): string => {
  const path = join(temporaryFolder(), 'hosts');
  writeFileSync(path, content);
  return path;
};

test('names whose DNS never answers delay no other name, and fail as DnsError', {
  timeout: 15_000,
}, async () => {
  const server = await startNameServer((name) => (name.startsWith('dead') ? 'silent' : loopback));
  const { post } = await start({
    nameServers: [server.address],
    hostsFile: hostsFile('127.0.0.1 in-hosts-file.test'),
  });
  let ended = 0;
  // As many as an endpoint may have in flight, and more names than the system's lookup has threads.
  const dead = Array.from({ length: 128 }, async (_, i) => {
    const result = await post(`dead-${i % 10}.test`);
    ended++;
    return result;
  });
  await expect.poll(() => server.asked.length).toBeGreaterThanOrEqual(20);
  for (let round = 0; round < 20; round++) {
    const names = ['localhost', 'hook.localhost', 'in-hosts-file.test', `alive-${round}.test`, 'alive.test'];
    const alive = await Promise.all(names.map((name) => post(name)));
    expect(alive.map(({ statusCode }) => statusCode)).toEqual(names.map(() => 200));
  }
  expect(ended).toBe(0);
  for (const { error } of await Promise.all(dead)) expect(error).toBe('DnsError');
});

test('an attempt on such a name still ends at its own deadline', async () => {
  const server = await startNameServer(() => 'silent');
  const { post } = await start({ nameServers: [server.address] });
  expect((await post('dead.test', 60)).error).toBe('Timeout');
});

test('a name that DNS does not know, or fails on, is a DnsError; only the first is left to the system', async () => {
  const server = await startNameServer((name) => (name === 'failing.test' ? 'failure' : []));
  const leftToSystem: string[] = [];
  const { post } = await start({
    nameServers: [server.address],
    systemLookup: (name) => {
      leftToSystem.push(name);
      return name === 'printer.local' ? Promise.resolve(loopback) : knowsNothing(name);
    },
  });
  expect((await post('unknown.test')).error).toBe('DnsError');
  expect((await post('failing.test')).error).toBe('DnsError');
  expect((await post('printer.local')).statusCode).toBe(200);
  expect(leftToSystem).toEqual(['unknown.test', 'printer.local']);
  expect(server.asked).not.toContain('printer.local');
});

test('a system that hangs on a name still answers for the names it has found before', async () => {
  const system = createSystemLookup((name) =>
    name === 'dead.local' ? new Promise(() => {}) : Promise.resolve(loopback),
  );
  expect(await system('found.local')).toEqual(loopback);
  void system('dead.local');
  expect(await system('found.local')).toEqual(loopback);
});

test('a name that the system looked for in vain for long rests', async () => {
  let asked = 0;
  const { post } = await start({
    systemLookup: async (name) => {
      asked++;
      await new Promise((resolve) => setTimeout(resolve, 1100));
      return knowsNothing(name);
    },
  });
  expect((await post('dead.local')).error).toBe('DnsError');
  expect((await post('dead.local')).error).toBe('DnsError');
  expect(asked).toBe(1);
});

test('all who want a name share one question and its answer', async () => {
  const server = await startNameServer(() => loopback);
  const { post } = await start({ nameServers: [server.address] });
  await Promise.all(Array.from({ length: 50 }, () => post('alive.test')));
  await post('ALIVE.test.');
  expect(server.asked).toEqual(['alive.test', 'alive.test']);
});

test('the hosts file comes before DNS, and an edit of it counts at once', async () => {
  const server = await startNameServer(() => ['10.1.2.3']);
  const path = hostsFile('# comment\n127.0.0.1\tHook.example.com other # comment\r\n');
  const { post } = await start({ nameServers: [server.address], hostsFile: path });
  expect((await post('hook.example.com')).statusCode).toBe(200);
  expect((await post('other')).statusCode).toBe(200);
  expect(server.asked).toEqual([]);
  writeFileSync(path, '10.1.2.3 hook.example.com');
  expect((await post('hook.example.com')).error).toBe('AddressRefused');
});

test('what is judged is what is connected to, of whatever source', async () => {
  const server = await startNameServer((name) =>
    name === 'mixed.test' ? ['10.1.2.3', '127.0.0.1'] : ['10.1.2.3'],
  );
  const { post } = await start({
    nameServers: [server.address],
    hostsFile: hostsFile('169.254.169.254 localhost'),
    systemLookup: async () => ['10.1.2.3'],
  });
  expect((await post('private.test')).error).toBe('AddressRefused');
  expect((await post('private.local')).error).toBe('AddressRefused');
  expect((await post('localhost')).error).toBe('AddressRefused');
  // Only the address that is allowed is tried.
  expect((await post('mixed.test')).statusCode).toBe(200);
});

test('what is being asked for when the outbound closes is given up', async () => {
  const server = await startNameServer(() => 'silent');
  const { post, outbound } = await start({ nameServers: [server.address] });
  const pending = post('dead.test');
  await expect.poll(() => server.asked.length).toBeGreaterThanOrEqual(2);
  await outbound.close();
  expect((await pending).error).toBeDefined();
});
