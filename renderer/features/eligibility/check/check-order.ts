import type { CheckRequest } from '#contract/eligibility.ts';
import type { CheckInput } from './check-input.ts';

export const logFormats = ['har', 'combined', 'jsonl', 'csv'] as const;
export type LogFormat = (typeof logFormats)[number];

export interface TrafficOptions {
  /** '' to detect it. */
  readonly format: LogFormat | '';
  readonly hosts: readonly string[];
  readonly scope: string;
  readonly method: string;
  readonly path: string;
  readonly time: string;
}

/** The sources of a check. */
export interface CheckOrder {
  readonly items: readonly CheckInput[];
  /** Read rules, profile and endpoints of the case's target. */
  readonly configuration: boolean;
  readonly traffic: TrafficOptions;
}

export const emptyOrder: CheckOrder = {
  items: [],
  configuration: true,
  traffic: { format: '', hosts: [], scope: '', method: '', path: '', time: '' },
};

export interface Located {
  readonly item: CheckInput;
  /** The path on the desk. */
  readonly path: string;
}

/** The order as a request to the desk. */
export const checkRequestOf = (
  caseId: string,
  targetId: string,
  order: CheckOrder,
  located: readonly Located[],
): CheckRequest => {
  const of = (kind: CheckInput['kind']) => located.filter(({ item }) => item.kind === kind);
  const source = of('source').map(({ item, path }) => ({
    path,
    ...(item.scope.trim() === '' ? {} : { scope: item.scope.trim() }),
  }));
  const logs = of('traffic').map(({ path }) => path);
  const files = {
    ...fileOf('rulesFile', of('rules')),
    ...fileOf('profileFile', of('profile')),
    ...fileOf('webhooksFile', of('webhooks')),
  };
  const configured = order.configuration || Object.keys(files).length > 0;
  return {
    caseId,
    ...(configured ? { configuration: { ...files, ...(order.configuration ? { targetId } : {}) } } : {}),
    ...(source.length === 0 ? {} : { source }),
    ...(logs.length === 0 ? {} : { traffic: { paths: logs, ...trafficOf(order.traffic) } }),
  };
};

const fileOf = (name: string, [first]: readonly Located[]) =>
  first === undefined ? {} : { [name]: first.path };

const trafficOf = ({ format, hosts, scope, method, path, time }: TrafficOptions) => {
  const named = Object.entries({ method, path, time }).filter(([, name]) => name.trim() !== '');
  return {
    ...(format === '' ? {} : { format }),
    ...(hosts.length === 0 ? {} : { hosts: [...hosts] }),
    ...(scope.trim() === '' ? {} : { scope: scope.trim() }),
    ...(named.length === 0
      ? {}
      : { fields: Object.fromEntries(named.map(([field, name]) => [field, name.trim()])) }),
  };
};

/** Why the check can't start as it is; undefined if it can. */
export const problemOf = ({ items, configuration }: CheckOrder): string | undefined => {
  if (items.length === 0 && !configuration) return 'Choose something to check.';
  for (const kind of ['rules', 'profile', 'webhooks'] as const) {
    if (items.filter((item) => item.kind === kind).length > 1) {
      return 'Only one file each of exported rules, profile and endpoints can be checked. Remove the others.';
    }
  }
  return items.some(({ kind, isFolder }) => isFolder && kind !== 'source')
    ? 'Folders can only be source code. Choose logs and exports as files.'
    : undefined;
};
