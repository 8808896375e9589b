import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Backup } from '#contract/backups.ts';
import { formatDuration, formatInstant } from '#contract/format.ts';

/** What `carryover repair` and the app's page say alike. */

export const formatPassedOver = ({ name }: Backup, problems: readonly string[]): string => {
  const [first, ...more] = problems;
  return `Not ${name}: ${first}${more.length === 0 ? '' : ` (and ${more.length} more)`}`;
};

/**
 * The newest sound backup and what restoring it loses. A damaged file was written last when it was last as it should
 * be, at the latest.
 */
export const formatCandidate = (backup: Backup, dataDir: string, database: string): readonly string[] => {
  const file = join(dataDir, `${database}.db`);
  const last = Math.max(
    ...[file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
  const span = last - Date.parse(backup.at);
  return [
    `Newest sound backup: ${backup.name} (${formatInstant(backup.at)}).`,
    last === 0
      ? 'Lost: what was written after it. How much is not known, as the file is missing.'
      : span <= 0
        ? 'Nothing was written after it.'
        : `Lost: what was written after it, at most ${formatDuration(span)}, until ${formatInstant(new Date(last).toISOString())}.`,
  ];
};

export const notWithoutProblems = 'No backup is without problems. The newest one that can be read:';

export const noSoundBackup =
  'There is no sound backup of it. Nothing was changed. Copy a backup of yours into the folder backups, or use another data folder and import cases from their files.';
