import { CatalogueError } from '#contract/errors.ts';
import { hasText, ProfileShape } from './configuration-shapes.ts';
import { shaped } from './shaped.ts';
import { TargetError } from './target-error.ts';
import type { TargetClient } from './targets.ts';
import { unlessGone } from './unless-gone.ts';

const path = '/profile';

/**
 * The auth header of a target's legacy profile, left out if none is set. It is a secret.
 * @returns `gone` where the target responds with 404, as one without the legacy API
 * @throws CatalogueError `target.unreachable`, `target.refused`, `target.malformed`
 */
export const readProfile = async (
  client: TargetClient,
  signal?: AbortSignal,
): Promise<{ alertAuthHeader?: string } | 'gone'> => {
  const answer = await unlessGone(client.call<unknown>({ method: 'GET', path, ...(signal && { signal }) }));
  if (answer === 'gone') return 'gone';
  const { alertAuthHeader } = shaped(ProfileShape, answer.body, client, path);
  return hasText(alertAuthHeader) ? { alertAuthHeader } : {};
};

/**
 * The same, `''` if none is set; undefined where the target has no legacy API, the key lacks the right, or the response
 * is no profile.
 * @throws TargetError if there was no response
 */
export const readAuthHeader = async (client: TargetClient): Promise<string | undefined> => {
  try {
    const profile = await readProfile(client);
    return profile === 'gone' ? undefined : (profile.alertAuthHeader ?? '');
  } catch (error) {
    if (error instanceof TargetError ? error.statusCode !== undefined : isMalformed(error)) return undefined;
    throw error;
  }
};

const isMalformed = (error: unknown): boolean =>
  error instanceof CatalogueError && error.code === 'target.malformed';
