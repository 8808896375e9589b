import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { MessageQuery } from '#contract/message-query.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { createService } from '#service/index.ts';
import { serviceOptions } from '#test/support/service-options.ts';
import { companyId, endpointCount, fillMessages } from './million-messages.ts';
import { benchFolder } from './processes.ts';
import { type Result, result } from './results.ts';

const million = 1_000_000;

/** First results of searches for words among a million messages, the chart, and how long the index takes to be made. */
export const search = async (): Promise<Result[]> => {
  const folder = benchFolder();
  const dataKey = randomBytes(32);
  const open = () => createService({ ...serviceOptions(folder, dataKey), clock: 'system' });
  const first = await open();
  await first.start();
  const ids: string[] = [];
  for (let n = 0; n < endpointCount; n++) {
    const url = `http://127.0.0.1:9/${n}`;
    ids.push((await first.control.endpoints.create({ url, eventTypes: ['company.created'] })).id);
  }
  await first.control.clock.pause();
  await first.stop(0);
  const path = join(folder, 'service.db');
  fillMessages(path);
  fillWords(path);

  const service = await open();
  await service.start();
  const { messages } = service.control;
  const begun = performance.now();
  while ((await messages.index()).behind > 0) await new Promise((resolve) => setTimeout(resolve, 500));
  const seconds = (performance.now() - begun) / 1000;
  const pages = await firstPages(service.control, ids);
  const charts = [
    await slowest(5, () => messages.activity({})),
    await slowest(5, () => messages.activity({ endpoint: ids[2] as string })),
  ];
  await service.stop(0);
  return [
    result(
      'first results of a search for words in 1,000,000 messages, worst',
      Math.max(...pages.map(({ ms }) => ms)),
      '<',
      200,
      ' ms',
      pages.map(({ name, ms, found }) => `${name} ${ms.toFixed(0)} (${found})`).join('; '),
    ),
    result(
      'the chart of 1,000,000 deliveries',
      Math.max(...charts),
      '<',
      300,
      ' ms',
      `all endpoints ${charts[0]?.toFixed(0)}, one ${charts[1]?.toFixed(0)}; in turns`,
    ),
    result(
      'indexing, messages a second',
      million / seconds,
      '>=',
      5000,
      '',
      `${seconds.toFixed(0)} s for all`,
    ),
  ];
};

/** Payloads as they come: a company's name, ids; one word in all, one in some thousand, one in a single one. */
const fillWords = (path: string): void => {
  const sqlite = new Database(path);
  sqlite.exec(`update messages set body = json_object(
    'id', printf('%08x-%04x-4%03x-8%03x-%012x', seq * 2654435761 % 4294967296, seq % 65536, seq % 4096, seq % 4093, seq * 40503),
    'eventType', event_type,
    'payload', json_object('referenceCompany', json_object('id', company_id, 'name', printf('Harbour %d Ltd', seq % 1000)),
      'note', case when seq = 4711 then 'zanzibar' when seq % 5003 = 0 then 'timbuktu' else 'plain' end,
      'dataTypes', json_array('invoices', 'bills'), 'recordsModified', json('true'), 'filler', substr(body, 1, 250)))`);
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
};

const firstPages = async ({ messages }: ServiceControl, ids: readonly string[]) => {
  const [endpoint, rare] = [ids[2] as string, ids[endpointCount - 1] as string];
  const queries: Record<string, MessageQuery> = {
    'in all': { text: 'harbour' },
    'in some': { text: 'timbuktu' },
    'in one': { text: 'zanzibar' },
    'in none': { text: 'absent' },
    'two letters': { text: 're' },
    'a phrase': { text: '"harbour 77 ltd"' },
    'part of camelCase': { text: 'modified' },
    'in all, rare endpoint': { text: 'harbour', endpoint: rare },
    'in one, endpoint': { text: 'zanzibar', endpoint },
    'in none, endpoint': { text: 'absent', endpoint },
    'in all, Failed': { text: 'harbour', status: 'Failed' },
    'in some, Failed': { text: 'timbuktu', status: 'Failed' },
    'in some, 5xx': { text: 'timbuktu', code: '5xx' },
    'in some, company': { text: 'timbuktu', company: companyId(7) },
    'in all, rare type': { text: 'harbour', eventType: 'connection.deleted' },
  };
  const measured = [];
  for (const [name, query] of Object.entries(queries)) {
    let found = 0;
    const ms = await slowest(5, async () => {
      found = (await messages.list({ ...query, limit: 50 })).results.length;
    });
    measured.push({ name, ms, found });
  }
  return measured.sort((a, b) => b.ms - a.ms);
};

/** The slowest of so many runs, ms. */
const slowest = async (count: number, work: () => Promise<unknown>): Promise<number> => {
  let most = 0;
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now();
    await work();
    most = Math.max(most, performance.now() - startedAt);
  }
  return most;
};
