import { expect, test } from 'vitest';
import type { CutoverView } from '#contract/cutover.ts';
import type { Webhook } from '#contract/webhook.ts';
import { type HostProcess, startHostProcess, until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { storeKind } from '#test/support/test-store.ts';

/**
 * How long after a request the host is killed, ms: before it is read, in the middle, after its answer. Applying the plan
 * changes most, so it is killed in its middle each time. On a server, each start after a kill stands by for eight seconds.
 */
const rounds =
  storeKind === 'postgres'
    ? [{ plan: 4, apply: 4, rollback: 4 }]
    : [
        { plan: 0, apply: 8, rollback: 40 },
        { plan: 8, apply: 12, rollback: 8 },
      ];

type Body = Record<string, unknown>;

/** One host after the other, over one data folder. */
const mortalHost = async () => {
  const options = ['--data', temporaryFolder(), '--seed', '7'];
  let host: HostProcess = await startHostProcess(options);
  const answer = async <T>(response: Response): Promise<T> => {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  return {
    api: async <T>(method: string, path: string, body?: unknown) =>
      answer<T>(await host.api(method, path, body)),
    desk: async <T>(method: string, path: string, body?: unknown) =>
      answer<T>(await host.desk(method, path, body)),
    /** Kills the host while a request is under way, and starts it again. */
    async dieIn(path: string, body: Body, afterMs: number): Promise<void> {
      const request = host.desk('POST', path, body).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await host.end('SIGKILL');
      await request;
      host = await startHostProcess(options);
      // On a server it stands by until the one before counts as gone.
      await until(async () => (await host.desk('GET', '/api/cases')).ok);
    },
    end: () => host.end('SIGTERM'),
  };
};

test('killed at any moment, plan, apply and rollback are whole or not there, and go on by the same call', {
  timeout: 300_000,
}, async () => {
  const host = await mortalHost();
  for (const type of ['Data sync completed', 'Sync Failed']) {
    await host.api('POST', '/rules', { type, notifiers: { webhook: `http://127.0.0.1:9/${type.length}` } });
  }
  const { id } = await host.desk<{ id: string }>('POST', '/api/cases', { name: 'Acme', integrator: 'Acme' });
  const path = `/api/cases/${id}`;
  for (const row of ['alerts-endpoints', 'rule-id']) {
    const override = { state: 'absent', by: 'Jo', reason: 'shown elsewhere' };
    await host.desk('PUT', `${path}/rows/${row}/overrule`, override);
  }
  const view = () => host.desk<CutoverView>('GET', `${path}/cutover`);
  const grants = async () =>
    (await host.desk<{ results: { kind: string }[] }>('GET', `${path}/entries?limit=1000`)).results.filter(
      ({ kind }) => kind === 'cutover.granted',
    ).length;
  const by = { by: 'Jo' };

  for (const [round, afterMs] of rounds.entries()) {
    await host.dieIn(`${path}/cutover/plan`, { freeze: true }, afterMs.plan);
    const planned = await host.desk<CutoverView>('POST', `${path}/cutover/plan`, { freeze: true });
    const digest = planned.plan?.digest;
    expect(planned.plan?.endpoints).toHaveLength(2);
    await host.desk('POST', `${path}/request`);
    await host.desk('POST', `${path}/request/sent`, by);

    await host.dieIn(`${path}/cutover/apply`, { ...by, digest }, afterMs.apply);
    const service = await host.desk<{ cutOver: boolean; planDigest?: string }>('GET', '/api/cutover');
    expect(service.planDigest).toBe(service.cutOver ? digest : undefined);
    const applied = await host.desk<CutoverView>('POST', `${path}/cutover/apply`, { ...by, digest });
    expect(applied.state).toBe('granted');
    expect(await grants()).toBe(round + 1);
    const { results } = await host.api<{ results: Webhook[] }>('GET', '/webhooks');
    expect(results.map(({ disabled }) => disabled)).toEqual([false, false]);

    await host.dieIn(`${path}/cutover/rollback`, { ...by, reason: 'x' }, afterMs.rollback);
    const cut = await view();
    const now = await host.desk<{ cutOver: boolean }>('GET', '/api/cutover');
    expect(cut.state).toBe(now.cutOver ? 'granted' : 'rolled-back');
    if (now.cutOver) await host.desk('POST', `${path}/cutover/rollback`, { ...by, reason: 'x' });
    const after = await view();
    expect(after).toMatchObject({ state: 'rolled-back' });
    expect(after.rollbacks.map(({ state }) => state)).toEqual(rounds.slice(0, round + 1).map(() => 'done'));
    const undone = await host.api<{ results: Webhook[] }>('GET', '/webhooks');
    expect(undone.results.map(({ disabled }) => disabled)).toEqual([true, true]);
  }
  expect(await host.desk('POST', `${path}/verify`, {})).toMatchObject({ whole: true });
  await host.end();
});
