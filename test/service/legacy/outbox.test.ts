import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { composeMail } from '#service/legacy/mail.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { connected, type LegacyEngine, startLegacyEngine } from '#test/support/legacy-engine.ts';

const statusChanged = 'DataConnectionStatusChanged';
const mailsIn = (engine: LegacyEngine): string[] => readdirSync(engine.outboxDir).sort();
const alertsOf = async (engine: LegacyEngine) => (await engine.legacy.alerts.list({})).results;

test('each alert of a rule with emails is one mail in the outbox', async () => {
  const engine = await startLegacyEngine();
  await engine.rule(statusChanged, undefined, { emails: ['ops@example.com', 'dev@example.com'] });
  await engine.publish(connected());
  await engine.scheduler.idle();

  const [alert] = await alertsOf(engine);
  expect(alert).toMatchObject({ status: 'Sent', attempts: 1 });
  expect(alert).not.toHaveProperty('url');
  expect(mailsIn(engine)).toEqual([`${alert?.id}.eml`]);
  const mail = await PostalMime.parse(readFileSync(join(engine.outboxDir, `${alert?.id}.eml`)));
  expect(mail.to?.map(({ address }) => address)).toEqual(['ops@example.com', 'dev@example.com']);
  expect(mail.from?.address).toBe('alerts@carryover.invalid');
  expect(mail.subject).toBe('DataConnectionStatusChanged (Acme Platform)');
  expect(mail.date).toBe(new Date(engine.context.clock.now()).toISOString());
  expect(mail.html).toBeUndefined();
  expect(mail.text).toContain(alert?.payload.Message);
  expect(mail.text).toContain('newStatus: Linked');
});

test('a rule with emails and a webhook does both, and its alert tells of the webhook', async () => {
  const engine = await startLegacyEngine();
  const consumer = await startConsumer(() => 404);
  await engine.rule(statusChanged, consumer.url, { emails: ['ops@example.com'] });
  await engine.publish(connected());
  await engine.scheduler.idle();
  const [alert] = await alertsOf(engine);
  expect(alert).toMatchObject({ status: 'Failed', attempts: 1, lastStatusCode: 404 });
  expect(mailsIn(engine)).toEqual([`${alert?.id}.eml`]);
  expect(JSON.parse(consumer.received[0]?.body as string).AlertId).toBe(alert?.id);
});

const payload = {
  AlertId: '00000000-0000-4000-8000-000000000001',
  RuleId: '00000000-0000-4000-8000-000000000002',
  RuleType: statusChanged,
  ClientId: '00000000-0000-4000-8000-000000000003',
  ClientName: 'Acme',
  Message: 'Something happened.',
  Data: {},
};

test('what others named stays text: no header, line, address or markup comes of it', async () => {
  const hostile = 'Evil\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>\u202Etxt.exe\u2028x';
  const bytes = await composeMail({
    to: ['ops@example.com'],
    createdAt: 0,
    payload: {
      ...payload,
      ClientName: hostile,
      Message: hostile,
      Data: { companyName: hostile, file: { path: '/etc/passwd' } },
    },
  });
  const mail = await PostalMime.parse(bytes);
  expect(mail.headers.map(({ key }) => key).sort()).toEqual([
    'auto-submitted',
    'content-transfer-encoding',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
    'x-service-clientid',
  ]);
  expect(mail.bcc).toBeUndefined();
  expect(mail.to?.map(({ address }) => address)).toEqual(['ops@example.com']);
  expect(mail.headers.find(({ key }) => key === 'content-type')?.value).toMatch(/^text\/plain/);
  expect(mail.attachments).toEqual([]);
  expect(mail.text?.split('\n').filter((line) => line.startsWith('Bcc:'))).toEqual([]);
  expect(mail.text).not.toMatch(/[\u202e\u2028]/);
  expect(mail.text).toContain('file: {"path":"/etc/passwd"}');
});

