import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { temporaryStore } from '#test/support/postgres/shared.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/** The desk's schema as it is now, to be put back as a backup of the server would. */
const backUp = async ({ address, password }: ServerPlace): Promise<() => Promise<void>> => {
  const client = new pg.Client({ ...address, password: password ?? '' });
  await client.connect();
  onTestFinished(() => client.end());
  const schema = `"${address.prefix}_desk"`;
  const { rows } = await client.query(
    `select relname as name from pg_class where relnamespace = '${schema}'::regnamespace and relkind = 'r'`,
  );
  for (const { name } of rows) await client.query(`create temp table "${name}" as table ${schema}."${name}"`);
  return async () => {
    await client.query(`set session_replication_role = replica`);
    for (const { name } of rows) {
      const { rows: columns } = await client.query(
        `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
          where attrelid = '${schema}."${name}"'::regclass and attnum > 0 and not attisdropped`,
      );
      const { list } = columns[0];
      await client.query(`delete from ${schema}."${name}"`);
      await client.query(
        `insert into ${schema}."${name}" (${list}) overriding system value select ${list} from pg_temp."${name}"`,
      );
    }
  };
};

test('a database that is put back shows on the machine that knew the newer one, and then on every other', async () => {
  const { address, env, place } = await temporaryStore();
  vi.stubEnv('PGPASSWORD', env.PGPASSWORD);
  onTestFinished(() => void vi.unstubAllEnvs());
  const dataKeyFile = join(temporaryFolder(), 'team.key');
  writeFileSync(dataKeyFile, randomBytes(32), { mode: 0o600 });
  const on = (dataDir: string) => testHost({ dataDir, store: address, dataKeyFile });
  const add = (host: Awaited<ReturnType<typeof on>>, name: string) =>
    host.desk('POST', '/api/cases', { name, parts: ['tokens'] });
  const notices = async (host: Awaited<ReturnType<typeof on>>): Promise<string[]> =>
    (await host.desk('GET', '/api/verification')).body.notices;

  const [one, other] = [temporaryFolder(), temporaryFolder()];
  const first = await on(one);
  await add(first, 'first');
  await first.stop(0);
  const second = await on(other);
  expect(await notices(second)).toEqual([]);
  await second.stop(0);
  const putBack = await backUp(place);
  const third = await on(one);
  expect((await add(third, 'second')).status).toBe(200);
  await third.stop(0);
  await putBack();

  // It knew no newer one.
  const trusting = await on(other);
  expect(await notices(trusting)).toEqual([]);
  expect((await add(trusting, 'another')).status).toBe(200);
  await trusting.stop(0);
  const knowing = await on(one);
  expect(await notices(knowing)).toEqual([expect.stringContaining('is not the last one written')]);
  await knowing.stop(0);
  const told = await on(other);
  expect(await notices(told)).toEqual([expect.stringContaining('is not the last one written')]);
  expect((await told.desk('POST', '/api/verification/accept', { reason: 'restored' })).status).toBe(200);
  expect(await notices(told)).toEqual([]);
  await told.stop(0);
  const again = await on(one);
  expect(await notices(again)).toEqual([]);
  await again.stop(0);
}, 60_000);
