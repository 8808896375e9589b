import { parseDurationMs } from '#base/clock.ts';
import { formatCount, formatDuration } from '#contract/format.ts';
import type { CaseState } from '#desk/cases/state.ts';

/** A rehearsal with step 4 of the runbook overridden. Source: `docs/reference/rules/managed-migration.md#why-syncing-is-disabled`. */

/** Companies without confirmed disabled syncing, where that requirement is overridden. */
export const stillUsedIn = ({ runbook }: Pick<CaseState, 'runbook'>): ((ref: string) => boolean) =>
  runbook?.overrides.has('disable-syncing') ? (ref) => !runbook.syncing.has(ref) : () => false;

/** Longer than the access token of any platform with managed migration lives, so it was refreshed by then. */
export const untilRefreshed = 'PT25H';

export const formatStillUsed = (rows: number, after: string): string => {
  const companies = formatCount(rows, 'company', 'companies');
  const duration = formatDuration(parseDurationMs(after, 'again'));
  return `Step 4 of the runbook is overridden: ${companies} without confirmation simulated as still used by the old application. All companies sync again after ${duration}, once it has refreshed its tokens.`;
};
