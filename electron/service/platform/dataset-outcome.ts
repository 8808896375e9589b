import { draw } from '#base/ids.ts';
import type { DatasetEnd } from '#contract/data.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { TokenBehaviour } from '#contract/sandbox.ts';
import { isCustomType } from './custom-type.ts';

/** How a dataset ends, by what is wrong with the token that it used. Source: `docs/reference/rules/integrations.md#simulated-platforms`. */

export interface Outcome {
  readonly status: DatasetEnd;
  readonly errorMessage: string | null;
}

/** A simulated token set, as it bears on a sync; absent for a token that the simulator did not issue. */
export interface UsedTokenSet {
  readonly id: string;
  readonly behaviour: TokenBehaviour | 'misplaced';
  /** ms UTC */
  readonly issuedAt: number;
}

export interface Ending {
  /** Undefined if the catalogue no longer has it. */
  readonly integration: CatalogueIntegration | undefined;
  readonly dataType: string;
  readonly tokenSet?: UsedTokenSet | undefined;
  /** The sandbox's. */
  readonly seed: number;
  /** ms UTC */
  readonly at: number;
}

export const outcomeOf = (ending: Ending): Outcome => {
  const { integration, dataType, tokenSet } = ending;
  if (integration === undefined || !(integration.dataTypes.includes(dataType) || isCustomType(dataType))) {
    const name = integration?.name ?? 'The platform';
    return failed('NotSupported', `${name} does not support the data type ${dataType}.`);
  }
  const dead = deadToken(integration, tokenSet, ending.at);
  if (dead !== undefined) return failed('AuthError', dead);
  switch (tokenSet?.behaviour) {
    case 'rate-limited':
      return failed(
        'RateLimitError',
        `${integration.name} answered 429 too often: its own rate limit is used up. Sync again later.`,
      );
    case 'scope-missing':
      return lacksScope(ending, tokenSet, integration)
        ? failed(
            'PermissionsError',
            `The token was not granted the scope for ${dataType}. Ask the customer to connect again with all scopes.`,
          )
        : complete;
    case 'one-data-type-fails':
      return dataType === chosenType(ending, tokenSet, integration)
        ? failed('FetchError', `${integration.name} answered 500 when ${dataType} was fetched.`)
        : complete;
    default:
      return complete;
  }
};

const failed = (status: DatasetEnd, errorMessage: string): Outcome => ({ status, errorMessage });

const complete: Outcome = { status: 'Complete', errorMessage: null };

/** How many records a dataset of that seed changed, if it ended well; now and then there are none. */
export const recordsModified = (datasetSeed: number): number => {
  const share = draw(datasetSeed, 'records');
  return share < 0.15 ? 0 : 1 + Math.floor(share * 400);
};

/** Why the token no longer works at that instant; undefined while it does. */
const deadToken = (
  integration: CatalogueIntegration,
  tokenSet: UsedTokenSet | undefined,
  at: number,
): string | undefined => {
  switch (tokenSet?.behaviour) {
    case 'refresh-token-used':
      return `invalid_grant: ${integration.name} says that the refresh token was used before and has been replaced. Migrate the newest one, or ask the customer to connect again.`;
    case 'misplaced':
      return `invalid_grant: ${integration.name} says that this is not a refresh token. Another token is in its field: migrate each in its own field.`;
    case 'revoked':
      return `invalid_grant: ${integration.name} says that the token was revoked. Ask the customer to connect again.`;
    case 'used-by-old-application':
      return at < oldApplicationRefreshesAt(integration, tokenSet)
        ? undefined
        : `invalid_grant: ${integration.name} says that another application refreshed the token after it was copied. Disable syncing in the old application, then migrate the newest token.`;
    default:
      return undefined;
  }
};

/** The old application refreshes when its access token runs out; one that never does is refreshed after this, s. */
const refreshAnywaySeconds = 3600;

/** From then on the copy is dead, ms UTC. */
const oldApplicationRefreshesAt = (
  { oauth }: CatalogueIntegration,
  { issuedAt }: Pick<UsedTokenSet, 'issuedAt'>,
): number => issuedAt + (oauth.accessTokenLifetimeSeconds ?? refreshAnywaySeconds) * 1000;

/** About half of the data types, and at least one. */
const lacksScope = (ending: Ending, tokenSet: UsedTokenSet, integration: CatalogueIntegration): boolean =>
  ending.dataType === chosenType(ending, tokenSet, integration) ||
  draw(ending.seed, 'scope', tokenSet.id, ending.dataType) < 0.5;

const chosenType = (
  { seed }: Ending,
  tokenSet: UsedTokenSet,
  { dataTypes }: CatalogueIntegration,
): string | undefined => dataTypes[Math.floor(draw(seed, 'chosen type', tokenSet.id) * dataTypes.length)];
