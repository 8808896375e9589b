import type { CaseAction } from '#contract/case.ts';
import type { CaseState } from './state.ts';
import type { WrittenHere } from './written-here.ts';

/** The auth header that the profile of a target sets, as the case knows it: never its value. */

/** Keyed, hex: tells whether two values are the same, and nothing else. undefined: none is set. */
export type ProfileMark = string | undefined;

export const profileMark = (
  { fingerprint }: { fingerprint(value: string): string },
  value: string | null | undefined,
): ProfileMark =>
  value === undefined || value === null || value === ''
    ? undefined
    : fingerprint(`alertAuthHeader\n${value}`);

/** What is new about it, against what the case knows. */
export const profileObserved = (
  { profileHeader }: CaseState,
  isHere: WrittenHere,
  targetId: string,
  mark: ProfileMark,
): CaseAction[] => {
  const known = profileHeader?.targetId === targetId && isHere(profileHeader.seq) ? profileHeader : undefined;
  if (known !== undefined && known.authHeader === mark) return [];
  return [
    {
      kind: 'profile.observed',
      content: {
        targetId,
        state: known === undefined ? 'known' : 'changed',
        ...(mark === undefined ? {} : { authHeader: mark }),
      },
    },
  ];
};

/** The last entry that saw it changed on the case's target; 0: none did. */
export const profileChanged = ({ profileHeader, targetId }: CaseState): number =>
  profileHeader?.targetId === targetId ? profileHeader.changed : 0;

/** The same of a change to another value: a cutover may take the header away, and that asks for nothing. */
export const profileReplaced = ({ profileHeader, targetId }: CaseState): number =>
  profileHeader?.targetId === targetId ? profileHeader.replaced : 0;
