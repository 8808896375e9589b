import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type HostAccess, withHost } from '#cli/host-access.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Commands that need a host at the same time: none may end with another one's. */

const workThat = () => {
  const began = Promise.withResolvers<HostAccess>();
  const goOn = Promise.withResolvers<void>();
  return {
    began: began.promise,
    goOn: goOn.resolve,
    async work(host: HostAccess) {
      began.resolve(host);
      await goOn.promise;
      await host.desk.get('/api/keys');
      return host.own;
    },
  };
};

test('a command whose host another one uses waits with its end, and the next one starts its own', async () => {
  const dataDir = temporaryFolder();
  const [first, second] = [workThat(), workThat()];
  const firstEnd = withHost(dataDir, first.work);
  const { apiUrl } = await first.began;
  const secondEnd = withHost(dataDir, second.work);
  expect(await second.began).toMatchObject({ apiUrl, own: false });
  first.goOn();
  const third = withHost(dataDir, async ({ desk, own }) => {
    await desk.get('/api/keys');
    return own;
  });
  expect(await third).toBe(false);
  // The first one's work is done; what the second one still asks is answered.
  second.goOn();
  expect(await Promise.all([secondEnd, firstEnd])).toEqual([false, true]);
  expect(() => readFileSync(join(dataDir, 'host.json'))).toThrow('ENOENT');
  expect(await withHost(dataDir, async ({ own }) => own)).toBe(true);
});

test('commands that come and go at once are all answered, whoever starts the host', async () => {
  const dataDir = temporaryFolder();
  const command = async (calls: number) => {
    for (let round = 0; round < 3; round += 1) {
      await withHost(dataDir, async ({ desk }) => {
        for (let call = 0; call < calls; call += 1) await desk.get('/api/keys');
      });
    }
    return 'answered';
  };
  const ended = await Promise.all([1, 2, 3, 5, 8].map(command));
  expect(ended).toEqual(Array(5).fill('answered'));
});
