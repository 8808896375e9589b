import { expect, test } from 'vitest';
import { addKey, addMember, approve, memberCall, succeeding } from '#test/support/approving.ts';
import { type HostProcess, startHostProcess, until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import type { Answer } from '#test/support/test-host.ts';

/** When the host is killed after the request, ms: before it is read, in its middle, after it. */
const moments = [1, 6, 11, 25];

const answer = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
};

test('killed at any moment, an approval is used at most once, and nothing is carried out without one', {
  timeout: 240_000,
}, async () => {
  const options = ['--data', temporaryFolder(), '--seed', '7'];
  let host: HostProcess = await startHostProcess(options);
  const machine = async (method: string, path: string, body?: unknown) =>
    answer(await host.desk(method, path, body));
  const { deskUrl } = host.ready;
  const ada = await addMember(machine, deskUrl, 'Ada', 'admin');
  const first = await addMember(machine, deskUrl, 'Eve', 'engineer');
  const ann = await addMember(machine, deskUrl, 'Ann', 'approver');
  const { token } = await succeeding(machine)('POST', `/api/people/${first.id}/tokens`, { name: 'again' });
  const annToken = await succeeding(machine)('POST', `/api/people/${ann.id}/tokens`, { name: 'again' });
  const key = await addKey(ann);
  await host.api('POST', '/rules', {
    type: 'Sync Failed',
    notifiers: { webhook: 'http://127.0.0.1:9/hook' },
  });
  await ada.ok('PUT', '/api/policy', { scope: 'target:local', writes: true, overrides: false });

  /** The port is another one after each start. */
  const eve = () => memberCall(host.ready.deskUrl, token);
  const ok = (method: string, path: string, body?: unknown) => succeeding(eve())(method, path, body);
  const approver = () => {
    const call = memberCall(host.ready.deskUrl, annToken.token);
    return { id: ann.id, call, ok: succeeding(call) };
  };
  const { id } = await ok('POST', '/api/cases', { name: 'acme', parts: ['webhooks'] });
  const base = `/api/cases/${id}`;
  const override = { state: 'absent', reason: 'shown elsewhere' };
  for (const row of ['alerts-endpoints', 'rule-id'])
    await ok('PUT', `${base}/rows/${row}/overrule`, override);

  const used = async (): Promise<number> => {
    const { results } = await ok('GET', `${base}/approvals`);
    return results.filter(({ state }: { state: string }) => state === 'used').length;
  };
  const isCutOver = async (): Promise<boolean> => (await ok('GET', '/api/cutover')).cutOver;
  const apply = () => eve()('POST', `${base}/cutover/apply`, {});
  /** Tries until it is carried out: asks for an approval as often as one is needed. */
  const carriedOut = async (path: string, body: object): Promise<number> => {
    for (let approvals = 0; ; approvals += 1) {
      const { status, body: answered } = await eve()('POST', base + path, body);
      if (status === 200) return approvals;
      expect([status, answered.approval?.caseId]).toEqual([409, id]);
      await approve(approver(), key, answered.approval);
    }
  };

  for (const [round, afterMs] of moments.entries()) {
    await ok('POST', `${base}/cutover/plan`, { freeze: true });
    await ok('POST', `${base}/request`);
    await ok('POST', `${base}/request/sent`, {});
    const before = await used();
    const asked = await apply();
    await approve(approver(), key, asked.body.approval);
    expect(await isCutOver()).toBe(false);

    const request = apply().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await host.end('SIGKILL');
    await request;
    host = await startHostProcess(options);
    await until(async () => (await host.desk('GET', '/api/account')).status < 500);

    const [usedThen, cutThen] = [(await used()) - before, await isCutOver()];
    expect([usedThen === 0 || usedThen === 1, cutThen && usedThen !== 1]).toEqual([true, false]);
    // Used up and not carried out: it takes another one.
    const more = await carriedOut('/cutover/apply', {});
    expect(more).toBe(usedThen === 1 && !cutThen ? 1 : 0);
    expect([await isCutOver(), (await used()) - before]).toEqual([true, 1 + more]);
    if (round < moments.length - 1) await carriedOut('/cutover/rollback', { reason: 'The next round' });
  }
  expect((await ok('POST', `${base}/verify`, {})).whole).toBe(true);
  await host.end('SIGTERM');
});
