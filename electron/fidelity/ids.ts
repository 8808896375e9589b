/** Where ids come from, and their placeholders. */

export interface IdSource {
  /** The list that has them. */
  readonly list: string;
  readonly field: string;
  /** Rows that tell more come first. */
  readonly isBetter?: (row: Row) => boolean;
}

export type Row = Readonly<Record<string, unknown>>;

const isLinked = ({ status, sourceType }: Row): boolean => status === 'Linked' && sourceType === 'Accounting';

const hasLinked = ({ dataConnections }: Row): boolean =>
  Array.isArray(dataConnections) && dataConnections.some((one) => isRow(one) && isLinked(one));

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** By the name of a parameter of a path. */
export const idSources: Readonly<Record<string, IdSource>> = {
  companyId: { list: '/companies', field: 'id', isBetter: hasLinked },
  connectionId: { list: '/companies/{companyId}/connections', field: 'id', isBetter: isLinked },
  datasetId: { list: '/companies/{companyId}/data/history', field: 'id' },
  pushOperationKey: { list: '/companies/{companyId}/push', field: 'pushOperationKey' },
  ruleId: { list: '/rules', field: 'id' },
  platformKey: { list: '/integrations', field: 'key' },
  // No path that is called has one of these: only placeholders.
  webhookId: { list: '/webhooks', field: 'id' },
  apiKeyId: { list: '/apiKeys', field: 'id' },
};

/** Parameters that are words of the API. */
export const fixedValues: Readonly<Record<string, readonly string[]>> = { dataType: ['invoices'] };

/** What no list gives: it has to be named. */
export const namedParameter = 'customDataIdentifier';

/** What nobody has. */
export const unknownValues: Readonly<Record<string, string>> = {
  platformKey: 'zzzz',
  dataType: 'noSuchDataType',
  [namedParameter]: 'no-such-data',
};
export const unknownId = '00000000-0000-4000-8000-000000000000';

/** An id as it may stand in a path: no other leads out of it. */
export const isPlainId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(value);

export const parametersOf = (path: string): string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string);

export interface Placeholders {
  /** `{companyId:1}` for the first id of a company, and so on. */
  add(parameter: string, id: string): void;
  of(id: string): string | undefined;
}

/** Ids as they are numbered: each has one placeholder, wherever it occurs. */
export const createPlaceholders = (): Placeholders => {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  return {
    add(parameter, id) {
      if (known.has(id)) return;
      const count = (counts.get(parameter) ?? 0) + 1;
      counts.set(parameter, count);
      known.set(id, `{${parameter}:${count}}`);
    },
    of: (id) => known.get(id),
  };
};
