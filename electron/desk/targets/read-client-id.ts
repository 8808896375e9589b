import { Value } from 'typebox/value';
import { Uuid } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { TargetClient } from './targets.ts';

/** The client that the API key belongs to; undefined where the target does not say, or can't be reached. */
export const readClientId = async (client: TargetClient): Promise<string | undefined> => {
  try {
    const { body } = await client.call<{ clientId?: unknown } | null>({
      method: 'GET',
      path: '/profile/syncSettings',
      attempts: 1,
    });
    return Value.Check(Uuid, body?.clientId) ? body.clientId : undefined;
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
};
