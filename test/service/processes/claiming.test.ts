import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { takeIdentity } from '#service/store/identity.ts';
import { claimWork, giveWorkUp, insertProcess } from '#service/store/processes.ts';
import { openServerStore } from '#service/store/server-store.ts';
import type { StoreServer } from '#service/store/store.ts';
import { temporaryPlace } from '#test/support/postgres/shared.ts';

test('a process claims what is free while another one gives work up, and does not wait for it', async () => {
  const place = await temporaryPlace();
  const open = async () => {
    const store = await openServerStore({ ...place, dataKey: Buffer.alloc(32), log: silentLog() });
    onTestFinished(() => store.close());
    const { generation } = await takeIdentity(store, undefined);
    const row = {
      generation,
      host: 'here',
      pid: 1,
      version: '1',
      build: '1',
      clock: 'system',
      delivers: true,
    } as const;
    await store.write((tx) => insertProcess(tx, row));
    return { server: store.server as StoreServer, generation };
  };
  const first = await open();
  const second = await open();
  const names = ['a', 'b', 'c'];
  await first.server.writeBeside((tx) => claimWork(tx, { generation: first.generation, names, most: 2 }));

  const claimed = await first.server.writeBeside(async (tx) => {
    await giveWorkUp(tx, first.generation, ['a']);
    return second.server.writeBeside((other) =>
      claimWork(other, { generation: second.generation, names, most: 2 }),
    );
  });
  expect(claimed).toEqual(['c']);
  expect(
    await second.server.writeBeside((tx) => claimWork(tx, { generation: second.generation, names, most: 2 })),
  ).toEqual(['a', 'c']);
});
