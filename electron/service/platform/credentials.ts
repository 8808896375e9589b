import { credentialRules } from '#base/credential-rules.ts';
import { invalid, type ValidationItem } from '#contract/errors.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';

/** The body of PUT …/authorization, checked for its form only. Sources: `docs/reference/rules/companies.md#authorization`, `docs/reference/rules/integrations.md#credential-fields`. */

/**
 * Answers the fields that were given. Values never reach a message.
 * @throws CatalogueError `request.invalid`, one item for each field that is missing, unknown or malformed
 */
export const checkCredentials = (
  integration: CatalogueIntegration,
  body: Readonly<Record<string, unknown>>,
): Record<string, string> => {
  if (!takesCredentials(integration)) throw invalid(takesNone(integration));
  const { given, items } = credentialRules(integration)(body);
  if (items.length > 0) throw invalid(...items);
  return given;
};

export const takesCredentials = ({ enabled, credentials }: CatalogueIntegration): boolean =>
  enabled && credentials.length > 0;

const takesNone = ({ name, enabled }: CatalogueIntegration): ValidationItem => ({
  itemId: 'authorization',
  message: `${name} takes no credentials here, since ${enabled ? 'none are known of it' : 'it is not enabled'}. Link the connection through its linkUrl instead.`,
  validatorName: 'notSupported',
});
