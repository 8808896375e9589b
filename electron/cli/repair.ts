import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import { ownUser } from '#base/own-user.ts';
import type { Candidate, Repair, Repairable } from '#host/repair.ts';
import {
  formatCandidate,
  formatPassedOver,
  noSoundBackup,
  notWithoutProblems,
} from '#host/repair-messages.ts';
import { confirmed } from './ask.ts';
import { type CommonOptions, withData, withExamples, withExitCodes, withJson } from './options.ts';
import { printJson, remark } from './output.ts';

interface Options extends CommonOptions {
  readonly yes?: true;
  readonly service?: 'restore' | 'empty';
}

/** What was done with a database, as JSON. */
interface Outcome {
  readonly database: string;
  readonly state: string;
  readonly restored?: string;
  readonly keptAs?: string;
}

/** `carryover repair`: puts backups in the place of damaged databases. */
export const repairCommand = (): Command => {
  const repair = new Command('repair')
    .description('Check the databases of a data folder and restore the newest sound backup of a damaged one')
    .option('--yes', 'skip confirmation')
    .addOption(
      new Option('--service <how>', 'damaged service.db: restore a backup, or start empty').choices([
        'restore',
        'empty',
      ]),
    )
    .action(repairFolder);
  withJson(withData(repair));
  withExamples(
    repair,
    ['repair', 'Check, and ask before anything is changed.'],
    ['repair --yes --service empty', 'Restore desk.db if needed; start the local service empty.'],
  );
  return withExitCodes(repair, { 0: 'sound or repaired', 3: 'damaged' });
};

const repairFolder = async (options: Options): Promise<void> => {
  // The whole host hangs on it.
  const [{ openRepair, repairable }, { createLog }] = await Promise.all([
    import('#host/repair.ts'),
    import('#base/log.ts'),
  ]);
  const repair = openRepair(options.data, createLog({ level: 'error', words: process.stderr.isTTY }));
  try {
    const outcomes: Outcome[] = [];
    for (const database of repairable) outcomes.push(await repairOne(repair, database, options));
    const isLeft = outcomes.some(
      ({ state, restored, keptAs }) => state === 'damaged' && (restored ?? keptAs) === undefined,
    );
    if (isLeft) process.exitCode = 3;
    if (options.json) printJson({ databases: outcomes });
  } finally {
    repair.release();
  }
};

const repairOne = async (repair: Repair, database: Repairable, options: Options): Promise<Outcome> => {
  const state = repair.states[database];
  const isThere = existsSync(repair.pathOf(database));
  remark(
    `${database}.db: ${state === 'damaged' && !isThere ? 'missing, although there are backups of it' : state}`,
  );
  if (state !== 'damaged') return { database, state };
  if (database === 'vault') return withoutVault(repair, options);
  if (database === 'service' && options.service === 'empty') return startEmpty(repair, options);
  const candidate = await repair.candidate(database, (backup, problems) =>
    remark(`  ${formatPassedOver(backup, problems)}`),
  );
  if (candidate !== undefined) return restore(repair, database, candidate, options);
  if (database === 'service') {
    remark('  There is no sound backup of it.');
    return startEmpty(repair, options);
  }
  remark(`  ${noSoundBackup}`);
  return { database, state };
};

const restore = async (
  repair: Repair,
  database: 'desk' | 'service',
  { backup, problems }: Candidate,
  options: Options,
): Promise<Outcome> => {
  const state = 'damaged';
  const wasThere = existsSync(repair.pathOf(database));
  if (problems.length > 0) remark(`  ${notWithoutProblems}`);
  for (const fact of formatCandidate(backup, options.data, database)) remark(`  ${fact}`);
  if (!(await agreed(`Restore ${backup.name}?`, options))) return { database, state };
  const keptAs = await repair.restore(database, backup, ownUser());
  remark(`  Restored.${wasThere ? ` The damaged file is kept as ${keptAs}.` : ''}${nextSteps[database]}`);
  return { database, state, restored: backup.name, ...(wasThere ? { keptAs } : {}) };
};

const nextSteps = {
  desk: ' The gap is shown in Settings › Integrity until it is accepted with a reason (`carryover verify --accept REASON`).',
  service: ' Deliveries that waited then are sent again; consumers drop duplicates by webhook-id.',
} as const;

const startEmpty = async (repair: Repair, options: Options): Promise<Outcome> => {
  const state = 'damaged';
  const how = 'Start the local service empty, with a new API key? The damaged file is kept aside.';
  if (!(await agreed(how, options, options.service === 'empty'))) return { database: 'service', state };
  const keptAs = repair.putAside('service');
  remark(`  The local service starts empty. The damaged file is kept as ${keptAs} until the next reset.`);
  return { database: 'service', state, keptAs };
};

const withoutVault = async (repair: Repair, options: Options): Promise<Outcome> => {
  const how = 'Start without the stored credentials? They are never backed up: import their rows again.';
  if (!(await agreed(how, options))) return { database: 'vault', state: 'damaged' };
  const keptAs = repair.putAside('vault');
  remark(`  Put aside as ${keptAs}.`);
  return { database: 'vault', state: 'damaged', keptAs };
};

/** @param isAsked whether an option says so already: what empties is never done by `--yes` alone */
const agreed = async (question: string, { yes, json }: Options, isAsked = true): Promise<boolean> => {
  if (yes && isAsked) return true;
  if (json || !process.stdin.isTTY) {
    remark(`  Nothing was changed. ${question} Use --yes${isAsked ? '' : ' --service empty'}.`);
    return false;
  }
  return confirmed(`  ${question}`, '');
};
