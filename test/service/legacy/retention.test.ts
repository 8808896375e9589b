import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Answer, startConsumer } from '#test/support/consumer.ts';
import { connected, type LegacyEngine, startLegacyEngine } from '#test/support/legacy-engine.ts';

const dayMs = 86_400_000;
const statusChanged = 'DataConnectionStatusChanged';

const rowsIn = ({ context }: LegacyEngine): Promise<Record<string, number>> =>
  context.store.read(async ({ db }) => {
    const counts: Record<string, number> = {};
    for (const table of ['alerts', 'alert_attempts', 'alert_mails'] as const) {
      counts[table] = (await db.selectFrom(table).selectAll().execute()).length;
    }
    return counts;
  });

const advance = ({ scheduler, context }: LegacyEngine, ms: number): Promise<void> =>
  scheduler.advanceTo(context.clock.now() + ms);

test('alerts, their attempts and their mails go once they are too old, and no sooner', async () => {
  const engine = await startLegacyEngine();
  const consumer = await startConsumer(() => 404);
  await engine.rule(statusChanged, consumer.url, { emails: ['ops@example.com'] });
  await engine.publish(connected());
  await advance(engine, 29 * dayMs);
  await engine.publish(connected());
  await engine.scheduler.idle();
  const all = { alerts: 2, alert_attempts: 2, alert_mails: 2 };
  expect(await rowsIn(engine)).toEqual(all);
  expect(readdirSync(engine.outboxDir)).toHaveLength(2);

  await advance(engine, 2 * dayMs);
  const [left] = (await engine.legacy.alerts.list({})).results;
  expect(await rowsIn(engine)).toEqual({ alerts: 1, alert_attempts: 1, alert_mails: 1 });
  await expect.poll(() => readdirSync(engine.outboxDir)).toEqual([`${left?.id}.eml`]);
});

const answers: Readonly<Record<string, Answer>> = { '/busy': 503, '/never': 'never' };

test('what is Pending, under way, or has a mail to be written stays, however old', async () => {
  const engine = await startLegacyEngine();
  const consumer = await startConsumer(({ path }) => answers[path] ?? 200);
  rmSync(engine.outboxDir, { recursive: true, force: true });
  // A file where the folder should be.
  writeFileSync(engine.outboxDir, '');
  await engine.rule(statusChanged, `${consumer.url}/done`, { emails: ['ops@example.com'] });
  await engine.rule(statusChanged, undefined, { emails: ['ops@example.com'] });
  await engine.rule(statusChanged, `${consumer.url}/busy`);
  await engine.rule(statusChanged, `${consumer.url}/never`);
  await engine.publish(connected());
  await consumer.receivedAtLeast(3);
  const statuses = async () => (await engine.legacy.alerts.list({})).results.map(({ status }) => status);
  await expect.poll(async () => (await engine.legacy.alerts.list({})).results[2]?.lastStatusCode).toBe(503);
  await expect.poll(statuses).toEqual(['Sent', 'Pending', 'Pending', 'Pending']);

  const { retention } = engine.legacy;
  const later = engine.context.clock.now() + 1000 * dayMs;
  expect(await engine.context.store.write((tx) => retention.runDue(tx, later, 500))).toBe(0);
  expect(await statuses()).toEqual(['Sent', 'Pending', 'Pending', 'Pending']);

  rmSync(engine.outboxDir);
  mkdirSync(engine.outboxDir);
});

test('no more is removed at once than asked for', async () => {
  const engine = await startLegacyEngine();
  await engine.rule(statusChanged, undefined, { emails: ['ops@example.com'] });
  for (let i = 0; i < 5; i++) await engine.publish(connected());
  await engine.scheduler.idle();
  const { retention } = engine.legacy;
  const later = engine.context.clock.now() + 31 * dayMs;
  const runDue = () => engine.context.store.write((tx) => retention.runDue(tx, later, 3));
  expect([await runDue(), await runDue(), await runDue()]).toEqual([3, 2, 0]);
});
