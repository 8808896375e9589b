import type { ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { Type } from 'typebox';
import { Backup, BackupList, BackupName, Restored } from '#contract/backups.ts';
import type { Backups } from '#desk/store/backups.ts';
import { actorOf } from './actor.ts';
import { answers, type DeskApp, optionsFor } from './app.ts';

/** What the API needs of backups. */
export interface BackupsModule extends Pick<Backups, 'list' | 'make' | 'find'> {
  /** @param own the response that waits for it */
  restore(name: string, own: ServerResponse, actor: string): Promise<Restored>;
}

const options = optionsFor('backups');

/** Backups of cases and targets. */
export const backupRoutes = (app: DeskApp, backups: BackupsModule): void => {
  app.get(
    '/api/backups',
    options('List the backups of cases and targets, newest first', answers(BackupList)),
    async () => ({ results: backups.list() }),
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
    (request, reply) => backups.restore(request.params.name, reply.raw, actorOf(request)),
  );
};
