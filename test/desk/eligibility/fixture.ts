import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { CaseView } from '#contract/case.ts';
import type { CheckRequest, CheckResult, Evidence } from '#contract/eligibility.ts';
import type { Job } from '#contract/job.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { createCases } from '#desk/cases/index.ts';
import type { Eligibility } from '#desk/eligibility/index.ts';
import { createEligibility } from '#desk/eligibility/index.ts';
import { createJobs } from '#desk/jobs/index.ts';
import { stepModules } from '#desk/step-modules.ts';
import { createTargets } from '#desk/targets/index.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { type TestDeskContext, testDeskContext } from '#test/support/desk-context.ts';
import { startTestService, type TestService } from '#test/support/test-service.ts';

export interface Fixture {
  readonly service: TestService;
  readonly context: TestDeskContext;
  readonly cases: Cases;
  readonly targets: Targets;
  readonly eligibility: Eligibility;
  /** Runs a check to its end. @throws Error with the words of the job, unless it is done */
  check(request: CheckRequest): Promise<CheckResult>;
  /** Starts it and waits for its end, whatever that is. */
  run(request: CheckRequest): Promise<Job>;
  cancel(jobId: string): Promise<Job>;
  newCase(): Promise<CaseView>;
  /** The public API as the integrator's application calls it. */
  call(method: string, path: string, userAgent?: string): Promise<Response>;
}

export interface FixtureOptions {
  readonly context?: TestDeskContext;
  readonly service?: TestService;
  /** Source code scans, in the order in which they are asked for. */
  readonly scans?: Evidence[];
}

/** The eligibility module over a real service, with the collectors of files replaced by evidence that is given. */
export const startFixture = async (options: FixtureOptions = {}): Promise<Fixture> => {
  const service = options.service ?? (await startTestService());
  const context = options.context ?? (await testDeskContext());
  const { control, apiUrl, apiKey } = service;
  const cases = createCases(context, stepModules);
  const targets = createTargets(context, {
    local: {
      baseUrl: apiUrl,
      apiKey: async () => apiKey,
      clientId: async () => (await control.sandbox.client()).id,
    },
  });
  const jobs = createJobs(context);
  const scans = [...(options.scans ?? [])];
  const eligibility = createEligibility(context, {
    cases,
    targets,
    jobs,
    control,
    scanSource: async ({ path }) => {
      readFileSync(path);
      return scans.shift() as Evidence;
    },
    readTraffic: async () => scans.shift() as Evidence,
  });
  onTestFinished(async () => {
    await jobs.stop();
    await eligibility.stop();
    await targets.close();
  });
  await eligibility.start();
  const run = async (request: CheckRequest): Promise<Job> => {
    const { id } = await eligibility.check(request, 'tester');
    for (;;) {
      const job = jobs.show(id);
      if (job.state !== 'running') return job;
      await new Promise(setImmediate);
    }
  };
  return {
    service,
    context,
    cases,
    targets,
    eligibility,
    run,
    cancel: jobs.cancel,
    async check(request) {
      const job = await run(request);
      if (job.state !== 'done') throw new Error(job.error ?? job.state);
      return job.result as CheckResult;
    },
    newCase: () => cases.create({ name: 'Acme', integrator: 'Acme Ltd' }, 'tester'),
    call: (method, path, userAgent = 'acme-app/1.0') =>
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
