import type { ValidationItem } from '#contract/errors.ts';
import type { CatalogueIntegration, CredentialField } from '#contract/integration.ts';
import { SlowPatternError, type WholeValue, wholeValue } from './whole-value.ts';

/**
 * What the credentials of an integration must look like: one rule for the service, which takes them, and for the desk,
 * which looks at them before anything is sent. Values never reach a message. Source: `docs/reference/rules/integrations.md#credential-fields`.
 */

export interface CheckedCredentials {
  /** The fields that are in order. */
  readonly given: Readonly<Record<string, string>>;
  /** One for each field that is missing, unknown or malformed. */
  readonly items: readonly ValidationItem[];
}

/** Checks the credentials of one connection. */
export type CredentialRules = (credentials: Readonly<Record<string, unknown>>) => CheckedCredentials;

/** The rules of an integration, ready to be used many times. */
export const credentialRules = (integration: CatalogueIntegration): CredentialRules => {
  const fields = integration.credentials.map((field) => ({ field, pattern: wholeValue(field.pattern) }));
  const known = new Set(integration.credentials.map(({ name }) => name));
  return (credentials) => {
    const checked = fields.map(({ field, pattern }) => {
      const { name } = field;
      const value = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
      return { name, value, problem: fieldProblem(field, pattern, value) };
    });
    const unknown = Object.keys(credentials).filter((name) => !known.has(name));
    return {
      given: Object.fromEntries(
        checked.flatMap(({ name, value, problem }) =>
          problem === undefined && typeof value === 'string' ? [[name, value]] : [],
        ),
      ),
      items: [
        ...checked.flatMap(({ problem }) => problem ?? []),
        ...unknown.map((name) => unknownField(name, integration)),
      ],
    };
  };
};

const fieldProblem = (
  field: CredentialField,
  pattern: WholeValue,
  value: unknown,
): ValidationItem | undefined => {
  const item = (problem: string, validatorName: string): ValidationItem => ({
    itemId: field.name,
    message: `${field.name} (${field.label}) ${problem}, such as ${field.example}.`,
    validatorName,
  });
  if (value === undefined) return field.required ? item('is missing; send a text', 'required') : undefined;
  if (typeof value !== 'string') return item('must be a text in quotes', 'string');
  try {
    return pattern.test(value) ? undefined : item('does not have the right form', 'pattern');
  } catch (error) {
    if (!(error instanceof SlowPatternError)) throw error;
    return item(
      `can't be checked, as ${error.message} in the integration catalogue: simplify it there`,
      'pattern',
    );
  }
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
