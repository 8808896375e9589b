import type { CatalogueIntegration } from '#contract/integration.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Credentials } from './vault.ts';

/**
 * A keyed code, hex, of the secret values of a row, in the order of the catalogue. It tells whether two rows hold the
 * same tokens, and whether a row and what the vault holds for it belong together; and nothing else.
 */
export const markOf = (
  { fingerprint }: Pick<DeskContext, 'fingerprint'>,
  { credentials: fields }: Pick<CatalogueIntegration, 'credentials'>,
  credentials: Credentials,
): string =>
  fingerprint(
    JSON.stringify(fields.filter(({ secret }) => secret).map(({ name }) => credentials[name] ?? null)),
  );
