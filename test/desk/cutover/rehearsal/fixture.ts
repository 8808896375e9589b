import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { canonicalDigest } from '#base/canonical.ts';
import { silentLog } from '#base/log.ts';
import { packageRoot } from '#base/package-root.ts';
import type { CutoverPlan, RehearseRequest } from '#contract/cutover.ts';
import type { Job } from '#contract/job.ts';
import type { Profile, Rule, RuleType } from '#contract/legacy.ts';
import type { ParityReport } from '#contract/parity.ts';
import type { ServiceInstance } from '#contract/service-control.ts';
import { localTargetId } from '#contract/target.ts';
import { makePlan } from '#desk/cutover/plan/make-plan.ts';
import { createRehearsals } from '#desk/cutover/rehearsal/index.ts';
import { createInstances } from '#local/instances.ts';
import { facts, kept } from '#test/desk/cutover/plan/planning.ts';
import { deskFixture } from '#test/support/desk-fixture.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTestService, type TestService } from '#test/support/test-service.ts';

const acme = 'https://hooks.acme.example';

/** The rules of an integrator: one of a company, one with mails besides, one of changed data, one of pushes. */
export const makeFourRules = async ({ api }: TestService, base = acme) => {
  const hooks = `${base}/webhooks?tenant=acme`;
  const rule = async (type: RuleType, webhook: string, more: object = {}, emails?: string[]): Promise<Rule> =>
    api('POST', '/rules', { type, ...more, notifiers: { webhook, ...(emails && { emails }) } });
  const company = await api('POST', '/companies', { name: 'Bright Bakery' });
  const other = await api('POST', '/companies', { name: 'Quiet Quarry' });
  const connection = await api('POST', `/companies/${company.id}/connections`, { platformKey: 'gbol' });
  const profile: Profile = await api('GET', '/profile');
  await api('PUT', '/profile', { ...profile, alertAuthHeader: 'Bearer the-real-one-of-acme' });
  return {
    company,
    other,
    connection,
    rules: [
      await rule('DataConnectionStatusChanged', hooks, { companyId: company.id }),
      await rule('Data sync completed', hooks, {}, ['ops@acme.example']),
      await rule('Dataset data changed', hooks),
      await rule('Push Operation Status Changed', `${base}/pushes`),
    ],
  };
};

/** The plan for rules, as the desk makes it. @param portal the portal has another auth header, which is used */
export const planFor = (
  caseId: string,
  rules: readonly Rule[],
  { targetId = localTargetId, portal }: { targetId?: string; portal?: 'profile' | 'portal' } = {},
): CutoverPlan => {
  const [profileHeader, portalHeader] = [kept('Bearer the-real-one-of-acme'), kept('Bearer of-the-portal')];
  const snapshot: CutoverPlan['snapshot'] = {
    rules: rules.map(({ id, type, companyId, notifiers }) => ({
      id,
      type,
      ...(companyId === undefined ? {} : { companyId }),
      ...notifiers,
    })),
    webhooks: [],
    authHeader: profileHeader,
    ...(portal === undefined ? {} : { portalHeader }),
  };
  const marks = [profileHeader.mark, portalHeader.mark];
  const decisions = portal === undefined ? [] : [{ header: 'Authorization', use: portal, by: 'Jo', marks }];
  const known = { caseId, decisions, portal: portal === undefined ? ('none' as const) : ('value' as const) };
  return makePlan(snapshot, targetId, facts(known));
};

/** A case on a real service, to rehearse on real instances. `change` sees each instance before it is used. */
export const startFixture = async (
  options: { change?: (instance: ServiceInstance) => ServiceInstance; consumerTimeoutMs?: number } = {},
) => {
  const { change = (one) => one, consumerTimeoutMs } = options;
  const service = await startTestService();
  const desk = await deskFixture({ service });
  const dataDir = temporaryFolder();
  const resourcesDir = join(packageRoot(), 'resources');
  const instances = createInstances({ dataDir, resourcesDir, log: silentLog() });
  onTestFinished(() => instances.close());
  const created: ServiceInstance[] = [];
  const rehearsals = createRehearsals({
    ...desk,
    instances: {
      async create(wanted) {
        const instance = change(await instances.create(wanted));
        created.push(instance);
        return instance;
      },
    },
    ...(consumerTimeoutMs === undefined ? {} : { consumerTimeoutMs }),
  });
  const { id: caseId } = await desk.newCase({ parts: ['webhooks'] });
  return {
    service,
    desk,
    caseId,
    rehearsals,
    created,
    /** Folders of instances. */
    folders: (): string[] => {
      const parent = join(dataDir, 'rehearsals');
      return existsSync(parent) ? readdirSync(parent) : [];
    },
    async freeze(plan: CutoverPlan): Promise<string> {
      const digest = canonicalDigest(plan);
      const content = { targetId: plan.targetId, digest, plan };
      await desk.cases.act(caseId, 'tester', { kind: 'cutover.planned', content });
      return digest;
    },
    /** Rehearses to the end, which has to be a good one. */
    async rehearse(request: RehearseRequest = {}): Promise<ParityReport> {
      const job = await desk.jobEnd((await rehearsals.start(caseId, request, 'tester')).id);
      if (job.state !== 'done') throw new Error(`The job ended as ${job.state}: ${job.error}`);
      return job.result as ParityReport;
    },
    start: (request: RehearseRequest = {}): Promise<Job> => rehearsals.start(caseId, request, 'tester'),
  };
};
