import { join } from 'node:path';
import { deskOf } from './desk-runs.ts';
import { endpointCount, fillMessages } from './million-messages.ts';
import { benchFolder, startHost } from './processes.ts';
import type { Result } from './results.ts';
import { addressOf, firstRows, scrolling, untilLive, waiting, withPage } from './ui-page.ts';

const rounds = 5;
const rows = '[data-testid="log-rows"]';

/** The message log's screen with a million messages: its first rows, and frames while it scrolls. */
export const uiLog = async (): Promise<Result[]> => {
  const folder = benchFolder();
  const first = await startHost(['--data', folder]);
  for (let n = 0; n < endpointCount; n++) {
    const endpoint = { url: `http://127.0.0.1:9/${n}`, eventTypes: ['company.created'] };
    await deskOf(first)('POST', '/api/endpoints', endpoint);
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
        opening.push(await firstRows(page, '/messages', rows));
        await page.getByRole('link', { name: 'Home' }).click();
        await untilLive(page);
      }
      await firstRows(page, '/messages', rows);
      return [
        waiting('first rows of the log on the screen, 1,000,000 messages', 'from the click', opening),
        await scrolling(page, rows),
      ];
    });
  } finally {
    await host.stop();
  }
};
