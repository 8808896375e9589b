import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import type { Job } from '#contract/job.ts';
import type { PlayedScenario } from '#contract/scenarios.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { type Call, testHost } from '#test/support/test-host.ts';
import { shippedScenarios } from '#testing/scenario/read.ts';

/** Scenarios over the desk's API. */

const kitFolders = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`carryover-kit-${process.pid}-`));

const begin = async (desk: Call, body: unknown): Promise<Job> => {
  const begun = await desk('POST', '/api/scenarios/play', body);
  expect([begun.status, begun.body.error]).toEqual([200, undefined]);
  return begun.body;
};

const ended = async (desk: Call, { id }: Job): Promise<Job & { result: PlayedScenario }> =>
  until(async () => {
    const { body } = await desk('GET', `/api/jobs/${id}`);
    return body.state === 'running' ? undefined : body;
  });

const consumer = { do: 'consumer', as: 'app' };
/** Attempts take 15 s of system time each. */
const endless = {
  name: 'endless',
  steps: [
    consumer,
    { do: 'respond', consumer: 'app', connection: 'silent' },
    { do: 'endpoint', consumer: 'app' },
    { do: 'publish', eventType: 'company.created' },
    { do: 'expectReceived', consumer: 'app', at: 'P30D' },
  ],
};

test('each scenario that comes with the product comes out; the sandbox stays as it is', async () => {
  const before = kitFolders();
  const { desk, api } = await testHost();
  await api('POST', '/companies', { name: 'Mine' });
  const { results } = (await desk('GET', '/api/scenarios')).body;
  expect(results.map(({ name }: { name: string }) => name)).toEqual(shippedScenarios);
  for (const { name, title, steps, description } of results) {
    expect(description).not.toBe('');
    const job = await ended(desk, await begin(desk, { scenario: name }));
    expect([job.error, job.result.problem]).toEqual([undefined, undefined]);
    expect(job).toMatchObject({ kind: 'scenario', state: 'done', result: { name, title, total: steps } });
    expect(job.result.steps).toHaveLength(steps);
    expect(job.progress).toMatchObject({ done: steps, total: steps, unit: 'steps' });
    expect(Date.parse(job.result.steps.at(-1)?.at ?? '')).toBeGreaterThan(Date.now());
  }
  expect((await api('GET', '/companies')).body.results).toMatchObject([{ name: 'Mine' }]);
  expect(kitFolders()).toEqual(before);
});

test('one that does not come out tells the step and its field, and what was done before', async () => {
  const { desk } = await testHost();
  const steps = [
    { do: 'company', as: 'ada', name: 'Ada' },
    { do: 'expectMessages', count: 7 },
    { do: 'note', text: 'never' },
  ];
  const job = await begin(desk, { scenario: { name: 'short', steps }, seed: 11 });
  const { result: played } = await ended(desk, job);
  expect(played).toMatchObject({
    title: 'short',
    seed: 11,
    total: 3,
    steps: [{ step: 'step 1', do: 'company' }],
    problem: {
      step: 'step 2 (expectMessages at PT0S)',
      field: 'count',
      message: expect.stringContaining('Expected exactly 7'),
    },
  });
});

test('what can not be played is refused before anything begins, with every problem', async () => {
  const { desk } = await testHost();
  const refused = async (scenario: unknown) => {
    const { status, body } = await desk('POST', '/api/scenarios/play', { scenario });
    return [
      status,
      body.detailedErrorCode,
      body.validation?.errors.map(({ itemId }: { itemId: string }) => itemId),
    ];
  };
  expect(await refused('none')).toEqual([404, 41_815, undefined]);
  expect(await refused({ name: 'x', steps: [{ do: 'note' }, { do: 'explode' }] })).toEqual([
    400,
    40_001,
    ['step 2, do'],
  ]);
  expect(await refused({ name: 'x', steps: [{ do: 'note' }, { do: 'note', extra: 1, text: '' }] })).toEqual([
    400,
    40_001,
    ['step 1, text', 'step 2, extra', 'step 2, text'],
  ]);
  expect(await refused({ name: 'x', state: 'nowhere', steps: [] })).toEqual([400, 40_001, ['state']]);
  expect(await refused({ name: 'x', state: 'a.carryover-state', steps: [] })).toEqual([
    400,
    40_001,
    ['state'],
  ]);
  expect((await desk('GET', '/api/jobs')).body.results).toEqual([]);
});

test('a scenario begins with a saved state, secrets too, which stays as it is', async () => {
  const { desk, api } = await testHost({ dataDir: temporaryFolder() });
  await api('POST', '/companies', { name: 'Ada' });
  await desk('POST', '/api/states', { name: 'base' });
  const state = (await desk('GET', '/api/states')).body;
  const steps = [{ do: 'expectMessages', eventType: 'company.created', count: 1 }];
  const { result } = await ended(desk, await begin(desk, { scenario: { name: 'x', state: 'base', steps } }));
  expect(result.problem).toBeUndefined();
  expect((await desk('GET', '/api/states')).body).toEqual(state);
});

test('cancelled, or with the host stopped: it ends at once and leaves nothing', async () => {
  const before = kitFolders();
  const host = await testHost();
  const { desk } = host;
  const underWay = async (job: Job): Promise<Job> => {
    await until(async () => (await desk('GET', `/api/jobs/${job.id}`)).body.progress.done === 3);
    return job;
  };
  const job = await underWay(await begin(desk, { scenario: endless }));
  expect((await desk('POST', `/api/jobs/${job.id}/cancel`)).body).toMatchObject({ state: 'cancelled' });
  expect(kitFolders()).toEqual(before);
  await underWay(await begin(desk, { scenario: endless }));
  expect((await desk('GET', '/api/running')).body.results).toMatchObject([{ what: 'Scenario' }]);
  await host.stop(0);
  expect(kitFolders()).toEqual(before);
});
