import pg from 'pg';
import { expect, test } from 'vitest';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { type HostProcess, statusAt, until } from '#test/support/host-process.ts';
import { processesOfOneStore, withRoles } from '#test/support/postgres/processes-of-one-store.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

/** What a case observes, at the process that has the desk. */
const observing = async (first: HostProcess) => {
  const json = async ({ desk }: HostProcess, method: string, path: string, body?: unknown) => {
    const response = await desk(method, path, body);
    expect([path, response.status]).toEqual([path, expect.toSatisfy((status: number) => status < 300)]);
    return (await response.json()) as Json;
  };
  const { id: caseId } = await json(first, 'POST', '/api/cases', { name: 'acme' });
  return {
    open: (by: HostProcess, name: string) => json(by, 'POST', `/api/cases/${caseId}/observations`, { name }),
    /** Alerts calls that are in the case. */
    async recorded(by: HostProcess): Promise<number> {
      const { results } = await json(by, 'GET', `/api/cases/${caseId}/entries`);
      const seen = results.filter(({ kind }: Json) => kind === 'observation.seen');
      return seen.flatMap(({ content }: Json) => content.calls).length;
    },
    /** What it counted, and what it says as evidence. */
    async close(by: HostProcess, { id }: Json) {
      const observation = await json(by, 'POST', `/api/cases/${caseId}/observations/${id}/close`);
      const { results } = await json(by, 'GET', `/api/cases/${caseId}/entries`);
      const { content } = results.findLast(({ kind }: Json) => kind === 'evidence.added');
      expect(content.evidence.id).toBe(id);
      return { observation, says: content.evidence.rows[0].says };
    },
  };
};
/** The time of observations, on the server. */
const timeOf = async ({ address, password }: ServerPlace) => {
  const { host, port, user, database, prefix } = address;
  const client = new pg.Client({ host, port, user, database, password });
  await client.connect();
  let days = 0;
  return {
    async pass(more: number): Promise<void> {
      days += more;
      await client.query(`create or replace function "${prefix}_service".observed_now() returns timestamptz
        language sql volatile as 'select clock_timestamp() + interval ''${days} days'''`);
    },
    end: () => client.end(),
  };
};

test('an observation counts what any process answers, outlives the one with the desk, and is no absence once one that answered was killed', async () => {
  const processes = await processesOfOneStore();
  const start = withRoles(processes);
  const killed = await start('api');
  const [front, desk] = await Promise.all([start('api'), start('desk,run')]);
  await until(async () => (await statusAt(`${desk.ready.deskUrl}/ready`)) === 200);
  const time = await timeOf(processes.place);
  const { open, recorded, close } = await observing(desk);

  const before = await open(desk, 'a week');
  for (const one of [front, killed, front]) expect((await one.api('GET', '/companies')).status).toBe(200);
  await time.pass(8);
  const week = await close(desk, before);
  expect(week).toMatchObject({ observation: { calls: [], otherCalls: 3 }, says: 'absent' });
  expect(week.observation.unwatchedMs ?? 0).toBeLessThan(60_000);

  // Found by itself, soon.
  const legacy = await open(desk, 'before the fix');
  expect((await killed.api('GET', '/rules/alerts')).status).toBe(200);
  await until(async () => (await recorded(desk)) > 0);
  expect(await close(desk, legacy)).toMatchObject({
    observation: { calls: [{ count: 1 }] },
    says: 'present',
  });

  // Nobody needs the desk to know what was answered while it was away.
  const long = await open(desk, 'without the desk');
  await desk.end('SIGKILL');
  expect((await front.api('GET', '/companies')).status).toBe(200);
  await time.pass(8);
  const next = await start('desk,run');
  await until(async () => (await statusAt(`${next.ready.deskUrl}/ready`)) === 200);
  const outlived = await close(next, long);
  expect(outlived).toMatchObject({ observation: { calls: [], otherCalls: 1 }, says: 'absent' });

  const cut = await open(next, 'a process killed');
  for (const one of [front, killed]) expect((await one.api('GET', '/companies')).status).toBe(200);
  await killed.end('SIGKILL');
  await time.pass(8);
  const unknown = await close(next, cut);
  expect(unknown.says).toBe('nothing-seen');
  expect(unknown.observation.unwatchedMs).toBeGreaterThan(7 * 86_400_000);
  expect(unknown.observation.otherCalls).toBeGreaterThan(0);
  await time.end();
}, 120_000);
