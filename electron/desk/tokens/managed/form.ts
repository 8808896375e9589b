import { fitsWhole, wholeValue } from '#base/whole-value.ts';
import { invalid, type ValidationItem } from '#contract/errors.ts';
import { formatDuration } from '#contract/format.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { DetailField, DetailView, RunbookContent } from '#contract/runbook.ts';
import type { RunbookState } from '#desk/cases/state.ts';

/** The form of step 1: what follows from the catalogue's entry, and what it names besides. Source: `docs/reference/rules/integrations.md#credential-fields`. */

/** A field of the same name in the catalogue replaces the one that follows. */
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
    help: `The name under which your OAuth application is registered with ${name}.`,
  }),
  field({
    name: 'clientId',
    label: 'OAuth client id',
    pattern: '[!-~]{3,500}',
    example: 'AB12cd34EF56gh78',
    help: `The client id of that application, as ${name} shows it.`,
  }),
  field({
    name: 'clientSecret',
    label: 'OAuth client secret',
    secret: true,
    pattern: '[!-~]{8,1000}',
    example: 'secret-of-the-application',
    help: `Its client secret. The service needs it to use tokens that were issued to the application. Kept sealed.`,
  }),
  field({
    name: 'dataTypes',
    label: 'Data types wanted',
    pattern: `all|(?:${alternatives(dataTypes)})(?:, ?(?:${alternatives(dataTypes)}))*`,
    example: dataTypes.slice(0, 3).join(', ') || 'all',
    help: `all, or those that are to be synced, with commas between them: ${dataTypes.join(', ')}.`,
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
      ? 'replaces the refresh token at each use: once a token is copied, any further refresh by you makes the copy worthless'
      : 'keeps the refresh token the same over its uses';
  return field({
    name: 'refreshedBy',
    label: 'What refreshes tokens now',
    pattern: '.{2,200}',
    example: 'a nightly job, and the web application when a customer opens it',
    help: `The parts of your application that refresh tokens: they are what step 4 stops. An access token of ${name} ${lifetime}, and ${name} ${consequence}.`,
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
    else items.push(malformed(known));
  }
  if (items.length > 0) throw invalid(...items);
  return { values, removed };
};

const malformed = ({ name, label, example }: DetailField): ValidationItem => ({
  itemId: `fields.${name}`,
  message: `${name} (${label}) does not have the right form, such as ${example}.`,
  validatorName: 'pattern',
});

/** A name as long as a secret may well be one that was put in the wrong place. */
const longestName = 40;
const unknownField = (name: string, fields: readonly DetailField[]): ValidationItem => {
  const shown = name.length > longestName ? `${name.slice(0, 4)}…` : name;
  return {
    itemId: `fields.${shown}`,
    message: `${shown} is not in the form; it asks for ${fields.map((one) => one.name).join(', ')}.`,
    validatorName: 'unknown',
  };
};

/** The form with what was supplied. A clear value is held against the pattern again, as the catalogue may have changed since. */
export const detailViews = ({ form, details }: Pick<RunbookState, 'form' | 'details'>): DetailView[] =>
  form.fields.map((one) => {
    const given = details.get(one.name);
    if (given === undefined) return { ...one, state: one.required ? 'missing' : 'left-out' };
    const { value, masked = '' } = given;
    if (one.secret) return { ...one, state: 'given', value: masked };
    const isRight = value !== undefined && fits(one.pattern, value);
    return { ...one, state: isRight ? 'given' : 'invalid', ...(value === undefined ? {} : { value }) };
  });

/** The form may be of a colleague, whose program took other patterns than this one. */
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
