import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { Snapshot } from '#contract/sandbox.ts';
import { createService } from '#service/index.ts';
import { builtProcess } from '#test/support/built-process.ts';
import { serviceOptions } from '#test/support/service-options.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import type { Begun } from './cutover-process.ts';

const kills = 5;
const rules = 40;
const dataKey = Buffer.alloc(32, 7);
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const snapshot: Snapshot = {
  profile: { name: 'Acme', redirectUrl: '', alertAuthHeader: 'Bearer profile' },
  rules: Array.from({ length: rules }, (_, n) => ({
    id: uuid(n),
    type: 'Sync Completed' as const,
    notifiers: { webhook: `http://127.0.0.1:9/${n}` },
  })),
};

/** Opens the sandbox in this process, as a next start would. */
const within = async <T>(
  dataDir: string,
  work: (service: Awaited<ReturnType<typeof createService>>) => Promise<T>,
): Promise<T> => {
  const service = await createService(serviceOptions(dataDir, dataKey));
  try {
    return await work(service);
  } finally {
    await service.stop(0);
  }
};

/** Kills a service that cuts over and rolls back all the time, `delayMs` after one of these began. */
const killAfter = async (dataDir: string, changes: number, delayMs: number): Promise<void> => {
  const child = fork(
    await builtProcess('test/service/sandbox/cutover-process.ts'),
    [dataDir, dataKey.toString('hex')],
    {
      execArgv: [],
    },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const exited = once(child, 'exit');
  const begun = new Promise<void>((resolve, reject) => {
    child.on('message', ({ after }: Begun) => after === changes && resolve());
    void exited.then(() => reject(new Error('The service ended by itself.')));
  });
  await begun;
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  child.kill('SIGKILL');
  await exited;
};

test('killed at any moment, a cutover and a rollback are each whole or not there', {
  timeout: 120_000,
}, async () => {
  const dataDir = temporaryFolder();
  await within(dataDir, ({ control }) => control.sandbox.seed(snapshot));
  const seen = new Set<boolean>();
  for (let round = 0; round < kills; round++) {
    await killAfter(dataDir, 1 + (round % 3), (round * 5) % 23);
    await within(dataDir, async ({ control }) => {
      const { sandbox, endpoints, messages } = control;
      const state = await sandbox.cutoverState();
      seen.add(state.cutOver);
      const all = await endpoints.list();
      expect([0, rules]).toContain(all.length);
      expect(all.filter(({ disabled }) => disabled)).toHaveLength(state.cutOver ? 0 : all.length);
      for (const { headers } of all) {
        expect(headers.map(({ name }) => name)).toEqual(['X-Service-ClientId', 'Authorization']);
      }
      const made = state.endpoints?.map(({ webhook }) => webhook.id);
      expect(made).toEqual(state.cutOver ? all.map(({ id }) => id) : undefined);
      // One mechanism takes an event, for every rule.
      const { messageId } = await messages.publishExample({ eventType: 'expenses.sync.successful' });
      const { deliveries } = await messages.show(messageId);
      expect(deliveries).toHaveLength(state.cutOver ? rules : 0);
    });
  }
  // Otherwise the moments say little.
  expect(seen).toEqual(new Set([true, false]));
});
