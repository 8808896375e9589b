import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { CallLog, LoggedCalls } from '#contract/service-control.ts';
import { createService, type Service } from '#service/index.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryPlace } from '#test/support/postgres/shared.ts';
import { serviceOptions } from '#test/support/service-options.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTestService } from '#test/support/test-service.ts';

const logOf = ({ control }: Pick<Service, 'control'>) => control.callLog as CallLog;

/** Two processes of one store, as far as the store can tell, and a connection of somebody else. */
const startTwo = async () => {
  const place = await temporaryPlace();
  const key = randomBytes(32);
  const start = async () => {
    const options = serviceOptions(temporaryFolder(), key);
    const service = await createService({ ...options, clock: 'system', storeServer: place });
    const { apiUrl, apiKey } = await service.start();
    let running: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      running ??= service.stop(0);
      return running;
    };
    onTestFinished(stop);
    const call = async (path: string, userAgent = 'acme-app/1.0'): Promise<number> => {
      const headers = { authorization: `Basic ${btoa(apiKey)}`, 'user-agent': userAgent };
      const { status } = await fetch(apiUrl + path, { headers });
      return status;
    };
    return { ...service, call, stop };
  };
  const { host, port, user, database, prefix } = place.address;
  const client = new pg.Client({ host, port, user, database, password: place.password });
  await client.connect();
  onTestFinished(() => client.end());
  const [here, there] = [await start(), await start()];
  return { here, there, client, schema: `${prefix}_service` };
};
type Two = Awaited<ReturnType<typeof startTwo>>;

const begun = async (service: Service): Promise<{ after: string; since: number }> => {
  const { newest, now } = await logOf(service).settled();
  return { after: newest, since: now };
};
const read = ({ here }: Two, from: object, isFinal = false): Promise<LoggedCalls> =>
  logOf(here).after({ own: 'carryover', isFinal, ...(from as { after: string; since: number }) });

test('a process that has its store alone in a file announces each call, and needs no log of others', async () => {
  const { control } = await startTestService();
  expect('callLog' in control ? control.callLog === undefined : true).toBe(
    process.env.CARRYOVER_TEST_STORE !== 'postgres',
  );
});

test('calls are counted once, whoever answered them: of a caller, without own ones, and by what their paths say', async () => {
  const two = await startTwo();
  const from = await begun(two.here);
  expect([await two.there.call('/companies'), await two.here.call('/companies', 'curl/8')]).toEqual([
    200, 200,
  ]);
  expect(await two.there.call('/rules/alerts', 'Carryover-Desk/1')).toBe(200);
  expect(await two.there.call('/companies', 'Carryover-Desk/1')).toBe(200);
  // No route knows this one.
  expect(await two.there.call('/rules/%zz/alerts')).toBe(404);
  const all = await read(two, from, true);
  expect(all).toMatchObject({ otherCalls: 2, unwatchedMs: 0, removed: false });
  expect(all.entries.map(({ path, deprecated }) => [path, deprecated])).toEqual([
    ['/rules/alerts', true],
    ['/rules/%zz/alerts', false],
  ]);
  expect(await read(two, { ...from, caller: 'ACME' })).toMatchObject({ otherCalls: 1 });
  const next = { after: all.newest, since: all.until };
  expect(await read(two, next)).toMatchObject({ entries: [], otherCalls: 0, newest: all.newest });
});

test('what still waits for its turn is found once it is committed', async () => {
  const two = await startTwo();
  const from = await begun(two.here);
  await two.client.query('begin');
  await two.client.query(`select pg_advisory_xact_lock(hashtextextended('${two.schema} writes', 0))`);
  const answered = two.there.call('/rules/alerts');
  const other = two.here.call('/companies');
  await until(async () => {
    const { rows } = await two.client.query(
      `select 1 from pg_locks where locktype = 'advisory' and not granted`,
    );
    return rows.length > 1;
  });
  expect((await logOf(two.here).position()).newest).toBe(from.after);
  await two.client.query('commit');
  expect(await Promise.all([answered, other])).toEqual([200, 200]);
  const all = await read(two, from, true);
  expect(all).toMatchObject({ otherCalls: 1, unwatchedMs: 0 });
  expect(all.entries).toHaveLength(1);
});

test('a process that ends in order has written everything; of one that went without a word, nobody knows', async () => {
  const two = await startTwo();
  const from = await begun(two.here);
  await two.there.call('/companies');
  await two.there.stop();
  const orderly = await read(two, from, true);
  expect(orderly).toMatchObject({ otherCalls: 1, unwatchedMs: 0 });
  // As a process that is gone is left, and as the others end it.
  const gone = `insert into "${two.schema}".call_watches (generation, since, until) values
    (999, now() - interval '1 hour', now() - interval '30 minutes')`;
  await two.client.query(gone);
  const next = { after: orderly.newest, since: orderly.now - 40 * 60_000 };
  expect((await read(two, next)).until).toBeLessThan(orderly.now - 29 * 60_000);
  await two.client.query(
    `update "${two.schema}".call_watches set ended = now() - interval '20 minutes' where generation = 999`,
  );
  // 30 to 20 minutes ago it may have answered; then nobody did, until these two began.
  expect((await read(two, next)).unwatchedMs).toBeGreaterThan(29 * 60_000);
});

test('calls of alerts endpoints that a reset removed before they were read are said to be missing', async () => {
  const two = await startTwo();
  const from = await begun(two.here);
  await two.there.call('/rules/alerts');
  await two.there.control.sandbox.reset();
  const all = await read(two, from, true);
  expect(all).toMatchObject({ entries: [], removed: true });
  expect(all.unwatchedMs).toBeGreaterThan(0);
  const next = { after: all.newest, since: all.until };
  expect(await read(two, next, true)).toMatchObject({ unwatchedMs: 0, removed: false });
});
