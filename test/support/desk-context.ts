import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { type Log, silentLog } from '#base/log.ts';
import type { Announcement } from '#contract/stream.ts';
import { createDeskContext } from '#desk/context.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { openTestDesk } from './test-desk-store.ts';

export interface TestDeskContext extends DeskContext {
  readonly dataDir: string;
  readonly announced: Announcement[];
}

/** A desk's context on a real database of its own; closed when the test ends. */
export const testDeskContext = async (
  options: { dataDir?: string; dataKey?: Buffer; log?: Log } = {},
): Promise<TestDeskContext> => {
  const { dataDir = temporaryFolder(), dataKey = randomBytes(32), log = silentLog() } = options;
  const store = await openTestDesk(dataDir);
  onTestFinished(() => store.close());
  const announced: Announcement[] = [];
  const announce = (announcement: Announcement): void => {
    announced.push(announcement);
  };
  return { ...(await createDeskContext({ store, dataDir, dataKey, log, announce })), dataDir, announced };
};
