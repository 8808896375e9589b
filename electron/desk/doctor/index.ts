import { canonicalDigest } from '#base/canonical.ts';
import { type DoctorPlan, DoctorRequest, type DoctorResult } from '#contract/doctor.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { Jobs, RunningJob, Work } from '#desk/jobs/jobs.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { announcedRequests } from './announced.ts';
import { runsOf } from './compare-runs.ts';
import { bySystem, type Destination, type Resolve, resolveDestination } from './destination.ts';
import type { Doctor } from './doctor.ts';
import { examine } from './examine.ts';
import { type DoctorLimits, usualLimits } from './limits.ts';
import { createSubjects, type NamedSubject } from './subject.ts';

interface DoctorParts {
  readonly cases: Pick<Cases, 'state' | 'act'>;
  readonly targets: Pick<Targets, 'client'>;
  readonly jobs: Pick<Jobs, 'define'>;
  readonly control: Pick<ServiceControl, 'endpoints'>;
  readonly limits?: DoctorLimits;
  /** As the system looks names up, if left out. */
  readonly resolve?: Resolve;
  /** Trusted besides the usual authorities, PEM. */
  readonly ca?: string;
}

export const createDoctor = (parts: DoctorParts): Doctor => {
  const { cases, jobs, limits = usualLimits, resolve = bySystem, ca } = parts;
  const subjectOf = createSubjects(parts);
  const destinationOf = ({ url }: NamedSubject): Promise<Destination> =>
    resolveDestination(url, resolve, limits.connectMs);

  const record = async (
    { caseId, webhookId }: NamedSubject,
    result: DoctorResult,
    actor: string,
    { done }: RunningJob,
  ) => {
    if (caseId === undefined) return;
    const content = { ...(webhookId === undefined ? {} : { webhookId }), result };
    const ran = { kind: 'doctor.ran' as const, content };
    await cases.act(caseId, actor, ran, { afterwards: (tx) => done(tx, result) });
  };

  const start = jobs.define('doctor', {
    kind: 'doctor',
    input: DoctorRequest,
    caseOf: ({ caseId }) => caseId,
    once: () =>
      'Its endpoint may have received some of the requests. Make sure that it may get them again, then start it again.',
    async begin(request, actor): Promise<Work> {
      const subject = await subjectOf(request);
      const destination = await destinationOf(subject);
      const plan = planOf(subject, destination, limits);
      if (!plan.loopback && request.confirm !== plan.confirm) {
        throw new CatalogueError('doctor.unconfirmed', { host: plan.host, count: plan.requests });
      }
      return async (job): Promise<DoctorResult> => {
        const { signal, progress } = job;
        const result = await examine(subject, destination, {
          limits,
          signal,
          ...(ca === undefined ? {} : { ca }),
          progress: (done, text) => progress({ done, total: plan.requests, unit: 'requests', text }),
        });
        await record(subject, result, actor, job);
        return result;
      };
    },
  });

  return {
    async plan(request) {
      const subject = await subjectOf(request);
      return planOf(subject, await destinationOf(subject), limits);
    },
    start,
    runs: async (caseId) => ({ results: runsOf(await cases.state(caseId)) }),
  };
};

/** What is agreed to: so many requests to this URL, signed and with headers like these. */
const planOf = (subject: NamedSubject, destination: Destination, limits: DoctorLimits): DoctorPlan => {
  const { url, load, secret } = subject;
  const agreed = {
    url: url.href,
    requests: announcedRequests(subject, limits),
    secret,
    headers: Object.keys(subject.headers),
  };
  const { host, loopback } = destination;
  return {
    ...agreed,
    host: url.port === '' ? host : `${host}:${url.port}`,
    loopback,
    // With `loopback`, as nobody was asked about a name that led here and leads elsewhere now.
    confirm: canonicalDigest({ ...agreed, load, loopback }),
  };
};
