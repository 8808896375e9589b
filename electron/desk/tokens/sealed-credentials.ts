import type { CatalogueIntegration } from '#contract/integration.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { markOf } from './mark.ts';
import type { CredentialSource } from './run/plan.ts';
import type { Vault } from './vault.ts';

/** Credentials from the vault. Those of a row that was replaced while its process died belong to no row: they are not given. */
export const sealedCredentials = (
  context: Pick<DeskContext, 'fingerprint'>,
  vault: Vault,
  catalogue: () => Promise<readonly CatalogueIntegration[]>,
): CredentialSource => ({
  async open(rows) {
    const integrations = new Map((await catalogue()).map((one) => [one.platformKey, one]));
    const opened = await vault.open(rows.map(({ id }) => id));
    for (const { id, platformKey, mark } of rows) {
      const found = opened.get(id);
      const integration = integrations.get(platformKey);
      const belongs = found && integration && markOf(context, integration, found) === mark;
      if (!belongs) opened.delete(id);
    }
    return opened;
  },
  done: (rowIds) => vault.shred(rowIds),
});
