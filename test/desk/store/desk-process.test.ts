import { hostname } from 'node:os';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openDeskOnServer } from '#desk/store/server-store.ts';
import type { DeskStore } from '#desk/store/store.ts';
import { readTargets } from '#desk/store/targets.ts';
import { temporaryPlace } from '#test/support/postgres/shared.ts';

const storeOnServer = async () => {
  const place = await temporaryPlace();
  const open = async (): Promise<DeskStore> => {
    const store = await openDeskOnServer({ ...place, dataKey: Buffer.alloc(32), log: silentLog() });
    onTestFinished(() => store.close());
    return store;
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
  return { open, holders, grow };
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
  const { open, grow, holders } = await storeOnServer();
  const silent = await open();
  await grow(14);
  await expect(open()).rejects.toMatchObject({ code: 'store.deskInUse' });
  await grow(2);
  const next = await open();
  await expect(silent.write(async () => 1)).rejects.toMatchObject({ code: 'store.deskTakenOver' });
  await expect(silent.read(readTargets)).rejects.toMatchObject({ code: 'store.deskTakenOver' });
  expect(await next.write(async () => 1)).toBe(1);
  await silent.close();
  expect(await holders()).toHaveLength(1);
});
