import { type ProfileMark, profileMark } from '#desk/cases/profile-header.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { TargetError } from '#desk/targets/target-error.ts';
import type { TargetClient } from '#desk/targets/targets.ts';

/**
 * Something was said or checked that holds for one value of the profile's auth header: the statement that the portal has
 * the same, or a check of what an endpoint sends.
 */
export const standsOnProfile = ({ portalHeader, headers, targetId, profileHeader }: CaseState): boolean =>
  portalHeader?.equalsProfile === true ||
  profileHeader?.targetId === targetId ||
  [...headers.values()].some((one) => one.targetId === targetId && one.checks.length > 0);

/** undefined where the target has no profile, or does not show it: that is no news of its header. */
export const findProfile = async (
  context: Pick<DeskContext, 'fingerprint'>,
  client: TargetClient,
): Promise<{ readonly mark: ProfileMark } | undefined> => {
  try {
    const { body } = await client.call<{ alertAuthHeader?: unknown } | null>({
      method: 'GET',
      path: '/profile',
    });
    const value = body?.alertAuthHeader;
    return { mark: profileMark(context, typeof value === 'string' ? value : undefined) };
  } catch (error) {
    if (error instanceof TargetError && error.statusCode !== undefined) return undefined;
    throw error;
  }
};
