import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { Message, MessageDetail } from '#contract/message.ts';
import { type HostProcess, startHostProcess, until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import type { Command } from './crash-consumer.ts';

/** Two at each moment; more, where somebody looks for what is rare. */
const kills = Number(process.env.CARRYOVER_KILLS ?? 6);
const inFlightAtLeast = 50;
const acceptedAtLeast = 10;
const endpointCount = 4;

/** Where the attempts are when the host dies. */
const moments = ['before send', 'after send', 'before the results are written'] as const;
type Moment = (typeof moments)[number];

interface Consumer {
  readonly url: string;
  readonly process: ChildProcess;
  ask<T>(command: Command): Promise<T>;
}

const startCrashConsumer = async (): Promise<Consumer> => {
  const child = fork(join(import.meta.dirname, 'crash-consumer.ts'), { execArgv: [] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  let asked = 0;
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    ask<T>(command: Command) {
      const id = ++asked;
      return new Promise<T>((resolve) => {
        const listen = (reply: { id: number; answer: T }) => {
          if (reply.id !== id) return;
          child.off('message', listen);
          resolve(reply.answer);
        };
        child.on('message', listen);
        child.send({ id, command });
      });
    },
  };
};

/** Attempts that the killed host had leased: what was in flight, by the table. */
const leasedIn = (folder: string): number => {
  const sqlite = new Database(join(folder, 'service.db'), { readonly: true });
  const { count } = sqlite
    .prepare(
      `select count(*) as count from leases, json_each(members_json) as member where not exists (
        select 1 from attempts where delivery_seq = member.value ->> 0 and number = member.value ->> 1
          and error is not 'Interrupted')`,
    )
    .get() as { count: number };
  sqlite.close();
  return count;
};

test('kills under load lose no accepted message, and every list adds up', {
  timeout: 300_000,
}, async () => {
  const folder = temporaryFolder();
  const consumer = await startCrashConsumer();
  const options = ['--data', folder, '--seed', '7'];
  const first = await testHost({ dataDir: folder, seed: 7 });
  for (let i = 0; i < endpointCount; i++) {
    const made = await first.api('POST', '/webhooks', {
      url: `${consumer.url}/${i}`,
      eventTypes: ['company.created'],
    });
    expect(made.status).toBe(201);
  }
  await first.stop(0);

  let host: HostProcess;
  const accepted: string[] = [];
  let inFlightMin = Number.POSITIVE_INFINITY;
  for (let round = 0; round < kills; round++) {
    const moment = moments[round % moments.length] as Moment;
    await consumer.ask(moment === 'before send' ? 'narrow' : 'hold');
    host = await startHostProcess(options);
    await killAt(moment, host, consumer, folder, accepted);
    inFlightMin = Math.min(inFlightMin, leasedIn(folder));
    await recover(moment, consumer);
  }
  host = await startHostProcess(options);
  expect(inFlightMin).toBeGreaterThanOrEqual(inFlightAtLeast);

  await until(async () => {
    const open = await messagesOf(host, '?status=Sending&limit=1');
    const failing = await messagesOf(host, '?status=Attempting&limit=1');
    return open.length + failing.length === 0;
  }, 100);

  const received = await consumer.ask<[string, number][]>('dump');
  const counts = new Map(received);
  const messages = await allMessages(host);
  const companies = (await (await host.api('GET', '/companies?pageSize=1')).json()) as {
    totalResults: number;
  };

  // Every accepted company is there, with one message, delivered to every endpoint.
  expect(companies.totalResults).toBeGreaterThanOrEqual(accepted.length);
  expect(messages).toHaveLength(companies.totalResults);
  const companyIds = new Set(messages.flatMap(({ channels }) => channels));
  expect(accepted.filter((id) => !companyIds.has(id))).toEqual([]);
  let receipts = 0;
  for (const { id, deliveries } of messages) {
    expect(deliveries).toHaveLength(endpointCount);
    for (const [path, { status }] of deliveries.map((delivery, index) => [`/${index}`, delivery] as const)) {
      expect(status).toBe('Success');
      const count = counts.get(`${id} ${path}`) ?? 0;
      expect(count).toBeGreaterThanOrEqual(1);
      receipts += count;
    }
  }
  // Nothing else arrived, and the endpoints' own counters say the same.
  expect(received.reduce((sum, [, count]) => sum + count, 0)).toBe(receipts);
  const { results: endpoints } = (await (await host.desk('GET', '/api/endpoints')).json()) as {
    results: { health: { succeeded: number; waiting: number } }[];
  };
  for (const { health } of endpoints) {
    expect(health).toMatchObject({ succeeded: messages.length, waiting: 0 });
  }
  await attemptsAddUp(host, messages, counts);

  const deliveries = messages.length * endpointCount;
  console.log(
    `kills ${kills}, in flight at each at least ${inFlightMin}; accepted ${accepted.length} (answered) of ${messages.length} messages, delivered ${deliveries} of ${deliveries} deliveries, repeated ${receipts - deliveries}`,
  );
  expect(await host.end('SIGTERM')).toBe(0);
});

/**
 * Loads the host until it has accepted some, brings at least 50 attempts to the given moment, and kills it there. The consumer is narrow or holds its
 * answers before the host starts: a connection that it closed would fail an attempt, and two leave it to wait for minutes.
 */
const killAt = async (
  moment: Moment,
  host: HostProcess,
  consumer: Consumer,
  folder: string,
  accepted: string[],
): Promise<void> => {
  if (moment === 'before send') {
    // Frozen, and with no place for connections: what is leased can't even be sent.
    consumer.process.kill('SIGSTOP');
  }
  const accepting = accepted.length + acceptedAtLeast;
  const load = loadWith(host, accepted);
  if (moment === 'before send') await until(async () => leasedIn(folder) >= inFlightAtLeast);
  else await until(async () => (await consumer.ask<number>('count')) >= inFlightAtLeast);
  await until(async () => accepted.length >= accepting);
  if (moment === 'before the results are written') {
    // Frozen, it can't write what the answers mean, which come meanwhile.
    host.process.kill('SIGSTOP');
    await consumer.ask('release');
  }
  await host.end('SIGKILL');
  await load;
};

const recover = async (moment: Moment, consumer: Consumer): Promise<void> => {
  if (moment === 'before send') {
    consumer.process.kill('SIGCONT');
    await consumer.ask('widen');
  } else await consumer.ask('release');
};

/** Creates companies, several at a time, and resends, until the host is gone; notes those that were accepted. */
const loadWith = async (host: HostProcess, accepted: string[]): Promise<void> => {
  let gone = false;
  const one = async (): Promise<void> => {
    for (let i = 0; i < 60 && !gone; i++) {
      try {
        const response = await host.api('POST', '/companies', { name: `Company ${accepted.length}` });
        const { id } = (await response.json()) as { id: string };
        if (response.status === 200) accepted.push(id);
        if (i % 8 === 7) {
          const [latest] = await messagesOf(host, '?limit=1');
          await host.desk('POST', `/api/messages/${latest?.id}/resend`, {});
        }
      } catch {
        gone = true;
      }
    }
  };
  await Promise.all([one(), one(), one(), one()]);
};

const messagesOf = async (host: HostProcess, query: string): Promise<Message[]> =>
  ((await (await host.desk('GET', `/api/messages${query}`)).json()) as { results: Message[] }).results;

const allMessages = async (host: HostProcess): Promise<Message[]> => {
  const all: Message[] = [];
  let cursor: string | undefined;
  do {
    const query = `?limit=500${cursor === undefined ? '' : `&cursor=${cursor}`}`;
    const page = (await (await host.desk('GET', `/api/messages${query}`)).json()) as {
      results: Message[];
      cursor?: string;
    };
    all.push(...page.results);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
};

/** Numbers run from 1 without a gap; a repeat keeps its number; nothing of the schedule is used up by a crash. */
const attemptsAddUp = async (
  host: HostProcess,
  messages: readonly Message[],
  counts: ReadonlyMap<string, number>,
): Promise<void> => {
  for (const { id } of messages.filter((_, index) => index % 10 === 0)) {
    const detail = (await (await host.desk('GET', `/api/messages/${id}`)).json()) as MessageDetail;
    for (const [index, { webhookId }] of detail.deliveries.entries()) {
      const own = detail.attempts.filter((attempt) => attempt.webhookId === webhookId);
      const whole = own.filter(({ error }) => error !== 'Interrupted');
      const numbers = whole.map(({ number }) => number).sort((a, b) => a - b);
      expect(numbers).toEqual(whole.map((_, at) => at + 1));
      expect(own.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(1);
      expect(counts.get(`${id} /${index}`)).toBeLessThanOrEqual(own.length);
    }
  }
};
