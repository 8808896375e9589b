import type { CatalogueIntegration } from './integration.ts';
import { type RowColumn, rowColumns } from './token-rows.ts';

/** What a column may hold, and by which names it goes. */

/** A row column, or a credential as `columnOf` names it. */
export type Field = string;

const ownColumns: ReadonlySet<string> = new Set(rowColumns);
export const isRowColumn = (field: Field): field is RowColumn => ownColumns.has(field);

const prefix = 'credentials.';
/** The column of a credential: its own name, unless a column of the row has that name already. */
export const columnOf = (credential: string): Field =>
  ownColumns.has(credential) ? `${prefix}${credential}` : credential;
export const credentialOf = (field: Field): string =>
  field.startsWith(prefix) ? field.slice(prefix.length) : field;

/** Case, blanks, dashes, dots and underscores tell nothing. */
export const plain = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Best first. The name of the column itself comes before all of them. */
const synonyms: Readonly<Record<RowColumn, readonly string[]>> = {
  ref: [
    'migrationRef',
    'reference',
    'external id',
    'external ref',
    'external reference',
    'customer ref',
    'customer reference',
    'customer id',
    'customer number',
    'client ref',
    'company ref',
    'company reference',
    'account ref',
    'your ref',
    'id',
  ],
  name: [
    'company name',
    'company',
    'customer name',
    'customer',
    'business name',
    'organisation name',
    'organization name',
    'legal name',
    'trading name',
    'display name',
    'client name',
    'account name',
  ],
  platform: [
    'platform key',
    'platform name',
    'integration',
    'integration key',
    'integration name',
    'provider',
  ],
  companyId: ['company uuid'],
  connectionId: ['data connection id', 'connection uuid', 'data connection'],
  description: ['notes', 'note', 'comment', 'comments', 'remarks'],
};

const credentialSynonyms: Readonly<Record<string, readonly string[]>> = {
  accessToken: ['oauth access token', 'oauth token', 'token', 'bearer token'],
  refreshToken: ['oauth refresh token'],
  organizationId: ['organisation id', 'org id'],
  realmId: ['realm', 'quickbooks company id'],
  shop: ['shop domain', 'shop name', 'store'],
  dataCentre: ['data center'],
};

export interface Known {
  readonly field: Field;
  /** 0: the name itself; the higher, the weaker. */
  readonly rank: number;
}

export interface Vocabulary {
  readonly fields: ReadonlySet<Field>;
  /** The fields of credentials that are secret. */
  readonly secret: ReadonlySet<Field>;
  known(header: string): Known | undefined;
}

/** @param integrations those that the rows may be of: one, if it is given for all of them */
export const createVocabulary = (
  integrations: readonly Pick<CatalogueIntegration, 'name' | 'credentials'>[],
): Vocabulary => {
  const names = createNames();
  const fields = new Set<Field>(rowColumns);
  const secret = new Set<Field>();
  const credentials = integrations.flatMap((integration) => integration.credentials);
  for (const column of rowColumns) names.add(column, column, 0);
  for (const { name, secret: isSecret } of credentials) {
    const field = columnOf(name);
    fields.add(field);
    if (isSecret) secret.add(field);
    names.add(field, field, 0);
    names.add(`${prefix}${name}`, field, 0);
  }
  for (const column of rowColumns) names.addAll(synonyms[column], column, 1);
  for (const { name, label } of credentials) {
    names.add(label, columnOf(name), 1);
    names.addAll(credentialSynonyms[name] ?? [], columnOf(name), 2);
  }
  const platforms = integrations.map(({ name }) => plain(name)).filter((name) => name !== '');
  return {
    fields,
    secret,
    known(header) {
      const key = plain(header);
      const found = names.find(key);
      if (found !== undefined) return found;
      // "Xero access token": the platform's name adds nothing before a credential.
      const platform = platforms.find((name) => key.startsWith(name));
      const rest = platform === undefined ? undefined : names.find(key.slice(platform.length));
      return rest === undefined || isRowColumn(rest.field) ? undefined : { ...rest, rank: rest.rank + 10 };
    },
  };
};

/** Names of fields; one that two fields have as a synonym finds neither. */
const createNames = () => {
  const names = new Map<string, Known | 'ambiguous'>();
  const add = (name: string, field: Field, rank: number): void => {
    const key = plain(name);
    const before = names.get(key);
    if (before === undefined) names.set(key, { field, rank });
    else if (before !== 'ambiguous' && before.field !== field && before.rank > 0) names.set(key, 'ambiguous');
  };
  return {
    add,
    /** @param rank of the first */
    addAll: (all: readonly string[], field: Field, rank: number): void => {
      for (const [at, name] of all.entries()) add(name, field, rank + at);
    },
    find: (key: string): Known | undefined => {
      const found = names.get(key);
      return found === 'ambiguous' ? undefined : found;
    },
  };
};
