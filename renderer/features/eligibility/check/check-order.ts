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
  { configuration, traffic }: CheckOrder,
  located: readonly Located[],
): CheckRequest => {
  const of = (kind: CheckInput['kind']) => located.filter(({ item }) => item.kind === kind);
  const source = of('source').map(({ item, path }) => ({ path, scope: item.scope.trim() || undefined }));
  const execReports = of('exec').map(({ item, path }) => ({ path, scope: item.scope.trim() || undefined }));
  const paths = of('traffic').map(({ path }) => path);
  const files = {
    rulesFile: of('rules')[0]?.path,
    profileFile: of('profile')[0]?.path,
    webhooksFile: of('webhooks')[0]?.path,
  };
  const isConfigured = configuration || Object.values(files).some(Boolean);
  return {
    caseId,
    configuration: isConfigured ? { ...files, targetId: configuration ? targetId : undefined } : undefined,
    source: source.length === 0 ? undefined : source,
    execReports: execReports.length === 0 ? undefined : execReports,
    traffic: paths.length === 0 ? undefined : { paths, ...trafficOf(traffic) },
  };
};

const trafficOf = ({ format, hosts, scope, ...names }: TrafficOptions) => {
  const named = Object.entries(names).filter(([, name]) => name.trim() !== '');
  return {
    format: format || undefined,
    hosts: hosts.length === 0 ? undefined : [...hosts],
    scope: scope.trim() || undefined,
    fields:
      named.length === 0 ? undefined : Object.fromEntries(named.map(([field, name]) => [field, name.trim()])),
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
