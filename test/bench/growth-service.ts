import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createService, type Service } from '#service/index.ts';
import { serviceOptions } from '#test/support/service-options.ts';
import { ends, eventType, publish } from './delivering.ts';
import type { Growth } from './growth-figure.ts';
import { endpointCount, fillMessages } from './million-messages.ts';
import { benchFolder, startModule } from './processes.ts';

const dayMs = 86_400_000;
const pageCount = 200;
const deliveryCount = 5000;
/** Messages that are removed before it is measured, and then. */
const warmUp = 1000;
const slice = 4000;
const longestMs = 120_000;

/** Processor time that `work` takes this process, ms. */
const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** A start, pages, deliveries and retention of the local service, with so many messages and companies in it. */
export const serviceGrowth = async (sizes: readonly number[]): Promise<Growth[]> => {
  const figure = (what: string, how: string): Growth => ({ what, how, of: 'one', points: [] });
  const start = figure('start', 'of the local service');
  const log = figure('page of the message log', `each of ${pageCount}, of one endpoint, at random places`);
  const list = figure('page of companies', 'each of 40 of 100 companies, over HTTP, at random places');
  const delivery = figure('publish and deliver', `each of ${deliveryCount}`);
  const retention = figure('retention', `each of about ${slice} messages`);
  const consumer = await startModule('consumer.ts');
  // The first time is slower at any size, until the engine has compiled what is used often: it does not count.
  const [smallest = 0] = sizes;
  for (const [run, size] of [smallest, ...sizes].entries()) {
    console.error(`  ${size.toLocaleString('en')} messages and companies …`);
    const note = ({ points }: Growth, ms: number): void => {
      if (run > 0) points.push([size, ms]);
    };
    const { open, path } = await filled(size);
    const starts: number[] = [];
    for (let n = 0; n < 3; n++) {
      let service: Service | undefined;
      starts.push(
        await cpuOf(async () => {
          service = await open();
          await service.start();
        }),
      );
      await service?.stop(0);
    }
    note(start, Math.min(...starts));

    const service = await open();
    const { apiUrl, apiKey } = await service.start();
    note(log, await logPages(service, size));
    note(list, await companyPages(apiUrl, apiKey, size));
    await service.control.endpoints.create({ url: `${consumer}/hook`, eventTypes: [eventType] });
    note(delivery, await deliveries(service));
    note(retention, await removal(service, path));
    await service.stop(1000);
  }
  return [start, log, list, delivery, retention];
};

/** A data folder with so many messages, made 40 days ago, and so many companies. */
const filled = async (size: number) => {
  const folder = benchFolder();
  const dataKey = randomBytes(32);
  const open = (): Promise<Service> => createService({ ...serviceOptions(folder, dataKey), clock: 'system' });
  const service = await open();
  await service.start();
  await service.control.sandbox.setSettings({
    rateLimit: false,
    retention: { messageDays: 3650, requests: 1000 },
  });
  for (let n = 0; n < endpointCount; n++) {
    const endpoint = { url: `http://127.0.0.1:9/${n}`, eventTypes: ['company.deleted'] };
    await service.control.endpoints.create(endpoint);
  }
  await service.stop(0);
  const path = join(folder, 'service.db');
  const now = Date.now();
  fillMessages(path, now - 40 * dayMs, size, now);
  fillCompanies(path, size, now);
  return { open, path };
};

const fillCompanies = (path: string, size: number, now: number): void => {
  const sqlite = new Database(path);
  sqlite
    .prepare(
      `with recursive n(i) as (values (1) union all select i + 1 from n where i < ${size})
       insert into companies (id, name, tags_json, created_at, created_by)
       select printf('00000000-0000-4000-9000-%012d', i), 'Bright Bakery ' || i, '{}', ? - i, 'bench' from n`,
    )
    .run(now);
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
};

/** The same places in each run. */
const place = (n: number, most: number): number => 1 + ((n * 7919 * 131) % most);

const logPages = async ({ control }: Service, size: number): Promise<number> => {
  const endpoints = await control.endpoints.list();
  const page = (n: number) =>
    control.messages.list({
      endpoint: endpoints[n % (endpointCount - 1)]?.id as string,
      limit: 50,
      cursor: String(place(n, size)),
    });
  for (let n = 0; n < pageCount; n++) await page(n);
  const ms = await cpuOf(async () => {
    for (let n = 0; n < pageCount; n++) await page(n);
  });
  return ms / pageCount;
};

const companyPages = async (apiUrl: string, apiKey: string, size: number): Promise<number> => {
  const headers = { authorization: `Basic ${btoa(apiKey)}` };
  const page = async (n: number): Promise<void> => {
    const response = await fetch(`${apiUrl}/companies?pageSize=100&page=${place(n, size / 100)}`, {
      headers,
    });
    if (!response.ok) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  const pages = 40;
  for (let n = 0; n < pages; n++) await page(n);
  const ms = await cpuOf(async () => {
    for (let n = pages; n < 2 * pages; n++) await page(n);
  });
  return ms / pages;
};

const deliveries = async (service: Service): Promise<number> => {
  const all = async (): Promise<void> => {
    const done = ends(service, deliveryCount);
    await publish(service, deliveryCount);
    await done;
  };
  await all();
  return (await cpuOf(all)) / deliveryCount;
};

/** What is past the days that messages are kept is removed from now on; the first of it is measured. */
const removal = async ({ control }: Service, path: string): Promise<number> => {
  const sqlite = new Database(path, { readonly: true });
  // One in a thousand stays, as it still waits.
  const query = sqlite.prepare('select count(*) from messages where seq <= ?').pluck();
  const left = (): number => query.get(warmUp + slice) as number;
  const all = left();
  const end = performance.now() + longestMs;
  const removed = async (count: number): Promise<void> => {
    while (all - left() < count) {
      if (performance.now() > end) throw new Error('Retention did not remove what is old.');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  try {
    await control.sandbox.setSettings({ rateLimit: false, retention: { messageDays: 30, requests: 1000 } });
    await removed(warmUp);
    const from = left();
    const ms = await cpuOf(() => removed(warmUp + slice * 0.9));
    return ms / (from - left());
  } finally {
    sqlite.close();
  }
};
