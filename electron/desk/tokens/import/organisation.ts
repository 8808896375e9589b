import type { CatalogueIntegration } from '#contract/integration.ts';

/** They say where an organisation is kept, and not which it is. */
const places: ReadonlySet<string> = new Set(['dataCentre', 'environment', 'marketplaceId']);
/** Stands in a value of which only the end is known. */
const masked = '•';

/** Which organisation at the platform the credentials of a row are of. */
export interface Organisation {
  /** The fields that tell it, such as `tenantId`. */
  readonly fields: readonly string[];
  /** The same for rows of the same organisation. */
  readonly key: string;
}

/**
 * Told by the credentials that are not secret, whatever their case: together they name one organisation, tenant, company
 * file or shop.
 * @param values by field, as they may be shown. @returns undefined where the platform has none, or a value is not known
 */
export const organisationOf = (
  { platformKey, credentials }: Pick<CatalogueIntegration, 'platformKey' | 'credentials'>,
  values: Readonly<Record<string, string>>,
): Organisation | undefined => {
  const fields = credentials
    .filter(({ name, secret }) => !secret && !places.has(name))
    .map(({ name }) => name);
  const given = fields.map((name) => values[name]?.trim().toLowerCase() ?? '');
  if (given.every((value) => value === '') || given.some((value) => value.includes(masked))) return undefined;
  return { fields, key: JSON.stringify([platformKey, ...given]) };
};
