import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { secretForms } from '#base/secret-forms.ts';
import { writeFact } from '#service/store/facts.ts';
import { type DeliveryEngine, startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { scriptedOutbound } from '#test/support/scripted-outbound.ts';

const token = 'Bearer a-long-token-of-theirs-7B2';
const legacy = 'the-auth-header-of-legacy-alerts';

interface Kept {
  headers: Record<string, string> | null;
  body: Buffer | null;
}

/** An endpoint with a secret header, and a log as older versions kept it: as it came. */
const oldLog = async (
  responses: readonly Kept[],
  options: Parameters<typeof startDeliveryEngine>[0] = {},
) => {
  const engine = await startDeliveryEngine({
    outbound: scriptedOutbound(),
    otherSecrets: secretForms([legacy]),
    ...options,
  });
  const { id } = await engine.webhooks.endpoints.create({
    url: 'https://consumer.example/',
    eventTypes: ['company.created'],
  });
  await engine.webhooks.management.setHeaders(id, { headers: [{ name: 'Authorization', value: token }] });
  const messageId = await engine.publish();
  await engine.scheduler.idle();
  await engine.context.store.write(async ({ db }) => {
    for (const [n, { headers, body }] of responses.entries()) {
      await db
        .insertInto('attempts')
        .values({
          delivery_seq: 1,
          number: n + 2,
          trigger: 'resend',
          at: engine.context.clock.now(),
          duration_ms: 1,
          status_code: 200,
          request_headers_json: '{}',
          response_headers_json: headers === null ? null : JSON.stringify(headers),
          response_body: body,
        })
        .execute();
    }
  });
  return { engine, messageId };
};

const rowsOf = ({ context }: DeliveryEngine) =>
  context.store.read(async ({ db }) => {
    const rows = await db
      .selectFrom('attempts')
      .select(['response_headers_json', 'response_body'])
      .where('number', '>', 1)
      .orderBy('number')
      .execute();
    return rows.map((row) => ({
      headers: row.response_headers_json === null ? null : JSON.parse(row.response_headers_json),
      body: row.response_body === null ? null : Buffer.from(row.response_body).toString('latin1'),
    }));
  });
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

test('what older versions kept in the clear is masked, and what is harmless stays', async () => {
  const harmless = gzipSync('nothing');
  const { engine } = await oldLog([
    { headers: { 'x-echo': token, 'x-b': 'b' }, body: Buffer.from(`got ${token}.`) },
    { headers: { 'x-b': 'b' }, body: Buffer.from(`or ${legacy}.`) },
    { headers: null, body: Buffer.from(token) },
    { headers: { 'x-b': token }, body: null },
    { headers: { 'content-encoding': 'gzip' }, body: harmless },
    { headers: { 'content-encoding': 'gzip' }, body: Buffer.from('no gzip') },
    // What was kept may end within a secret.
    { headers: {}, body: Buffer.from(`ends ${legacy.slice(0, 10)}`) },
  ]);
  await engine.webhooks.oldLog.start();
  expect(await rowsOf(engine)).toEqual([
    { headers: { 'x-echo': '••••', 'x-b': 'b' }, body: latin1('got ••••.') },
    { headers: { 'x-b': 'b' }, body: latin1('or ••••.') },
    { headers: null, body: latin1('••••') },
    { headers: { 'x-b': '••••' }, body: null },
    { headers: { 'content-encoding': 'gzip' }, body: harmless.toString('latin1') },
    { headers: { 'content-encoding': 'gzip' }, body: null },
    { headers: {}, body: latin1('ends ••••') },
  ]);
});

test('headers that attempts have in common are masked for all, with the secrets of each of them', async () => {
  const { engine } = await oldLog([
    { headers: null, body: null },
    { headers: null, body: null },
  ]);
  const { store } = engine.context;
  const other = await engine.webhooks.endpoints.create({
    url: 'https://other.example/',
    eventTypes: ['company.created'],
  });
  const theirs = 'Bearer another-long-token-9C4';
  const headers = [{ name: 'Authorization', value: theirs }];
  await engine.webhooks.management.setHeaders(other.id, { headers });
  await store.write(async ({ db }) => {
    const shared = JSON.stringify({ 'x-echo': token, 'x-other': theirs, 'x-b': 'b' });
    await sql`insert into header_sets (seq, headers_json, first_attempt_seq) values (7, ${shared}, 1)`.execute(
      db,
    );
    await sql`insert into deliveries (seq, message_seq, endpoint_seq, status, origin)
      values (50, 1, 2, 'Success', 'scheduled')`.execute(db);
    await sql`update attempts set response_set = 7, delivery_seq = case number when 2 then 1 else 50 end
      where number > 1`.execute(db);
  });
  await engine.webhooks.oldLog.start();
  const sets = await store.read(({ db }) => db.selectFrom('header_sets').select('headers_json').execute());
  expect(sets.map(({ headers_json }) => JSON.parse(headers_json))).toEqual([
    { 'x-echo': '••••', 'x-other': '••••', 'x-b': 'b' },
  ]);
});

test('a long log is masked to its end, once: what is written later is left to those who write it', async () => {
  const { engine } = await oldLog(
    Array.from({ length: 250 }, (_, n) => ({
      headers: { n: String(n) },
      body: Buffer.from(`${token} ${n}`),
    })),
  );
  await engine.webhooks.oldLog.start();
  const bodies = (await rowsOf(engine)).map(({ body }) => body);
  expect(bodies).toEqual(Array.from({ length: 250 }, (_, n) => latin1(`•••• ${n}`)));

  await engine.context.store.write(({ db }) =>
    db
      .updateTable('attempts')
      .set({ response_body: Buffer.from(token) })
      .where('number', '=', 2)
      .execute(),
  );
  await engine.webhooks.oldLog.start();
  expect((await rowsOf(engine))[0]?.body).toBe(token);
});

test('goes on where a process before it was', async () => {
  const { engine } = await oldLog([
    { headers: {}, body: Buffer.from(token) },
    { headers: {}, body: Buffer.from(token) },
  ]);
  await engine.context.store.write((tx) => writeFact(tx, { name: 'responsesMasked', fallback: 0 }, 2));
  await engine.webhooks.oldLog.start();
  expect((await rowsOf(engine)).map(({ body }) => body)).toEqual([token, latin1('••••')]);
});

test('a stop ends it after what is under way, and waits for nothing else', async () => {
  const { engine } = await oldLog(
    Array.from({ length: 250 }, () => ({ headers: {}, body: Buffer.from(token) })),
  );
  const { oldLog: masking } = engine.webhooks;
  const ended = masking.start();
  await masking.stop();
  await ended;
  const masked = (await rowsOf(engine)).filter(({ body }) => body !== token).length;
  expect(masked).toBeLessThan(250);
});

test('trouble is logged, and never thrown', async () => {
  const warned: { fields: object; message: string }[] = [];
  const log = { warn: (fields: object, message: string) => void warned.push({ fields, message }) } as never;
  const { engine } = await oldLog([{ headers: {}, body: Buffer.from(token) }], { log });
  await engine.context.store.write(({ db }) =>
    db.updateTable('attempts').set({ response_headers_json: 'no JSON' }).execute(),
  );
  await engine.webhooks.oldLog.start();
  expect(warned).toEqual([
    {
      fields: { err: expect.any(SyntaxError) },
      message: expect.stringContaining('the next start tries again'),
    },
  ]);
});
