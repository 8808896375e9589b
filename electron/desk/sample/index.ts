import { join } from 'node:path';
import { systemTime } from '#base/clock.ts';
import type { CaseAction } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Receiver } from '#contract/receiver.ts';
import type { SampleResult } from '#contract/sample.ts';
import { sampleCaseName } from '#contract/sample-name.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { localTargetId } from '#contract/target.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CoreContext } from '#desk/core/context.ts';
import type { Eligibility } from '#desk/eligibility/index.ts';
import type { Jobs } from '#desk/jobs/jobs.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { accessLog } from './access-log.ts';
import { makeCompanies } from './companies.ts';
import { failOnce, makeEndpoint } from './endpoint.ts';
import { writeSampleFiles } from './files.ts';
import { makeLegacySetup } from './legacy.ts';
import { walkThrough } from './note.ts';
import { patiently } from './patience.ts';
import type { Sample } from './sample.ts';
import { readSampleFile } from './sample-files.ts';
import { tokensFile } from './tokens-file.ts';

interface SampleModules {
  readonly cases: Cases;
  readonly targets: Targets;
  readonly jobs: Jobs;
  readonly eligibility: Eligibility;
  readonly control: ServiceControl;
  readonly receiver: Receiver;
  /** Where its files are made. */
  readonly folder: string;
  /** What they are made from. */
  readonly resourcesDir: string;
}

const checkMs = 30_000;

/** The case comes last: the next attempt repeats whatever failed before it. */
export const createSample = ({ newId }: Pick<CoreContext, 'newId'>, modules: SampleModules): Sample => {
  const { cases, control, receiver, folder } = modules;

  const make = async (actor: string): Promise<SampleResult> => {
    const there = (await cases.list()).find(({ name }) => name === sampleCaseName);
    if (there !== undefined) return { caseId: there.id, made: false, folder, remarks: [] };
    if ((await control.sandbox.cutoverState()).cutOver) throw new CatalogueError('sample.cutOver');
    const remarks = await makeLiveData();
    await writeSampleFiles(folder, modules.resourcesDir, {
      'access.log': accessLog(systemTime.now()),
      'tokens.csv': await tokensFile(control.sandbox.issueTokens),
    });
    const caseId = await createCase(cases, { newId, folder }, actor);
    await firstCheck(caseId, actor);
    return { caseId, made: true, folder, remarks };
  };

  /** The endpoint and the rules first, so that they hear of the companies. */
  const makeLiveData = async (): Promise<string[]> => {
    const { url } = await receiver.start({});
    const client = await modules.targets.client(localTargetId);
    const remarks = await makeLegacySetup(client, `${url}/bakery-books/alerts`);
    const webhookId = await makeEndpoint(control, `${url}/bakery-books/events`);
    await makeCompanies(client, control.sandbox.issueTokens);
    remarks.push(...(await failOnce(control, receiver, webhookId)));
    if ((await control.clock.show()).mode === 'virtual') {
      remarks.push('The clock of the local service is virtual: advance it to complete the data syncs.');
    }
    return remarks;
  };

  /** So that there is something to show. It continues in the background if it takes long. */
  const firstCheck = async (caseId: string, actor: string): Promise<void> => {
    const source = [{ path: join(folder, 'app-before'), scope: 'bakery-books' }];
    const { id } = await modules.eligibility.check({ caseId, configuration: {}, source }, actor);
    await patiently(checkMs, async () => (modules.jobs.show(id).state === 'running' ? undefined : true));
  };

  /** One after the other: two at once would make two. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    file: (name) => readSampleFile(folder, name),
    make(actor) {
      const next = last.then(() => make(actor));
      last = next.catch(() => undefined);
      return next;
    },
  };
};

const createCase = async (
  cases: SampleModules['cases'],
  { newId, folder }: Pick<CoreContext, 'newId'> & Pick<SampleModules, 'folder'>,
  actor: string,
): Promise<string> => {
  const integrator = 'Bakery Books Ltd';
  const { id } = await cases.create(
    { name: sampleCaseName, integrator, parts: ['webhooks', 'tokens'], targetId: localTargetId },
    actor,
  );
  const added = contacts.map(
    (contact): CaseAction => ({ kind: 'contact.added', content: { contact: { id: newId(), ...contact } } }),
  );
  const note: CaseAction = { kind: 'note.added', content: { id: newId(), text: walkThrough(folder) } };
  await cases.act(id, actor, () => [...added, note]);
  return id;
};

const contacts = [
  {
    name: 'Mia Hartmann',
    party: 'integrator',
    role: 'Developer, Bakery Books',
    email: 'mia@bakery-books.example',
  },
  {
    name: 'Owen Clarke',
    party: 'integrator',
    role: 'Head of operations, Bakery Books',
    email: 'owen@bakery-books.example',
  },
  { name: 'Sam Reyes', party: 'support', role: 'Support engineer', email: 'sam@support.example' },
] as const;
