import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { benchFolder, startHost, startModule } from './processes.ts';
import { type Result, result } from './results.ts';
import { addressOf, withPage } from './ui-page.ts';

const perSecond = 200;
const defaultMinutes = 10;

/** Memory of a page that shows the message log while 200 events a second come, for ten minutes (BENCH_MINUTES: others). */
export const uiMemory = async (): Promise<Result> => {
  const minutes = Number(process.env.BENCH_MINUTES ?? defaultMinutes);
  const host = await startHost(['--data', benchFolder()]);
  const { deskUrl, deskToken } = host.ready;
  const post = (path: string, body: unknown) =>
    fetch(deskUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${deskToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const consumer = await startModule('consumer.ts');
  await post('/api/endpoints', { url: consumer, eventTypes: ['read.completed'] });
  return withPage(async (page) => {
    await page.goto(await addressOf(host, '/messages'));
    const devtools = await page.context().newCDPSession(page);
    const heap: number[] = [];
    const startedAt = performance.now();
    let sent = 0;
    for (let minute = 1; minute <= minutes; minute++) {
      while (performance.now() - startedAt < minute * 60_000) {
        const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond) - sent;
        await Promise.all(
          Array.from({ length: Math.min(due, 50) }, () =>
            post('/api/events', { eventType: 'read.completed' }),
          ),
        );
        sent += Math.min(Math.max(due, 0), 50);
        await sleep(50);
      }
      heap.push(await heapMb(devtools));
    }
    await host.stop();
    const [early = 0] = heap;
    return result(
      `memory of the page, ${minutes} minutes of ${Math.round(sent / minutes / 60)} events/s`,
      (heap.at(-1) ?? 0) / early,
      '<',
      1.2,
      '',
      `the last minute's heap over the first's, after collecting: ${heap.map((mb) => mb.toFixed(1)).join(', ')} MB`,
    );
  });
};

const heapMb = async (devtools: CDPSession): Promise<number> => {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1_048_576;
};
