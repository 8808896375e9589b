import { invalid, type ValidationItem } from '#contract/errors.ts';
import type { CatalogueIntegration, CredentialField } from '#contract/integration.ts';
import { wholeValue } from './catalogue.ts';

/** The body of PUT …/authorization, checked for its form only. Source: `domain.md` sections 3 and 9. */

/**
 * Answers the fields that were given. Values never reach a message.
 * @throws CatalogueError `request.invalid`, one item for each field that is missing, unknown or malformed
 */
export const checkCredentials = (
  integration: CatalogueIntegration,
  body: Readonly<Record<string, unknown>>,
): Record<string, string> => {
  if (!takesCredentials(integration)) throw invalid(takesNone(integration));
  const items: ValidationItem[] = [];
  const given: Record<string, string> = {};
  for (const field of integration.credentials) {
    const value = Object.hasOwn(body, field.name) ? body[field.name] : undefined;
    const problem = fieldProblem(field, value);
    if (problem !== undefined) items.push(problem);
    else if (typeof value === 'string') given[field.name] = value;
  }
  const known = new Set(integration.credentials.map((field) => field.name));
  for (const name of Object.keys(body)) if (!known.has(name)) items.push(unknownField(name, integration));
  if (items.length > 0) throw invalid(...items);
  return given;
};

export const takesCredentials = ({ enabled, migration, credentials }: CatalogueIntegration): boolean =>
  enabled && migration.selfService && credentials.length > 0;

const takesNone = ({ name, enabled }: CatalogueIntegration): ValidationItem => ({
  itemId: 'authorization',
  message: `${name} takes no credentials here, since ${enabled ? 'it has no self-service migration' : 'it is not enabled'}. Link the connection through its linkUrl instead.`,
  validatorName: 'notSupported',
});

const fieldProblem = (field: CredentialField, value: unknown): ValidationItem | undefined => {
  const item = (problem: string, validatorName: string): ValidationItem => ({
    itemId: field.name,
    message: `${field.name} (${field.label}) ${problem}, such as ${field.example}.`,
    validatorName,
  });
  if (value === undefined) return field.required ? item('is missing; send a text', 'required') : undefined;
  if (typeof value !== 'string') return item('must be a text in quotes', 'string');
  return wholeValue(field.pattern).test(value) ? undefined : item('does not have the right form', 'pattern');
};

/** A name as long as a token may well be one that was put in the wrong place. */
const longestName = 40;

const unknownField = (
  name: string,
  { name: platform, credentials }: CatalogueIntegration,
): ValidationItem => {
  const shown = name.length > longestName ? `${name.slice(0, 4)}…` : name;
  const known = credentials.map((field) => field.name).join(', ');
  return {
    itemId: shown,
    message: `${shown} is not a credential of ${platform}; it takes ${known}.`,
    validatorName: 'unknown',
  };
};
