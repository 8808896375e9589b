import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { endpointCount, fillMessages } from './million-messages.ts';
import { benchFolder, startHost } from './processes.ts';
import { median, type Result, result } from './results.ts';
import { addressOf, untilLive, withPage } from './ui-page.ts';

const scrollMs = 5000;
const rounds = 5;

/** The message log's screen with a million messages: its first rows, and frames while it scrolls. */
export const uiLog = async (): Promise<Result[]> => {
  const folder = benchFolder();
  const first = await startHost(['--data', folder]);
  for (let n = 0; n < endpointCount; n++) {
    const response = await fetch(`${first.ready.deskUrl}/api/endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${first.ready.deskToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:9/${n}`, eventTypes: ['company.created'] }),
    });
    if (!response.ok) throw new Error(`POST /api/endpoints answered ${response.status}.`);
  }
  await first.stop();
  fillMessages(join(folder, 'service.db'));
  const host = await startHost(['--data', folder]);
  try {
    return await withPage(async (page) => {
      await page.goto(await addressOf(host));
      await untilLive(page);
      const opening: number[] = [];
      for (let round = 0; round < rounds; round++) {
        opening.push(await firstRows(page));
        await page.getByRole('link', { name: 'Home' }).click();
        await untilLive(page);
      }
      await firstRows(page);
      const { frames, rows } = await scroll(page);
      frames.sort((a, b) => a - b);
      const p95 = frames[Math.ceil(frames.length * 0.95) - 1] as number;
      return [
        result(
          'first rows of the log on the screen, 1,000,000 messages',
          median(opening),
          '<',
          300,
          ' ms',
          `from the click; median of ${rounds}, slowest ${Math.max(...opening).toFixed(0)} ms`,
        ),
        result(
          'frames while it scrolls for 5 s, 95th percentile',
          p95,
          '<',
          50,
          ' ms',
          `${frames.length} frames over ${rows} rows; slowest ${frames.at(-1)?.toFixed(0)} ms`,
        ),
      ];
    });
  } finally {
    await host.stop();
  }
};

/** From the click on the screen's name to rows that can be read, ms, by the page's own clock. */
const firstRows = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const startedAt = performance.now();
    const look = () => {
      const row = document.querySelector('[data-testid="log-rows"] [data-index]');
      if (row === null) requestAnimationFrame(look);
      else resolve(performance.now() - startedAt);
    };
    document.querySelector('nav a[href="/messages"]').click();
    look();
  })`);

/** Lengths of the frames while the log scrolls like a wheel that is turned all the time, ms. */
const scroll = (page: Page): Promise<{ frames: number[]; rows: number }> =>
  page.evaluate(`new Promise((resolve) => {
    const rows = document.querySelector('[data-testid="log-rows"]');
    const frames = [];
    const startedAt = performance.now();
    let before = startedAt;
    const frame = (now) => {
      frames.push(now - before);
      before = now;
      rows.scrollTop += 120;
      if (now - startedAt < ${scrollMs}) requestAnimationFrame(frame);
      else resolve({ frames: frames.slice(1), rows: Math.round(rows.scrollTop / 40) });
    };
    requestAnimationFrame(frame);
  })`);
