import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { clientOf } from '#test/support/desk-client.ts';
import { type HostProcess, startHostProcess, until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const names = async (host: HostProcess): Promise<string[]> =>
  (await clientOf(host).api('GET', '/companies')).results.map(({ name }: { name: string }) => name);

test('a host that is killed while it changes the sandbox leaves both whole, and opens the chosen one', async () => {
  const dataDir = temporaryFolder();
  const chosen = () => JSON.parse(readFileSync(join(dataDir, 'serve.json'), 'utf8')).clock as string;
  const candidate = join(dataDir, 'sandboxes', 'virtual', 'service.db.restoring');
  let host: HostProcess = await startHostProcess(['--data', dataDir]);
  await clientOf(host).api('POST', '/companies', { name: 'Kept' });
  const opened: string[] = [];
  // While the copy is made, as it is put in its place, as the service stops, and as it starts.
  const moments = [
    () => existsSync(candidate),
    () => existsSync(join(dataDir, 'sandboxes', 'virtual', 'service.db')),
    () => chosen() === 'virtual',
  ];
  for (const [index, delayMs] of [0, 0, 20].entries()) {
    let isOver = false;
    const changing = host
      .desk('POST', '/api/sandboxes/open', { clock: 'virtual', content: 'copy' })
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
      });
    const isThen = moments[Math.min(index, 2)] as () => boolean;
    await until(async () => isOver || isThen(), 1);
    await systemTime.sleep(delayMs);
    await host.end('SIGKILL');
    await changing;
    const clock = chosen();
    opened.push(clock);

    host = await startHostProcess(['--data', dataDir]);
    const { desk, api } = clientOf(host);
    expect((await desk('GET', '/api/clock')).mode).toBe(clock);
    expect(existsSync(candidate)).toBe(false);
    // What was acknowledged on system time is there, and in the copy if that was opened.
    expect(await names(host)).toContain('Kept');
    if (clock === 'virtual') {
      await api('POST', '/companies', { name: `Virtual ${index}` });
      await desk('POST', '/api/sandboxes/open', { clock: 'system' });
    }
    expect((await names(host)).filter((name) => name !== 'Kept')).toEqual([]);
  }
  expect(opened[0]).toBe('system');
  expect(opened).toContain('virtual');
  await host.end('SIGTERM');
}, 120_000);
