import { plainName } from '#base/masked/secret-names.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';

/** Names of the fields that the integration catalogue says are secret. */
export const secretFields = (catalogue: readonly CatalogueIntegration[]): ReadonlySet<string> =>
  new Set(
    catalogue
      .flatMap(({ credentials, managedDetails = [] }) => [...credentials, ...managedDetails])
      .filter(({ secret }) => secret)
      .map(({ name }) => plainName(name)),
  );
