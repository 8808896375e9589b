import { TargetError } from './target-error.ts';
import type { TargetClient } from './targets.ts';

/**
 * The auth header of a target's legacy profile, `''` if none is set; undefined where the target has no legacy API, or the
 * key lacks the right.
 * @throws TargetError if there was no response
 */
export const readAuthHeader = async (client: TargetClient): Promise<string | undefined> => {
  try {
    const { body } = await client.call<{ alertAuthHeader?: unknown } | null>({
      method: 'GET',
      path: '/profile',
    });
    const value = body?.alertAuthHeader;
    return typeof value === 'string' ? value : '';
  } catch (error) {
    if (error instanceof TargetError && error.statusCode !== undefined) return undefined;
    throw error;
  }
};
