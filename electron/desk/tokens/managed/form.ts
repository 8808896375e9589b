import { LRUCache } from 'lru-cache';
import { fitsWhole, wholeValue } from '#base/whole-value.ts';
import { malformedDetail } from '#contract/detail-rules.ts';
import { invalid, type ValidationItem } from '#contract/errors.ts';
import { formatDuration } from '#contract/format.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { DetailField, DetailView, RunbookContent } from '#contract/runbook.ts';
import type { RunbookState } from '#desk/cases/state.ts';

/** The form of step 1: fields that follow from the catalogue's entry, and those it names. Source: `docs/reference/rules/integrations.md#credential-fields`. */

/** A field named in the catalogue replaces a derived one. */
export const formOf = (integration: CatalogueIntegration): RunbookContent<'opened'> => {
  const named = integration.managedDetails ?? [];
  const taken = new Set(named.map(({ name }) => name));
  return {
    platformKey: integration.platformKey,
    platformName: integration.name,
    fields: [...derivedFields(integration).filter(({ name }) => !taken.has(name)), ...named],
    companyFields: [...integration.credentials],
  };
};

const derivedFields = ({ name, dataTypes, oauth }: CatalogueIntegration): DetailField[] => [
  field({
    name: 'applicationName',
    label: 'Name of the application',
    pattern: '.{1,200}',
    example: 'Acme Books Sync',
    help: `Name of your OAuth application at ${name}.`,
  }),
  field({
    name: 'clientId',
    label: 'OAuth client id',
    pattern: '[!-~]{3,500}',
    example: 'AB12cd34EF56gh78',
    help: `Client id of that application at ${name}.`,
  }),
  field({
    name: 'clientSecret',
    label: 'OAuth client secret',
    secret: true,
    pattern: '[!-~]{8,1000}',
    example: 'secret-of-the-application',
    help: 'Client secret of that application. The service needs it to use its tokens. Stored encrypted.',
  }),
  field({
    name: 'dataTypes',
    label: 'Data types',
    pattern: `all|(?:${alternatives(dataTypes)})(?:, ?(?:${alternatives(dataTypes)}))*`,
    example: dataTypes.slice(0, 3).join(', ') || 'all',
    help: `all, or a comma-separated list of: ${dataTypes.join(', ')}.`,
  }),
  ...(oauth.refreshToken === 'none' ? [] : [refreshField(name, oauth)]),
];

const refreshField = (
  name: string,
  { refreshToken, accessTokenLifetimeSeconds }: CatalogueIntegration['oauth'],
) => {
  const lifetime =
    accessTokenLifetimeSeconds === null
      ? 'never expires'
      : `expires after ${formatDuration(accessTokenLifetimeSeconds * 1000)}`;
  const consequence =
    refreshToken === 'rotates'
      ? 'replaces the refresh token at each use, so after a token is copied, any further refresh makes the copy invalid'
      : 'keeps the same refresh token';
  return field({
    name: 'refreshedBy',
    label: 'Current token refresh',
    pattern: '.{2,200}',
    example: 'a nightly job, and the web application when a customer opens it',
    help: `Parts of your application that refresh tokens, which step 4 disables. An access token of ${name} ${lifetime}. ${name} ${consequence}.`,
  });
};

const field = (
  given: Omit<DetailField, 'secret' | 'required'> & { readonly secret?: boolean },
): DetailField => ({
  secret: false,
  required: true,
  ...given,
});

const alternatives = (words: readonly string[]): string =>
  words.map((word) => word.replaceAll('.', '\\.')).join('|');

/**
 * The details that a request supplies, checked by the form. Values never reach a message.
 * @throws CatalogueError `request.invalid`, one item for each field that is unknown or malformed
 */
export const checkDetails = (
  fields: readonly DetailField[],
  given: Readonly<Record<string, string | null>>,
): { readonly values: readonly (readonly [DetailField, string])[]; readonly removed: readonly string[] } => {
  const items: ValidationItem[] = [];
  const values: [DetailField, string][] = [];
  const removed: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const known = fields.find((one) => one.name === name);
    if (known === undefined) items.push(unknownField(name, fields));
    else if (value === null) removed.push(name);
    else if (fits(known.pattern, value)) values.push([known, value]);
    else items.push(malformedDetail(known));
  }
  if (items.length > 0) throw invalid(...items);
  return { values, removed };
};

/** A longer name may be a secret in the wrong place. */
const longestName = 40;
const unknownField = (name: string, fields: readonly DetailField[]): ValidationItem => {
  const shown = name.length > longestName ? `${name.slice(0, 4)}…` : name;
  return {
    itemId: `fields.${shown}`,
    message: `${shown} is not a field of this form. Fields: ${fields.map((one) => one.name).join(', ')}.`,
    validatorName: 'unknown',
  };
};

/** The form with the supplied details. Clear values are checked again, as the catalogue may have changed since. */
export const detailViews = ({ form, details }: Pick<RunbookState, 'form' | 'details'>): DetailView[] =>
  form.fields.map((one) => {
    const given = details.get(one.name);
    if (given === undefined) return { ...one, state: one.required ? 'missing' : 'left-out' };
    const { value, masked = '' } = given;
    if (one.secret) return { ...one, state: 'given', value: masked };
    const isRight = value !== undefined && stillFits(one.pattern, value);
    return { ...one, state: isRight ? 'given' : 'invalid', ...(value === undefined ? {} : { value }) };
  });

/**
 * Outcomes for clear values that are on record: each look at a case asks again, and a pattern of several repetitions takes
 * a quarter of a millisecond.
 */
const onRecord = new LRUCache<string, true>({ max: 2000 });
/** Of a field, in characters: longer ones are asked anew. */
const longestOnRecord = 500;

const stillFits = (pattern: string, value: string): boolean => {
  if (value.length > longestOnRecord) return fits(pattern, value);
  const key = JSON.stringify([pattern, value]);
  const isRight = onRecord.get(key) ?? fits(pattern, value);
  // One that does not match may have been too slow just now.
  if (isRight) onRecord.set(key, true);
  return isRight;
};

/** The form may come from another version, with patterns that this one can't read. */
const fits = (pattern: string, value: string): boolean => {
  try {
    return fitsWhole(wholeValue(pattern), value);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
};

/** Where the value of a secret detail is kept, sealed. */
export const detailSecret = (name: string): string => `runbook detail ${name}`;
