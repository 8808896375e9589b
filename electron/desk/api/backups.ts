import type { ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { Type } from 'typebox';
import { Backup, BackupList, BackupName, Restored } from '#contract/backups.ts';
import type { Backups } from '#desk/store/backups.ts';
import { actorOf } from './actor.ts';
import { answers, type DeskApp } from './app.ts';

/** What the API needs of backups. */
export interface BackupsModule extends Pick<Backups, 'list' | 'make' | 'find'> {
  /** @param own the response that waits for it */
  restore(name: string, own: ServerResponse, actor: string): Promise<Restored>;
}

const tags = ['backups'];

/** Backups of cases and targets. */
export const backupRoutes = (app: DeskApp, backups: BackupsModule): void => {
  app.get(
    '/api/backups',
    {
      schema: {
        tags,
        summary: 'List the backups of cases and targets, newest first',
        response: answers(BackupList),
      },
    },
    async () => ({ results: backups.list() }),
  );
  app.post(
    '/api/backups',
    { schema: { tags, summary: 'Make a backup now; three of a day are kept', response: answers(Backup) } },
    async () => backups.find(basename(await backups.make('asked'))).backup,
  );
  app.post(
    '/api/backups/:name/restore',
    {
      schema: {
        tags,
        summary: 'Go back to a backup; what there is is backed up first',
        description:
          'Refused while jobs, runs or uploads are under way. Requests that come meanwhile wait, and event streams end, so that their readers read everything anew. Address, token and sessions stay.',
        params: Type.Object({ name: BackupName }),
        response: answers(Restored),
      },
    },
    (request, reply) => backups.restore(request.params.name, reply.raw, actorOf(request)),
  );
};
