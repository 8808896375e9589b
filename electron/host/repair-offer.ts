import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#base/log.ts';
import { ownUser } from '#base/own-user.ts';
import type { RepairOffer, RepairOrder } from '#contract/host-messages.ts';
import { openRepair, type Repair } from './repair.ts';
import { formatCandidate, formatPassedOver, noSoundBackup, notWithoutProblems } from './repair-messages.ts';

/** What the app's page offers of `carryover repair`: for databases without which nothing starts. */

interface Folder {
  readonly dataDir: string;
  /** Out of the keychain; left out: that of the key file. */
  readonly dataKey?: Buffer;
  readonly log: Log;
}

/**
 * Changes nothing. Undefined if each of them is sound.
 * @throws StartError, CatalogueError as `openRepair`
 */
export const offerRepair = (folder: Folder): Promise<RepairOffer | undefined> =>
  withRepair(folder, async (repair) => {
    if (repair.states.desk === 'damaged') return offerBackup(repair, folder.dataDir);
    return repair.states.vault === 'damaged' ? offerWithoutVault : undefined;
  });

/** @throws StartError, CatalogueError as `openRepair`, and `backup.…` of a backup that can't take the place */
export const carryOutRepair = (folder: Folder, order: RepairOrder): Promise<void> =>
  withRepair(folder, async (repair) => {
    // It may have been repaired since it was offered: what is sound is never replaced.
    if (repair.states[order.database] !== 'damaged') return;
    const keptAs =
      order.database === 'vault'
        ? repair.putAside('vault')
        : await repair.restore('desk', { name: order.backup }, ownUser());
    folder.log.warn({ ...order, keptAs }, 'host: repaired');
  });

const withRepair = async <T>(
  { dataDir, log, dataKey }: Folder,
  work: (repair: Repair) => Promise<T>,
): Promise<T> => {
  const repair = openRepair(dataDir, log, dataKey);
  try {
    return await work(repair);
  } finally {
    repair.release();
  }
};

const offerBackup = async (repair: Repair, dataDir: string): Promise<RepairOffer> => {
  const isThere = existsSync(join(dataDir, 'desk.db'));
  const text = `The database desk.db, which holds the cases, is ${isThere ? 'damaged' : 'missing'}. Nothing was changed.`;
  const facts: string[] = [];
  const candidate = await repair.candidate('desk', (backup, problems) => {
    facts.push(formatPassedOver(backup, problems));
  });
  if (candidate === undefined) return { text, facts: [...facts, noSoundBackup] };
  const { backup, problems } = candidate;
  if (problems.length > 0) facts.push(notWithoutProblems);
  facts.push(
    ...formatCandidate(backup, dataDir, 'desk'),
    `${isThere ? 'The damaged file is kept. ' : ''}The gap is shown in Settings › Integrity until it is accepted with a reason.`,
  );
  const order = { database: 'desk', backup: backup.name } as const;
  return { text, facts, action: { label: `Restore ${backup.name}`, order } };
};

const offerWithoutVault: RepairOffer = {
  text: 'The database vault.db, which holds stored credentials, is damaged. Nothing was changed.',
  facts: ['Credentials are never backed up: import their rows again.', 'The damaged file is kept.'],
  action: { label: 'Start without stored credentials', order: { database: 'vault' } },
};
