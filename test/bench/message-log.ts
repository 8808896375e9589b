import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { MessageQuery } from '#contract/message-query.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { createService } from '#service/index.ts';
import { serviceOptions } from '#test/support/service-options.ts';
import { companyId, endpointCount, fillMessages } from './million-messages.ts';
import { benchFolder } from './processes.ts';
import { type Result, result } from './results.ts';

const minuteMs = 60_000;

/** First pages of the message log under every filter, and an endpoint's statistics, at a million messages. */
export const messageLog = async (): Promise<Result[]> => {
  const folder = benchFolder();
  const dataKey = randomBytes(32);
  const open = () => createService({ ...serviceOptions(folder, dataKey), clock: 'system' });
  const first = await open();
  await first.start();
  const ids: string[] = [];
  for (let n = 0; n < endpointCount; n++) {
    const { id } = await first.control.endpoints.create({
      url: `http://127.0.0.1:9/${n}`,
      eventTypes: ['company.created'],
    });
    ids.push(id);
  }
  await first.control.clock.pause();
  await first.stop(0);
  fillMessages(join(folder, 'service.db'));

  const service = await open();
  await service.start();
  const { endpoints } = service.control;
  const pages = await firstPages(service.control, ids);
  const times = await timed(20, () => endpoints.statistics(ids[1] as string, {}));
  await service.stop(0);
  return [
    result(
      'the first page of the message log, worst filter',
      Math.max(...pages.map(({ ms }) => ms)),
      '<',
      300,
      ' ms',
      pages.map(({ filter, ms }) => `${filter} ${ms.toFixed(1)}`).join('; '),
    ),
    result('statistics of an endpoint', times, '<', 300, ' ms', 'the slowest of 20, of 100,000 messages'),
  ];
};

const firstPages = async (control: ServiceControl, ids: readonly string[]) => {
  const since = new Date(Date.now() - 3000 * minuteMs).toISOString();
  const until = new Date(Date.now() - 1000 * minuteMs).toISOString();
  const endpoint = ids[2] as string;
  const company = companyId(7);
  const filters: Record<string, MessageQuery> = {
    none: {},
    endpoint: { endpoint },
    'rare endpoint': { endpoint: ids[9] as string },
    company: { company },
    type: { eventType: 'read.completed' },
    'rare type': { eventType: 'connection.deleted' },
    'type that never came': { eventType: 'connection.disconnected' },
    ...Object.fromEntries(
      (['Sending', 'Attempting', 'Success', 'Failed', 'Cancelled'] as const).flatMap((status) => [
        [status, { status }],
        [`endpoint ${status}`, { endpoint, status }],
        [`rare endpoint ${status}`, { endpoint: ids[9] as string, status }],
        [`company ${status}`, { company, status }],
        [`type ${status}`, { eventType: 'read.completed', status }],
        [`rare type ${status}`, { eventType: 'connection.deleted', status }],
        [`since, until ${status}`, { since, until, status }],
        [`endpoint type ${status}`, { endpoint, eventType: 'connection.deleted', status }],
      ]),
    ),
    'since, until': { since, until },
    'endpoint since, until': { endpoint, since, until },
    'company since, until': { company, since, until },
    'endpoint type': { endpoint, eventType: 'read.completed' },
    'endpoint rare type': { endpoint, eventType: 'connection.deleted' },
    'endpoint company': { endpoint, company },
    'endpoint and a type that never meet': { endpoint, eventType: 'company.created' },
    'endpoint and a type that never meet, Success': {
      endpoint,
      eventType: 'company.created',
      status: 'Success',
    },
    'company type': { company, eventType: 'read.completed' },
    'company rare type': { company, eventType: 'connection.deleted' },
    'company type that never came': { company, eventType: 'connection.disconnected' },
    'all at once': { endpoint, company, eventType: 'read.completed', status: 'Failed', since, until },
  };
  const measured = [];
  for (const [filter, query] of Object.entries(filters)) {
    measured.push({ filter, ms: await timed(5, () => control.messages.list({ ...query, limit: 50 })) });
  }
  return measured.sort((a, b) => b.ms - a.ms);
};

/** The slowest of so many runs, ms. */
const timed = async (count: number, work: () => Promise<unknown>): Promise<number> => {
  let slowest = 0;
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now();
    await work();
    slowest = Math.max(slowest, performance.now() - startedAt);
  }
  return slowest;
};
