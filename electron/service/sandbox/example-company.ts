import { type Clock, toIso } from '#base/clock.ts';
import { type Ids, namedUuid } from '#base/ids.ts';
import type { Company, Connection } from '#contract/company.ts';
import type { ServiceContext } from '#service/store/context.ts';

/** What examples take from the service: its time, ids for what they are about, and addresses of pages. */
export interface ExampleContext extends Pick<ServiceContext, 'pages'> {
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Pick<Ids, 'uuid'>;
}

/** A company that is nowhere but in example events: always the same one. */
export const exampleCompany = ({ pages, clock }: ExampleContext): Company => {
  const id = namedUuid('example', 'company');
  return {
    id,
    name: 'Example Trading Ltd',
    description: 'A fictional company for example events.',
    redirect: pages.company(id),
    platform: 'Example Books',
    created: toIso(clock.now()),
    createdByUserName: 'Carryover',
    tags: { example: 'true' },
    products: [],
    dataConnections: [],
    referenceSubsidiaryCompanies: [],
  };
};

/** The company's first connection, or a made-up one if it has none. */
export const exampleConnection = ({ pages, clock }: ExampleContext, company: Company): Connection => {
  const [first] = company.dataConnections;
  if (first !== undefined) return first;
  const id = namedUuid('example', 'connection', company.id);
  return {
    id,
    integrationId: namedUuid('example', 'integration'),
    integrationKey: 'exmp',
    sourceId: namedUuid('example', 'source'),
    sourceType: 'Accounting',
    platformName: 'Example Books',
    linkUrl: pages.connection(company.id, id),
    status: 'Linked',
    created: toIso(clock.now()),
    dataConnectionErrors: [],
    connectionInfo: {},
  };
};
