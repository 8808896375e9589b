import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { clientOf } from '#test/support/desk-client.ts';
import { type HostProcess, startHostProcess, until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const companies = (file: string): string[] => {
  const sqlite = new Database(file);
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  const all = sqlite.prepare('select name from companies order by 1').pluck().all();
  sqlite.close();
  return all as string[];
};

test('a host that is killed while it restores a state goes on with the old or the new sandbox, whole', async () => {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'service.db');
  let host: HostProcess = await startHostProcess(['--data', dataDir]);
  const add = async (name: string): Promise<void> => {
    const response = await fetch(`${host.ready.apiUrl}/companies`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(host.ready.apiKey)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    expect(response.ok).toBe(true);
  };
  await add('Kept');
  // So large that a thread reads it, as it does with large ones.
  await clientOf(host).desk('POST', '/api/states', { name: 'base', passphrase: 'together' });
  const { apiKey } = host.ready;
  const left: string[] = [];
  for (const delayMs of [0, 60, 200]) {
    const name = `Added ${delayMs}`;
    await add(name);
    const before = [...new Set(['Kept', ...(left.length === 0 ? [] : companies(file)), name])].sort();
    let isOver = false;
    const restoring = host
      .desk('POST', '/api/states/base/restore', { passphrase: 'together' })
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
      });
    await until(async () => isOver || existsSync(`${file}.state`), 1);
    await systemTime.sleep(delayMs);
    await host.end('SIGKILL');
    await restoring;
    host = await startHostProcess(['--data', dataDir]);
    expect(host.ready.apiKey).toBe(apiKey);
    const names = companies(file);
    expect([['Kept'], before]).toContainEqual(names);
    left.push(names.length === 1 ? 'new' : 'old');
    expect(readdirSync(dataDir).filter((one) => /restoring|\.state|exchange/.test(one))).toEqual([]);
  }
  expect(left[0]).toBe('old');
  // Whatever was left, it is restored now.
  const again = await clientOf(host).desk('POST', '/api/states/base/restore', { passphrase: 'together' });
  expect(again.state.name).toBe('base');
  await host.end('SIGKILL');
  expect(companies(file)).toEqual(['Kept']);
}, 120_000);