test.each([['"Bob, the\r\nBcc: x@example.com" <bob@example.com>'], ['a@example.com, b@example.com']])(
  'an address of odd form makes no further recipient: %j',
  async (address) => {
    const mail = await PostalMime.parse(await composeMail({ to: [address], createdAt: 0, payload }));
    expect(mail.bcc).toBeUndefined();
    expect(mail.cc).toBeUndefined();
    expect(mail.to).toHaveLength(1);
  },
);

test('text beyond ASCII and long lines survive, in lines that mail allows', async () => {
  const name = `Bäckerei 東京 ${'x'.repeat(3000)} ☕`;
  const bytes = await composeMail({
    to: ['ops@example.com'],
    createdAt: 0,
    payload: { ...payload, ClientName: 'Bäckerei ☕', Message: name },
  });
  const longest = Math.max(
    ...bytes
      .toString('latin1')
      .split('\r\n')
      .map((line) => line.length),
  );
  expect(longest).toBeLessThanOrEqual(998);
  expect(bytes.toString('latin1')).not.toMatch(/[^\r]\n/);
  const mail = await PostalMime.parse(bytes);
  expect(mail.subject).toBe('DataConnectionStatusChanged (Bäckerei ☕)');
  expect(mail.text).toContain(name);
});

test('the same alert gives the same bytes, so that a repeat takes the place of the first', async () => {
  const mail = { to: ['ops@example.com'], createdAt: 5, payload };
  expect((await composeMail(mail)).equals(await composeMail(mail))).toBe(true);
});

test('a mail that can not be written is tried again until it can', async () => {
  const engine = await startLegacyEngine();
  await engine.rule(statusChanged, undefined, { emails: ['ops@example.com'] });
  // A file where the folder should be.
  rmSync(engine.outboxDir, { recursive: true, force: true });
  writeFileSync(engine.outboxDir, '');
  await engine.publish(connected());
  await engine.scheduler.advanceTo(engine.context.clock.now() + 300_000);
  expect(await alertsOf(engine)).toMatchObject([{ status: 'Pending' }]);

  rmSync(engine.outboxDir);
  await engine.scheduler.advanceTo(engine.context.clock.now() + 60_000);
  const [alert] = await alertsOf(engine);
  expect(alert).toMatchObject({ status: 'Sent' });
  expect(mailsIn(engine)).toEqual([`${alert?.id}.eml`]);
});

test('a mail that a crash cut off is written again, over what was there', async () => {
  const first = await startLegacyEngine();
  await first.rule(statusChanged, undefined, { emails: ['ops@example.com'] });
  await first.publish(connected());
  await first.scheduler.idle();
  const [alert] = await alertsOf(first);
  const file = join(first.outboxDir, `${alert?.id}.eml`);
  const whole = readFileSync(file, 'utf8');

  // As a crash after the lease leaves it: half a file, and a lease of a process that is gone.
  writeFileSync(file, 'half');
  await first.context.store.write(async ({ db }) => {
    await db.updateTable('alert_mails').set({ due_at: 0, leased_by: 1, written_at: null }).execute();
    await db.updateTable('alerts').set({ status: 'Pending' }).execute();
  });
  const folder = join(first.outboxDir, '..');
  const second = await startLegacyEngine({ folder, generation: 2 });
  await second.scheduler.idle();
  expect(await alertsOf(second)).toMatchObject([{ id: alert?.id, status: 'Sent' }]);
  expect(readFileSync(file, 'utf8')).toBe(whole);
  expect(mailsIn(second)).toHaveLength(1);
});

test('emptying the outbox takes the mails and leaves what is not ours', async () => {
  const engine = await startLegacyEngine();
  mkdirSync(engine.outboxDir, { recursive: true });
  for (const name of ['a.eml', 'b.eml.part', '.carryover-0a1b2c3d4e5f', 'notes.txt'])
    writeFileSync(join(engine.outboxDir, name), '');
  await engine.legacy.emptyOutbox();
  expect(mailsIn(engine)).toEqual(['notes.txt']);
});
