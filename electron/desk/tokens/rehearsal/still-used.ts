import type { CaseState } from '#desk/cases/state.ts';

/** What it means for a rehearsal that step 4 of the runbook was overruled. Source: `docs/reference/rules/managed-migration.md#why-syncing-is-disabled`. */

/** Companies for which nobody has confirmed that the old application syncs no more, where that was overruled. */
export const stillUsedIn = ({ runbook }: Pick<CaseState, 'runbook'>): ((ref: string) => boolean) =>
  runbook?.overrides.has('disable-syncing') ? (ref) => !runbook.syncing.has(ref) : () => false;

/** Longer than an access token of any platform with managed migration lives: whoever refreshes has done so by then. */
export const untilRefreshed = 'PT25H';

export const formatStillUsed = (rows: number, after: string): string => {
  const are = rows === 1 ? '1 company is' : `${rows} companies are`;
  return `Step 4 of the runbook is overridden: ${are} treated as still used by the old application, without confirmation of the opposite. Everything is synced again after ${after}, when it has refreshed its tokens.`;
};
