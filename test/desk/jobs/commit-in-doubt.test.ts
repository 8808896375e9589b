import pg from 'pg';
import { Type } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { createDeskContext } from '#desk/context.ts';
import { createJobs } from '#desk/jobs/index.ts';
import { keptJobsIn } from '#desk/jobs/kept-jobs.ts';
import { deskSchemaOf, openDeskOnServer } from '#desk/store/server-store.ts';
import { startCuttableProxy } from '#test/support/cuttable-proxy.ts';
import { startPostgres } from '#test/support/postgres/server.ts';
import { placeOn } from '#test/support/postgres/shared.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

test('a job whose commit nobody knows of is done once the server says so, and not done again', async () => {
  const server = await startPostgres({ durable: true });
  onTestFinished(() => server.stop());
  const proxy = await startCuttableProxy(server.port);
  const place = placeOn(server, 'doubt');
  const options = {
    ...place,
    address: { ...place.address, port: proxy.port },
    dataKey: Buffer.alloc(32, 1),
    log: silentLog(),
  };
  const store = await openDeskOnServer(options);
  onTestFinished(() => store.close());
  const context = await createDeskContext({
    ...options,
    store,
    dataDir: temporaryFolder(),
    announce: () => {},
  });
  const client = new pg.Client({ ...place.address, password: place.password });
  await client.connect();
  client.on('error', () => {});
  onTestFinished(() => client.end().catch(() => {}));
  const committing = async () =>
    (await client.query("select 1 from pg_stat_activity where query = 'commit' and state = 'active'")).rows
      .length;
  const schema = deskSchemaOf(place);
  // The commit of an end takes a while.
  await client.query(`create function slow() returns trigger language plpgsql as $$ begin
    perform pg_sleep(1); return null; end $$`);
  await client.query(`create constraint trigger slow after update on "${schema}".desk_jobs deferrable initially deferred
    for each row when (new.ended is not null) execute function slow()`);

  const jobs = createJobs({ ...context, kept: keptJobsIn(context) });
  onTestFinished(() => jobs.stop());
  const errors: unknown[] = [];
  const start = jobs.define('work', {
    kind: 'check',
    input: Type.Object({}),
    begin: async () => async (job) => {
      await store
        .write((tx) => job.done(tx, 'written'))
        .catch((error) => {
          errors.push(error.code);
          throw error;
        });
    },
  });
  const { id } = await start({}, 'Ada');
  await expect.poll(committing, { interval: 20 }).toBe(1);
  proxy.refuse();
  await expect.poll(committing, { interval: 20 }).toBe(0);
  server.restart();
  proxy.mend();
  await expect.poll(() => jobs.show(id).state).not.toBe('running');
  expect(errors).toEqual(['store.uncertain']);
  // Told as a failure at first, if the server was not there yet.
  await expect.poll(() => jobs.show(id)).toMatchObject({ state: 'done', result: 'written' });
});
