import { expect, onTestFinished, test } from 'vitest';
import { CatalogueError } from '#contract/errors.ts';
import { createStreamCheck } from '#desk/audit/check-streams.ts';
import { createCases } from '#desk/cases/index.ts';
import { createJobs } from '#desk/jobs/index.ts';
import { readBack } from '#desk/tokens/sample/read-back.ts';
import { createVerification } from '#desk/verification/index.ts';
import { testDeskContext } from '#test/support/desk-context.ts';

const unreachable = () =>
  Promise.reject(new CatalogueError('store.unreachable', { server: 'db', problem: 'connection refused' }));

test('a verification that is cut off from the store fails, and finds nothing changed', async () => {
  const context = await testDeskContext();
  const cases = createCases(context);
  await cases.create({ name: 'acme', parts: ['tokens'] }, 'Ada');
  const jobs = createJobs(context);
  onTestFinished(() => jobs.stop());
  const tokens = { checkLedgers: async () => [] };
  const verification = createVerification(context, {
    cases: { verify: unreachable },
    tokens,
    jobs,
    streams: createStreamCheck(context),
  });
  const { id } = await verification.start('Ada');
  await expect.poll(() => jobs.show(id).state).not.toBe('running');
  expect(jobs.show(id)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('connection refused'),
  });
  expect(verification.status().notices).toEqual([]);
});

test('a sample that can not read the key of its target fails, and records no company as unread', async () => {
  const row = { ref: 'C-1', platformKey: 'qhyg', companyId: 'a', connectionId: 'b', datasets: {} };
  const reading = readBack({ call: unreachable } as never, row as never, new AbortController().signal);
  await expect(reading).rejects.toMatchObject({ code: 'store.unreachable' });
});
