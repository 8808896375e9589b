import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { CheckRequest, CheckResult, Evidence } from '#contract/eligibility.ts';
import type { Job } from '#contract/job.ts';
import { createCutover } from '#desk/cutover/index.ts';
import { eligibilityFacts } from '#desk/eligibility/facts.ts';
import { createEligibility } from '#desk/eligibility/index.ts';
import type { TestDeskContext } from '#test/support/desk-context.ts';
import { deskFixture } from '#test/support/desk-fixture.ts';
import { fakeReceiver } from '#test/support/fake-receiver.ts';
import { startTestService, type TestService } from '#test/support/test-service.ts';

export type Fixture = Awaited<ReturnType<typeof startFixture>>;

export interface FixtureOptions {
  readonly context?: TestDeskContext;
  readonly service?: TestService;
  /** Source code scans, in the order in which they are asked for. */
  readonly scans?: readonly Evidence[];
}

/** The eligibility module over a real service, with the collectors of files replaced by evidence that is given. */
export const startFixture = async ({
  service: given,
  context,
  scans: evidence = [],
}: FixtureOptions = {}) => {
  const service = given ?? (await startTestService());
  const { control, apiUrl, apiKey } = service;
  const desk = await deskFixture({ service, ...(context === undefined ? {} : { context }) });
  const scans = [...evidence];
  const eligibility = createEligibility(desk.context, {
    ...desk,
    control,
    scanSource: async ({ path }) => {
      readFileSync(path);
      return scans.shift() as Evidence;
    },
    readTraffic: async () => scans.shift() as Evidence,
  });
  const cutover = createCutover(desk.context, {
    ...desk,
    control,
    instances: { create: () => Promise.reject(new Error('There is nothing to rehearse on.')) },
    receiver: fakeReceiver(),
    eligibility: { ...eligibilityFacts, catchUp: eligibility.catchUp },
  });
  onTestFinished(() => eligibility.stop());
  await eligibility.start();
  const run = async (request: CheckRequest): Promise<Job> =>
    desk.jobEnd((await eligibility.check(request, 'tester')).id);
  return {
    ...desk,
    service,
    eligibility,
    cutover,
    /** Starts a check and waits for its end, whatever that is. */
    run,
    cancel: desk.jobs.cancel,
    /** Runs a check to its end. @throws Error with the words of the job, unless it is done */
    async check(request: CheckRequest): Promise<CheckResult> {
      const job = await run(request);
      if (job.state !== 'done') throw new Error(job.error ?? job.state);
      return job.result as CheckResult;
    },
    newCase: () => desk.cases.create({ name: 'Acme', integrator: 'Acme Ltd' }, 'tester'),
    /** The public API as the integrator's application calls it. */
    call: (method: string, path: string, userAgent = 'acme-app/1.0'): Promise<Response> =>
      fetch(apiUrl + path, {
        method,
        headers: { authorization: `Basic ${btoa(apiKey)}`, 'user-agent': userAgent },
      }),
  };
};

/** Four rules: one of a company, one with emails; and an auth header in the profile. */
export const legacySetup = async (
  { service }: Pick<Fixture, 'service'>,
  hook = 'http://127.0.0.1:9/hook',
) => {
  const { api } = service;
  const company = await api('POST', '/companies', { name: 'Bright Bakery' });
  const notifiers = { webhook: hook };
  const rule = (type: string, other = {}) => api('POST', '/rules', { type, notifiers, ...other });
  await rule('Data sync completed');
  await rule('DataConnectionStatusChanged', { companyId: company.id });
  await rule('Dataset data changed', { notifiers: { ...notifiers, emails: ['ops@example.com'] } });
  await rule('Data Sync Status Changed To Error');
  await api('PUT', '/profile', {
    name: 'Acme',
    redirectUrl: 'https://acme.example/done',
    alertAuthHeader: 'Bearer planted-secret-7B2',
  });
  return company as { id: string };
};
