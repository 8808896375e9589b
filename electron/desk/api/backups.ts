import type { ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { Type } from 'typebox';
import type { Backups } from '#base/store/sqlite/backups/backups.ts';
import { Backup, BackupList, BackupName, type LocalServiceFiles, Restored } from '#contract/backups.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import { actorOf } from './actor.ts';

/** What the API needs of backups. */
export interface BackupsModule extends Pick<Backups, 'list' | 'make' | 'find' | 'problem'> {
  readonly localService: LocalServiceFiles | undefined;
  /** @param own the response that waits for it */
  restore(name: string, own: ServerResponse, actor: string): Promise<Restored>;
}

const options = optionsFor('backups');

/** Backups of cases and targets, and of the local service. */
export const backupRoutes = (app: ApiApp, backups: BackupsModule): void => {
  const { localService } = backups;
  app.get(
    '/api/backups',
    options('List the backups of cases, targets and the local service, newest first', answers(BackupList)),
    async () => ({
      results: [...backups.list(), ...(localService?.list() ?? [])].sort((a, b) => (a.at < b.at ? 1 : -1)),
      problems: [backups.problem(), localService?.problem()].filter((one) => one !== undefined),
    }),
  );
  app.post(
    '/api/backups',
    options('Create a backup; three per day are kept', answers(Backup)),
    async () => backups.find(basename(await backups.make('asked'))).backup,
  );
  app.post(
    '/api/backups/:name/restore',
    options('Restore a backup; the current data is backed up first', answers(Restored), {
      description:
        'Refused while jobs, runs or uploads are running. New requests wait, and event streams end so that their readers reload. Address, token and sessions stay.',
      params: Type.Object({ name: BackupName }),
    }),
    (request, reply) => {
      const { name } = request.params;
      return localService?.has(name)
        ? localService.restore(name)
        : backups.restore(name, reply.raw, actorOf(request));
    },
  );
  if (localService === undefined) return;
  app.post(
    '/api/backups/local-service',
    options('Create a backup of the local service; three per day are kept', answers(Backup)),
    () => localService.make(),
  );
  app.post(
    '/api/local-service/empty',
    options(
      'Put a damaged database of the local service aside, and start with an empty one',
      answers(Restored),
    ),
    () => localService.startEmpty(),
  );
};
