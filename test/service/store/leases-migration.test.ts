import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#base/store/sqlite/database.ts';
import { initial } from '#service/store/migrations/0001-initial.ts';
import { requestUserAgent } from '#service/store/migrations/0002-request-user-agent.ts';
import { testDeliveries } from '#service/store/migrations/0003-test-deliveries.ts';
import type { ServiceSchema } from '#service/store/schema.ts';
import { startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { scriptedOutbound } from '#test/support/scripted-outbound.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const at = Date.UTC(2026, 0, 15, 9);
const second = 1000;

/** The migrations of 0.3.0. */
const earlier = {
  '0001-initial': initial,
  '0002-request-user-agent': requestUserAgent,
  '0003-test-deliveries': testDeliveries,
};

const message = (id: string) => ({
  id,
  event_type: 'company.created',
  company_id: null,
  company_tags_json: '{}',
  body: '{}',
  created_at: at,
  is_test: 0,
});

/**
 * An endpoint with three messages, as 0.3.0 left them when it was killed: of the first the second attempt had left, of
 * the next one a resend beside the first retry, and the last one waited.
 */
const killedFolder = async (): Promise<string> => {
  const folder = temporaryFolder();
  const path = join(folder, 'service.db');
  const old = await openDatabase<ServiceSchema>({ path, synchronous: 'NORMAL' }, earlier);
  const insert = async (table: string, row: object): Promise<number> => {
    const { insertId } = await old.kysely
      .insertInto(table as 'messages')
      .values(row as never)
      .executeTakeFirstOrThrow();
    return Number(insertId);
  };
  const endpoint_seq = await insert('endpoints', {
    id: '5f9a1c3e-0000-4000-8000-000000000009',
    url: 'https://consumer.example/hook',
    event_types_json: '["company.created"]',
    channels_json: '[]',
    company_tags_json: '[]',
    created_at: at,
  });
  const delivery = async (id: string, row: object): Promise<number> => {
    const message_seq = await insert('messages', message(id));
    return insert('deliveries', { message_seq, endpoint_seq, origin: 'scheduled', ...row });
  };
  const attempting = { status: 'Attempting', due_at: at + 5 * second, last_attempt_at: at + 5 * second };
  const first = { ...attempting, attempts: 2, number: 2, schedule_used: 2, leased_by: 1 };
  await delivery('msg_first', first);
  const seq = await delivery('msg_resent', { ...first, attempts: 3 });
  await insert('extra_attempts', {
    delivery_seq: seq,
    endpoint_seq,
    trigger: 'resend',
    number: 3,
    due_at: at,
    leased_by: 1,
  });
  await delivery('msg_waiting', { status: 'Sending', due_at: at });
  await old.close();
  return folder;
};

test('what an earlier version had under way when it was killed is logged and repeated as it would have done', async () => {
  const outbound = scriptedOutbound(() => ({ statusCode: 500 }));
  const folder = await killedFolder();
  const engine = await startDeliveryEngine({ folder, generation: 2, outbound, now: at + 10 * second });
  await engine.scheduler.idle();
  const shown = async (id: string) => {
    const { attempts, deliveries } = await engine.webhooks.messages.show(id);
    const [delivery] = deliveries;
    return {
      attempts: attempts.map((one) => [one.number, one.trigger, one.error ?? one.statusCode]),
      counted: delivery?.attempts,
      next: delivery?.nextAttemptAt,
    };
  };
  const inFiveMinutes = new Date(at + 310 * second).toISOString();
  expect(await shown('msg_first')).toEqual({
    attempts: [
      [2, 'scheduled', 'Interrupted'],
      [2, 'scheduled', 500],
    ],
    counted: 2,
    next: inFiveMinutes,
  });
  expect(await shown('msg_resent')).toEqual({
    attempts: [
      [2, 'scheduled', 'Interrupted'],
      [3, 'resend', 'Interrupted'],
      [2, 'scheduled', 500],
      [3, 'resend', 500],
    ],
    counted: 3,
    next: inFiveMinutes,
  });
  expect((await shown('msg_waiting')).attempts).toEqual([[1, 'scheduled', 500]]);
});
