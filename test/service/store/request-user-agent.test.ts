import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#base/store/sqlite/database.ts';
import { openFileStore } from '#service/store/file-store.ts';
import { initial } from '#service/store/migrations/0001-initial.ts';
import { insertRequests, type NewRequest, selectRequests } from '#service/store/requests.ts';
import type { ServiceSchema } from '#service/store/schema.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const request: NewRequest = {
  at: 1_768_467_600_000,
  method: 'GET',
  path: '/rules/alerts',
  route: '/rules/alerts',
  status_code: 200,
  duration_ms: 1.5,
  correlation_id: 'c0ffee00c0ffee00c0ffee00c0ffee00',
  api_key_id: null,
  deprecated: 1,
  user_agent: 'ours/1.0',
  recorded: 'off',
  origin: null,
  fault: null,
};

test('the request log of an earlier version is kept as it was, and goes on with higher numbers', async () => {
  const path = join(temporaryFolder(), 'service.db');
  const before = await openDatabase<ServiceSchema>(
    { path, synchronous: 'NORMAL' },
    { '0001-initial': initial },
  );
  const { user_agent: _agent, recorded: _recorded, origin: _origin, fault: _fault, ...old } = request;
  for (const seq of [3, 7]) {
    await before.kysely
      .insertInto('requests')
      .values({ ...old, seq } as never)
      .execute();
  }
  await before.close();

  const store = await openFileStore(path);
  const all = () => store.read((reader) => selectRequests(reader, { limit: 10 }));
  expect(await all()).toEqual(
    [7, 3].map((seq) => ({ ...old, seq, user_agent: null, recorded: null, origin: null, fault: null })),
  );
  await store.write(({ db }) => db.deleteFrom('requests').execute());
  await store.write((tx) => insertRequests(tx, [request]));
  expect(await all()).toEqual([{ ...request, seq: 8 }]);
  await store.close();
});
