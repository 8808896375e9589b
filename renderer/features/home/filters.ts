import type { CaseFilter, CaseGroup, CaseGrouping, DueGroup } from '#contract/case-list.ts';
import { nameIn } from '#contract/mentions-of-people.ts';
import { verdictLabel } from '#contract/verdict-labels.ts';
import { partLabels, partyLabels, stateLabels } from '#renderer/lib/labels.ts';

/** What cases can be filtered by, as the person chooses it. */
export interface FilterField {
  readonly id: string;
  readonly label: string;
  /** The keys of the filter that it sets. */
  readonly keys: readonly (keyof CaseFilter)[];
  readonly options: readonly FilterOption[];
}

export interface FilterOption {
  readonly label: string;
  readonly sets: CaseFilter;
}

export const dueLabels: Readonly<Record<DueGroup, string>> = {
  overdue: 'Overdue',
  'this-week': 'This week',
  'next-week': 'Next week',
  later: 'Later',
  none: 'No date',
};

const verdictLabels = {
  blocked: verdictLabel('blocked', undefined),
  undetermined: verdictLabel('undetermined', undefined),
  eligible: verdictLabel('eligible', undefined),
  'not-checked': 'Not checked',
} as const;

const optionsOf = <K extends keyof CaseFilter>(
  key: K,
  labels: Readonly<Record<string, string>>,
): FilterOption[] =>
  Object.entries(labels).map(([value, label]) => ({ label, sets: { [key]: value } as CaseFilter }));

/** @param owners of open cases @param targets by id */
export const filterFields = (
  owners: readonly string[],
  targets: readonly { readonly id: string; readonly name: string }[],
): readonly FilterField[] => [
  { id: 'state', label: 'Status', keys: ['state'], options: optionsOf('state', stateLabels) },
  { id: 'due', label: 'Due', keys: ['due', 'dueBy'], options: optionsOf('due', dueLabels) },
  {
    id: 'owner',
    label: 'Owner',
    keys: ['owner', 'ownedBy'],
    options: [
      { label: 'Me', sets: { ownedBy: 'me' } },
      { label: 'Unassigned', sets: { ownedBy: 'nobody' } },
      ...owners.map((owner) => ({ label: labelOf(owner, owners), sets: { owner } })),
    ],
  },
  {
    id: 'waiting',
    label: 'Waiting on',
    keys: ['waitingOn'],
    options: optionsOf('waitingOn', {
      support: partyLabels.support,
      integrator: partyLabels.integrator,
      provider: partyLabels.provider,
    }),
  },
  { id: 'verdict', label: 'Eligibility', keys: ['verdict'], options: optionsOf('verdict', verdictLabels) },
  { id: 'part', label: 'Moves', keys: ['part'], options: optionsOf('part', partLabels) },
  {
    id: 'target',
    label: 'Target',
    keys: ['target'],
    options: targets.map(({ id, name }) => ({ label: name, sets: { target: id } })),
  },
];

/** The name alone, where that is enough. */
const labelOf = (owner: string, owners: readonly string[]): string =>
  owners.some((other) => other !== owner && nameIn(other) === nameIn(owner)) ? owner : nameIn(owner);

/** What a field is filtered by; undefined: nothing. */
export const chosenIn = (field: FilterField, filter: CaseFilter): string | undefined => {
  const key = field.keys.find((one) => filter[one] !== undefined);
  if (key === undefined) return undefined;
  const found = field.options.find(({ sets }) => sets[key] === filter[key]);
  return found?.label ?? nameIn(String(filter[key]));
};

export const withoutField = (field: FilterField, filter: CaseFilter): CaseFilter =>
  Object.fromEntries(
    Object.entries(filter).filter(([key]) => !field.keys.includes(key as keyof CaseFilter)),
  ) as CaseFilter;

export const groupings: Readonly<Record<CaseGrouping, string>> = {
  due: 'Due',
  owner: 'Owner',
  waiting: 'Waiting on',
  verdict: 'Eligibility',
  state: 'Status',
};

/** What a group of a list is called. */
export const groupName = (grouping: CaseGrouping, { key }: CaseGroup): string => {
  switch (grouping) {
    case 'due':
      return dueLabels[(key ?? 'none') as DueGroup];
    case 'owner':
      return key === undefined ? 'Unassigned' : nameIn(key);
    case 'waiting':
      return key === undefined
        ? 'Nobody'
        : key
            .split(',')
            .map((party) => partyLabels[party as keyof typeof partyLabels])
            .join(' and ');
    case 'verdict':
      return verdictLabels[(key ?? 'not-checked') as keyof typeof verdictLabels];
    case 'state':
      return stateLabels[key as keyof typeof stateLabels];
  }
};
