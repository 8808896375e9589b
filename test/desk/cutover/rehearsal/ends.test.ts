import { createConnection } from 'node:net';
import { expect, test } from 'vitest';
import type { ServiceInstance } from '#contract/service-control.ts';
import { until } from '#test/support/host-process.ts';
import { makeFourRules, planFor, startFixture } from './fixture.ts';

/** Whether something listens on the port of a URL. */
const listens = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false));
    socket.once('close', (hadError) => resolve(!hadError));
  });

const begin = async () => {
  /** The recorder, as rules of the instance name it. */
  const recorders: string[] = [];
  const change = (instance: ServiceInstance): ServiceInstance => {
    const { sandbox } = instance.control;
    const seed: typeof sandbox.seed = async (snapshot) => {
      recorders.push(snapshot.rules?.[0]?.notifiers.webhook ?? '');
      return sandbox.seed(snapshot);
    };
    return { ...instance, control: { ...instance.control, sandbox: { ...sandbox, seed } } };
  };
  const fixture = await startFixture({ change });
  const { rules } = await makeFourRules(fixture.service);
  await fixture.freeze(planFor(fixture.caseId, rules));
  const isGone = async (): Promise<boolean[]> => [
    fixture.folders().length === 0,
    !(await listens(recorders[0] ?? '')),
    !(await listens(fixture.created[0]?.baseUrl ?? '')),
  ];
  return { ...fixture, recorders, isGone };
};

test('a rehearsal that is cancelled midway leaves no folder, no listener and no entry', async () => {
  const { start, desk, caseId, isGone, recorders, folders } = await begin();
  const { id } = await start();
  await until(async () => desk.jobs.show(id).progress.done > 20);
  expect([folders().length, await listens(recorders[0] as string)]).toEqual([1, true]);
  expect((await desk.jobs.cancel(id)).state).toBe('cancelled');
  expect(await isGone()).toEqual([true, true, true]);
  expect((await desk.cases.state(caseId)).comparisons).toEqual([]);
});

test('so does one that the desk ends', async () => {
  const { start, desk, isGone } = await begin();
  const { id } = await start();
  await until(async () => desk.jobs.show(id).progress.done > 0);
  await desk.jobs.stop();
  expect(await isGone()).toEqual([true, true, true]);
});

test('so does one that fails, which says why', async () => {
  const { start, desk, isGone, freeze, caseId, service } = await begin();
  const { results } = await service.api('GET', '/rules');
  const plan = planFor(caseId, results);
  await freeze({ ...plan, endpoints: plan.endpoints.slice(1) });
  const job = await desk.jobEnd((await start()).id);
  expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining('not planned') });
  expect(await isGone()).toEqual([true, true, true]);
});

test('of thousands of companies a few stand for all', async () => {
  const seeded: (number | undefined)[] = [];
  const change = (instance: ServiceInstance): ServiceInstance => {
    const { sandbox } = instance.control;
    const seed: typeof sandbox.seed = async (snapshot) => {
      seeded.push(snapshot.companies?.length);
      return sandbox.seed(snapshot);
    };
    return { ...instance, control: { ...instance.control, sandbox: { ...sandbox, seed } } };
  };
  const { start, desk, service, caseId, freeze } = await startFixture({ change });
  const connected = (n: number, status: 'Linked' | 'Unlinked') => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    name: `Company ${n}`,
    connections: [
      { id: `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`, platformKey: 'gbol', status },
    ],
  });
  const companies = Array.from({ length: 3000 }, (_, n) => connected(n, n % 2 === 0 ? 'Linked' : 'Unlinked'));
  await service.control.sandbox.seed({ replace: true, companies });
  const { rules } = await makeFourRules(service);
  await freeze(planFor(caseId, rules));
  const begun = performance.now();
  const job = await desk.jobEnd((await start()).id);
  expect(performance.now() - begun).toBeLessThan(30_000);
  expect(job).toMatchObject({ state: 'done', result: { verdict: 'holds' } });
  // Those with a rule, and one of each kind of connection.
  expect(seeded).toEqual([4]);
});
