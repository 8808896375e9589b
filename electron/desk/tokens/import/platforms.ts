import { type CredentialRules, credentialRules } from '#base/credential-rules.ts';
import type { CatalogueIntegration, CredentialField } from '#contract/integration.ts';
import { columnOf, type Field, plain } from '#contract/token-columns.ts';

/** An integration, ready to check many rows. */
export interface Platform {
  readonly integration: CatalogueIntegration;
  readonly check: CredentialRules;
  /** Its credentials by the field of their column. */
  readonly fields: ReadonlyMap<Field, CredentialField>;
  /** Why nothing can be migrated to it; undefined if something can. */
  readonly refused: string | undefined;
}

export interface Platforms {
  /** By key or by name, whatever its case and blanks. */
  find(text: string): Platform | undefined;
}

export const createPlatforms = (catalogue: readonly CatalogueIntegration[]): Platforms => {
  const byText = new Map<string, Platform>();
  for (const integration of catalogue) byText.set(plain(integration.name), prepare(integration));
  // A key counts more than a name that is the same.
  for (const platform of [...byText.values()]) byText.set(platform.integration.platformKey, platform);
  return { find: (text) => byText.get(plain(text)) };
};

const prepare = (integration: CatalogueIntegration): Platform => ({
  integration,
  check: credentialRules(integration),
  fields: new Map(integration.credentials.map((field) => [columnOf(field.name), field])),
  refused: refusalOf(integration),
});

const refusalOf = ({ name, enabled, migration, credentials }: CatalogueIntegration): string | undefined => {
  if (credentials.length === 0 || !(migration.selfService || migration.managed)) {
    return `There is no standard process for a migration to ${name}: agree on one with the solutions engineer.`;
  }
  if (!enabled) return `${name} is not enabled, so no connection can be made to it.`;
  return undefined;
};
