import type { ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { finished } from 'node:stream';
import type { Log } from '#base/log.ts';
import type { Backup, Restored } from '#contract/backups.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Front } from './api/front.ts';
import type { Restoring } from './continue-journal.ts';
import type { DeskLife } from './life.ts';
import type { Backups } from './store/backups.ts';
import {
  copyBeside,
  dropCandidate,
  prepareCandidate,
  putCandidate,
  withCandidate,
} from './store/exchange.ts';
import { type JournalRow, readJournal } from './store/journal.ts';
import { openSnapshot } from './store/snapshot.ts';
import type { DeskStore } from './store/store.ts';
import { countTables } from './store/table-counts.ts';

export interface RestoreParts {
  readonly deskFile: string;
  readonly backups: Backups;
  readonly front: Front;
  /** Ends the streams: whoever listens comes back and reads everything anew. */
  readonly cutStreams: () => void;
  readonly life: () => DeskLife;
  /** Opens `desk.db` as it is now, and serves it. */
  readonly begin: () => Promise<void>;
  /** @throws CatalogueError `backup.otherKey` */
  readonly checkKey: (store: DeskStore, name: string) => Promise<void>;
  /** The candidate carries on the journal. */
  readonly continueJournal: (store: DeskStore, restoring: Restoring) => Promise<void>;
  /** Ends the process, as there is no desk any more. */
  readonly end: (error: unknown) => void;
  readonly log: Log;
}

/** Requests that are under way have so long to end, ms. */
const patienceMs = 10_000;

/**
 * Goes back to a backup of `desk.db` within the same process: same port, same token, same sessions. What can be found out
 * before anything is touched is found out before; what there is is backed up last of all; what fails after that brings it
 * back. `own` is the response that waits for it.
 */
export const createRestore = (parts: RestoreParts) => {
  const { deskFile, backups, front, life, begin, log } = parts;
  let restoring: Promise<Restored> | undefined;

  const refuseUnderWay = async (): Promise<void> => {
    const what = await life().underWay();
    if (what.length > 0) throw new CatalogueError('backup.underWay', { what: what.join(' and ') });
  };

  /** Brings back what there was. Without it nothing can be answered, but the next start opens whichever file is there. */
  const goBack = async (keptAt: string | undefined, actor: string): Promise<void> => {
    await life()
      .close()
      .catch(() => undefined);
    if (keptAt !== undefined) {
      const journal = await journalIn(deskFile);
      await copyBeside(deskFile, keptAt);
      const restoring = { journal, backup: basename(keptAt), actor };
      await withCandidate(deskFile, (store) => parts.continueJournal(store, restoring));
      putCandidate(deskFile);
    }
    await begin();
  };

  /** The backup becomes `desk.db`. */
  const exchange = async (
    backup: Backup,
    own: ServerResponse,
    actor: string,
  ): Promise<{ keptAs: string; before: number }> => {
    let keptAt: string | undefined;
    let isReplaced = false;
    try {
      await life().rest();
      const before = await life().keptCredentials();
      keptAt = await backups.make('restore', backup.name);
      const journal = await life().store.read((reader) => readJournal(reader));
      const restoring = { journal, backup: backup.name, actor };
      await withCandidate(deskFile, (store) => parts.continueJournal(store, restoring));
      await life().close();
      putCandidate(deskFile);
      isReplaced = true;
      await begin();
      return { keptAs: basename(keptAt), before };
    } catch (error) {
      log.error({ err: error, backup: backup.name }, 'desk: a backup could not be restored');
      const problem = error instanceof Error ? error.message : String(error);
      await goBack(isReplaced ? keptAt : undefined, actor).catch((later: unknown) => {
        finished(own, () => parts.end(later));
        throw new CatalogueError('backup.hostEnds', { name: backup.name, problem }, [], { cause: later });
      });
      throw new CatalogueError('backup.notRestored', { name: backup.name, problem });
    }
  };

  const restore = async (
    backup: Backup,
    path: string,
    own: ServerResponse,
    actor: string,
  ): Promise<Restored> => {
    await refuseUnderWay();
    await prepareCandidate(deskFile, path, (store) => parts.checkKey(store, backup.name));
    const held = front.holding(own, patienceMs, async () => {
      // Nothing can begin from now on.
      await refuseUnderWay();
      return exchange(backup, own, actor);
    });
    parts.cutStreams();
    const exchanged = await held;
    if (exchanged === undefined) {
      throw new CatalogueError('backup.underWay', { what: 'a request is under way that takes long' });
    }
    const { keptAs, before } = exchanged;
    const kept = await life().keptCredentials();
    const credentials = { kept, shredded: before - kept };
    log.info({ backup: backup.name, keptAs, ...credentials }, 'desk: a backup was restored');
    const hasTokenRows = ((await life().store.read(countTables)).token_rows ?? 0) > 0;
    const text = words(backup, keptAs, credentials, hasTokenRows);
    return { restored: backup, keptAs, credentials, text };
  };

  const restoreAlone = async (name: string, own: ServerResponse, actor: string): Promise<Restored> => {
    try {
      const { backup, path } = backups.find(name);
      return await restore(backup, path, own, actor);
    } finally {
      dropCandidate(deskFile);
    }
  };

  return {
    async restore(name: string, own: ServerResponse, actor: string): Promise<Restored> {
      if (restoring !== undefined) {
        throw new CatalogueError('backup.underWay', { what: 'another backup is being restored' });
      }
      restoring = restoreAlone(name, own, actor).finally(() => {
        restoring = undefined;
      });
      return restoring;
    },
    /** Resolves once nothing is being restored. */
    async ended(): Promise<void> {
      await restoring?.catch(() => undefined);
    },
  };
};

/** The journal of a database that nobody has open. */
const journalIn = async (deskFile: string): Promise<JournalRow[]> => {
  const { reader, close } = openSnapshot(deskFile);
  try {
    return await readJournal(reader);
  } finally {
    close();
  }
};

const words = (
  { at }: Backup,
  keptAs: string,
  { kept, shredded }: Restored['credentials'],
  hasTokenRows: boolean,
): string =>
  [
    `The cases and targets are as they were at ${at}. What there was until now is kept as ${keptAs} for ten days, and can be restored like any backup.`,
    ...(shredded === 0
      ? []
      : [
          `Credentials are never backed up: those of ${shredded} rows that these cases do not wait for were shredded.`,
        ]),
    ...(kept === 0 ? [] : [`Those of ${kept} rows are still kept.`]),
    ...(hasTokenRows
      ? [
          'Rows that were migrated since then are shown as they were before, without their credentials: import them anew before they are run again.',
        ]
      : []),
  ].join(' ');
