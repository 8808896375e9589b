import { chunksOf } from '#base/lists.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatCount } from '#contract/format.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { TokenBehaviour, TokenSet } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { PlanRow } from '#desk/tokens/run/plan.ts';
import type { Credentials } from '#desk/tokens/vault.ts';

/** Simulated credentials in the place of the real ones, which never get near an instance. */

/** As many as are issued in one unit of work. */
const issuedAtOnce = 2000;

/** A row with what its import says of its credentials: field to value, masked where secret. */
export interface RowToRehearse {
  readonly row: PlanRow;
  readonly fields: Credentials;
}

/**
 * Credentials for each row, by id. What is not secret stays as the row has it.
 * @throws CatalogueError `rehearsal.noTokens`
 */
export const issueCredentials = async (
  { sandbox, integrations }: Pick<ServiceControl, 'sandbox' | 'integrations'>,
  rows: readonly RowToRehearse[],
  behaviours: ReadonlyMap<number, TokenBehaviour>,
): Promise<Map<number, Credentials>> => {
  const catalogue = new Map((await integrations()).map((one) => [one.platformKey, one]));
  const credentials = new Map<number, Credentials>();
  const kinds = Map.groupBy(rows, ({ row }) => `${row.platformKey} ${behaviours.get(row.id) ?? 'good'}`);
  for (const [kind, alike] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [platformKey, behaviour] = kind.split(' ') as [string, TokenBehaviour];
    for (const some of chunksOf(alike, issuedAtOnce)) {
      const sets = await issue(sandbox, { platformKey, behaviour, count: some.length }, alike.length);
      for (const [n, { row, fields }] of some.entries()) {
        const { credentials: issued } = sets[n] as TokenSet;
        credentials.set(row.id, asTheRowHasIt(catalogue.get(platformKey), issued, fields));
      }
    }
  }
  return credentials;
};

const issue = async (
  sandbox: ServiceControl['sandbox'],
  request: { readonly platformKey: string; readonly behaviour: TokenBehaviour; readonly count: number },
  rows: number,
): Promise<TokenSet[]> => {
  try {
    return await sandbox.issueTokens(request);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw new CatalogueError(
      'rehearsal.noTokens',
      { platform: request.platformKey, rows: formatCount(rows, 'row'), problem: error.message },
      [],
      { cause: error },
    );
  }
};

/**
 * The fields that the row has: those that are not secret with its values, so that the call has the form of the real one.
 * The field that a set is recognized by must be the issued one, whatever the catalogue says of it.
 */
const asTheRowHasIt = (
  integration: CatalogueIntegration | undefined,
  issued: Credentials,
  fields: Credentials,
): Credentials => {
  const given: Record<string, string> = {};
  for (const { name, secret, required } of integration?.credentials ?? []) {
    const value = issued[name];
    const own = fields[name];
    if (value === undefined) continue;
    if (secret || name === 'refreshToken') given[name] = value;
    else if (own !== undefined) given[name] = own;
    else if (required) given[name] = value;
  }
  return given;
};
