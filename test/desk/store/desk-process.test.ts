import { hostname } from 'node:os';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { DeskLease } from '#desk/store/desk-process.ts';
import { openDeskOnServer, openVaultOnServer } from '#desk/store/server-store.ts';
import type { DeskStore } from '#desk/store/store.ts';
import { readTargets } from '#desk/store/targets.ts';
import type { VaultStore } from '#desk/store/vault-store.ts';
import { temporaryPlace } from '#test/support/postgres/shared.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { rowKeysOf } from '#test/support/test-desk-store.ts';

const storeOnServer = async () => {
  const place = await temporaryPlace();
  const options = { ...place, dataKey: Buffer.alloc(32), log: silentLog() };
  const open = async (): Promise<DeskStore> => {
    const store = await openDeskOnServer(options);
    onTestFinished(() => store.close());
    return store;
  };
  const openVault = async ({ lease }: DeskStore): Promise<VaultStore> => {
    const vault = await openVaultOnServer(options, rowKeysOf(temporaryFolder()), lease as DeskLease);
    onTestFinished(() => vault.close());
    return vault;
  };
  const client = new pg.Client({ ...place.address, password: place.password ?? '' });
  await client.connect();
  onTestFinished(() => client.end());
  const holders = async () =>
    (await client.query(`select * from "${place.address.prefix}_desk".desk_process`)).rows;
  const grow = (seconds: number) =>
    client.query(
      `update "${place.address.prefix}_desk".desk_process set seen = seen - make_interval(secs => $1)`,
      [seconds],
    );
  return { open, openVault, holders, grow };
};

test('a second process is refused the desk of a store, and told who has it', async () => {
  const { open, holders } = await storeOnServer();
  const first = await open();
  await expect(open()).rejects.toMatchObject({
    code: 'store.deskInUse',
    message: expect.stringContaining(`${process.pid} on ${hostname()}, since 20`),
  });
  expect(await first.read(readTargets)).toEqual([]);
  await first.close();
  expect(await holders()).toEqual([]);
  const next = await open();
  expect(await next.read(readTargets)).toEqual([]);
});

test('one that was not heard of for a while is taken over, and does nothing more should it come back', async () => {
  const { open, openVault, grow, holders } = await storeOnServer();
  const silent = await open();
  const vault = await openVault(silent);
  const told = Promise.withResolvers<void>();
  silent.lease?.onLost(told.resolve);
  expect(silent.lease?.isSure()).toBe(true);
  await grow(7);
  await expect(open()).rejects.toMatchObject({ code: 'store.deskInUse' });
  await grow(2);
  const next = await open();
  await expect(silent.write(async () => 1)).rejects.toMatchObject({ code: 'store.deskTakenOver' });
  await expect(silent.read(readTargets)).rejects.toMatchObject({ code: 'store.deskTakenOver' });
  await expect(vault.write(async () => 1)).rejects.toMatchObject({ code: 'store.deskTakenOver' });
  await told.promise;
  expect(silent.lease?.isSure()).toBe(false);
  expect(await next.write(async () => 1)).toBe(1);
  await silent.close();
  expect(await holders()).toHaveLength(1);
});

test('a takeover waits for what the former process still writes into its vault', async () => {
  const { open, openVault, grow } = await storeOnServer();
  const silent = await open();
  const vault = await openVault(silent);
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const order: string[] = [];
  const writing = vault.write(async () => {
    begun.resolve();
    await go.promise;
    order.push('written');
  });
  await begun.promise;
  await grow(9);
  const next = open().then(() => order.push('taken over'));
  go.resolve();
  await Promise.all([writing, next]);
  expect(order).toEqual(['written', 'taken over']);
});
