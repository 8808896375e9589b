import { type Static, Type } from 'typebox';
import { CaseSummary, caseParts, caseStates } from './case.ts';
import { Closed, OneOf, searchMaxLength, UtcDate, Uuid, VisibleName } from './common.ts';
import { PartyName } from './eligibility.ts';
import { TargetId } from './target.ts';

/** The list of cases: what it is searched, filtered, sorted and grouped by. Source: `docs/guides/worklist.md`. */

export const listVerdicts = ['blocked', 'undetermined', 'eligible', 'not-checked'] as const;
/** By the clock at the moment of reading. The week ends on Sunday, in the time zone of the request. */
export const dueGroups = ['overdue', 'this-week', 'next-week', 'later', 'none'] as const;
export type DueGroup = (typeof dueGroups)[number];

export const caseSorts = [
  'updated',
  'created',
  'name',
  'integrator',
  'state',
  'verdict',
  'next',
  'waiting',
  'webhooks',
  'tokens',
  'owner',
  'due',
  'window',
  'target',
] as const;
export type CaseSort = (typeof caseSorts)[number];
export const caseGroupings = ['due', 'owner', 'waiting', 'verdict', 'state'] as const;
export type CaseGrouping = (typeof caseGroupings)[number];

/** Cases that fit all of it; every case, where nothing is said. */
const filter = {
  query: Type.Optional(
    Type.String({
      maxLength: searchMaxLength,
      description: 'Words, each in the name, integrator, owner, client id or id of the case.',
    }),
  ),
  state: Type.Optional(OneOf(caseStates)),
  owner: Type.Optional(VisibleName),
  ownedBy: Type.Optional(OneOf('me', 'nobody')),
  waitingOn: Type.Optional(
    Type.Unsafe<Static<typeof PartyName>>({
      ...PartyName,
      description: 'A party that one of the next steps waits for; a step of both waits for each of the two.',
    }),
  ),
  verdict: Type.Optional(OneOf(listVerdicts)),
  part: Type.Optional(OneOf(caseParts)),
  target: Type.Optional(TargetId),
  due: Type.Optional(OneOf(dueGroups)),
  windowAfter: Type.Optional(
    Type.Unsafe<string>({ ...UtcDate, description: 'With an agreed migration window that ends after that.' }),
  ),
  dueBy: Type.Optional(Type.Unsafe<string>({ ...UtcDate, description: 'Due until then, overdue too.' })),
};
export const CaseFilter = Closed(filter, { title: 'CaseFilter' });
export type CaseFilter = Static<typeof CaseFilter>;

const zone = Type.String({
  minLength: 1,
  maxLength: 60,
  description: 'IANA time zone in which weeks end; UTC if left out.',
});

/** At most: a list has windows of it, and whoever wants all leaves the limit out. */
export const longestWindow = 1000;

const partly = Type.Optional(
  Type.Boolean({
    description:
      'Answer with the cases read so far, and `reading`, where reading all of them takes long, as at the first start of a new version. Otherwise the answer waits for all.',
  }),
);

/** How much of the list is up to date; omitted once all of it is. */
export const CasesRead = Closed(
  {
    done: Type.Integer({ description: 'Cases whose summary is up to date.' }),
    total: Type.Integer({ description: 'All cases.' }),
  },
  { title: 'CasesRead' },
);
export type CasesRead = Static<typeof CasesRead>;

export const CaseQuery = Closed({
  ...filter,
  /** `-` is descending. Cases without a value come last. */
  sort: Type.Optional(
    OneOf(
      caseSorts,
      caseSorts.map((sort): `-${CaseSort}` => `-${sort}`),
    ),
  ),
  group: Type.Optional(OneOf(caseGroupings)),
  zone: Type.Optional(zone),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: longestWindow })),
  partly,
});
export type CaseQuery = Static<typeof CaseQuery>;

const CaseGroup = Closed({
  key: Type.Optional(Type.String({ description: 'Omitted by the group of those without a value.' })),
  count: Type.Integer(),
});
export type CaseGroup = Static<typeof CaseGroup>;

export const CaseList = Closed(
  {
    results: Type.Array(CaseSummary),
    total: Type.Integer({ description: 'Cases that fit the filter.' }),
    groups: Type.Optional(Type.Array(CaseGroup, { description: 'In their order, with `group`.' })),
    reading: Type.Optional(CasesRead),
    outdated: Type.Optional(
      Type.Integer({
        description:
          'Summaries that could not be brought up to date, as desk.db takes no writes. Omitted if all are.',
      }),
    ),
  },
  { title: 'CaseList' },
);
export type CaseList = Static<typeof CaseList>;

/** Saved views, so that each can show its count. */
export const CaseCountRequest = Closed({
  filters: Type.Array(CaseFilter, { maxItems: 100 }),
  zone: Type.Optional(zone),
  partly,
});
export type CaseCountRequest = Static<typeof CaseCountRequest>;
export const CaseCounts = Closed({
  counts: Type.Array(Type.Integer(), { description: 'In the order of the filters.' }),
  total: Type.Integer({ description: 'All cases.' }),
  reading: Type.Optional(CasesRead),
});
export type CaseCounts = Static<typeof CaseCounts>;

/** Some cases by id, such as those that are pinned; those that are gone are left out. */
export const CasesByIdRequest = Closed({ ids: Type.Array(Uuid, { maxItems: 200, uniqueItems: true }) });

export const CaseOwners = Closed({
  owners: Type.Array(Closed({ name: Type.String(), cases: Type.Integer() }), {
    description: 'Of cases that are open, by name.',
  }),
});
export type CaseOwners = Static<typeof CaseOwners>;
