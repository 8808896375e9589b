import { join } from 'node:path';
import { endpointCount, fillMessages } from './million-messages.ts';
import { benchFolder, startHost } from './processes.ts';
import { median, type Result, result } from './results.ts';
import { addressOf, firstRows, scrolling, untilLive, withPage } from './ui-page.ts';

const rounds = 5;
const rows = '[data-testid="log-rows"]';

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
        opening.push(await firstRows(page, '/messages', rows));
        await page.getByRole('link', { name: 'Home' }).click();
        await untilLive(page);
      }
      await firstRows(page, '/messages', rows);
      return [
        result(
          'first rows of the log on the screen, 1,000,000 messages',
          median(opening),
          '<',
          300,
          ' ms',
          `from the click; median of ${rounds}, slowest ${Math.max(...opening).toFixed(0)} ms`,
        ),
        await scrolling(page, rows),
      ];
    });
  } finally {
    await host.stop();
  }
};
