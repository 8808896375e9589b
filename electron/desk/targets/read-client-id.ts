import { Value } from 'typebox/value';
import { Uuid } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { TargetClient, Targets } from './targets.ts';

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

/** The client of a target, as it was given or as the target says it. A target that is gone knows none. */
export const clientIdOf = async (
  targets: Pick<Targets, 'show' | 'client'>,
  targetId: string,
): Promise<string | undefined> => {
  try {
    const { clientId } = await targets.show(targetId);
    return clientId ?? (await readClientId(await targets.client(targetId)));
  } catch (error) {
    if (error instanceof CatalogueError && error.code === 'target.notFound') return undefined;
    throw error;
  }
};
