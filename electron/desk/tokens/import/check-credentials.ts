import { mask } from '#base/sealing.ts';
import type { ValidationItem } from '#contract/errors.ts';
import type { CredentialField } from '#contract/integration.ts';
import { columnOf, credentialOf, type Field } from '#contract/token-columns.ts';
import type { Credentials } from '#desk/tokens/vault.ts';
import { credentialProblem, ruleProblem } from './cell-rules.ts';
import type { Columns } from './columns.ts';
import type { Platform } from './platforms.ts';
import type { RowInHand } from './row-in-hand.ts';
import { looksLikeToken } from './token-like.ts';

export interface RowCredentials {
  readonly given: Credentials;
  /** As they may be shown. */
  readonly shown: Record<string, string>;
  /** Every value that may be secret, also of columns that are not for the row's platform. */
  readonly secrets: readonly string[];
}

/** Checks the credentials of a row: those of its own platform, and no others. */
export const checkCredentials = (
  row: RowInHand,
  columns: Columns,
  platform: Platform | undefined,
  secretFields: ReadonlySet<Field>,
): RowCredentials => {
  const { values, shown, secrets, foreign } = readCells(row, columns, platform, secretFields);
  if (platform === undefined || platform.refused !== undefined) return { given: {}, shown, secrets };

  const { given, items } = platform.check(values);
  const wrong = new Map(items.map((item) => [item.itemId, item]));
  for (const field of platform.integration.credentials) {
    const value = values[field.name];
    const problem = problemOf(field, value, wrong.get(field.name));
    if (problem !== undefined) row.problem(columnOf(field.name), problem + collision(field, columns));
    if (value !== undefined) shown[field.name] = problem === undefined ? show(field, value) : mask(value);
  }
  for (const field of foreign) {
    const name = credentialOf(field);
    shown[name] = '••••';
    row.problem(
      field,
      `${name} is not a credential of ${platform.integration.name}; leave it empty in this row.`,
    );
  }
  return { given, shown, secrets };
};

/** What the credential columns hold, blank cells aside; `foreign`: columns of other platforms that are filled. */
const readCells = (
  row: RowInHand,
  { credentials }: Columns,
  platform: Platform | undefined,
  secretFields: ReadonlySet<Field>,
) => {
  const values: Record<string, string> = {};
  const shown: Record<string, string> = {};
  const secrets: string[] = [];
  const foreign: Field[] = [];
  for (const { field } of credentials) {
    const value = row.raw(field);
    if (value.trim() === '') continue;
    if (secretFields.has(field) && platform?.fields.get(field)?.secret !== false) secrets.push(value);
    if (platform === undefined) shown[credentialOf(field)] = mask(value);
    else if (platform.fields.has(field)) values[credentialOf(field)] = value;
    else foreign.push(field);
  }
  return { values, shown, secrets, foreign };
};

const problemOf = (
  field: CredentialField,
  value: string | undefined,
  item: ValidationItem | undefined,
): string | undefined =>
  (value === undefined ? undefined : credentialProblem(field, value)) ??
  (item === undefined ? undefined : ruleProblem(item, field, value ?? ''));

/** A credential that has the name of a column of the row goes by another. */
const collision = ({ name }: CredentialField, { placeOf }: Columns): string => {
  const column = columnOf(name);
  return column === name || placeOf.has(column) ? '' : ` Its column is called ${column}.`;
};

/** What is not secret is shown, unless it could be a secret in the wrong place. */
const show = ({ secret }: CredentialField, value: string): string =>
  secret || looksLikeToken(value) ? mask(value) : value;
