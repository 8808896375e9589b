import { type ProfileMark, profileMark } from '#desk/cases/profile-header.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { CoreContext } from '#desk/core/context.ts';
import { TargetError } from '#desk/targets/target-error.ts';
import type { TargetClient } from '#desk/targets/targets.ts';

/** Its auth header was noted, as by a check, so that another one is news. */
export const knowsProfile = ({ targetId, profileHeader }: CaseState): boolean =>
  profileHeader?.targetId === targetId;

/** undefined where the target has no profile, or does not show it: that is no news of its header. */
export const findProfile = async (
  context: Pick<CoreContext, 'fingerprint'>,
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
