import type { ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { finished } from 'node:stream';
import { errorText } from '#base/error-text.ts';
import type { Log } from '#base/log.ts';
import type { Backups } from '#base/store/sqlite/backups/backups.ts';
import { dropCandidate } from '#base/store/sqlite/exchange-database.ts';
import type { Backup, Restored } from '#contract/backups.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatCount, formatList } from '#contract/format.ts';
import type { Front } from './api/front.ts';
import type { Restoring } from './continue-journal.ts';
import type { DeskLife } from './life.ts';
import { readAuditStreams } from './store/audit-streams.ts';
import { readHeads } from './store/case-chain.ts';
import { copyBeside, prepareCandidate, putCandidate, withCandidate } from './store/exchange.ts';
import { readJournal } from './store/journal.ts';
import { openSnapshot } from './store/snapshot.ts';
import type { DeskStore, Reader } from './store/store.ts';
import { countTables } from './store/table-counts.ts';

export interface RestoreParts {
  readonly deskFile: string;
  readonly backups: Backups;
  readonly front: Front;
  /** Ends the streams: their readers reconnect and read everything again. */
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
 * Restores a backup of `desk.db` within the same process: same port, same token, same sessions. Everything is checked
 * before anything changes; the present database is backed up last; what fails after that brings it back.
 */
export const createRestore = (parts: RestoreParts) => {
  let restoring: Promise<Restored> | undefined;
  return {
    /** @param own the response that waits for it */
    async restore(name: string, own: ServerResponse, actor: string): Promise<Restored> {
      if (restoring !== undefined) {
        throw new CatalogueError('backup.underWay', { what: 'another backup is being restored' });
      }
      restoring = restoreAlone(parts, name, own, actor).finally(() => {
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

const restoreAlone = async (
  parts: RestoreParts,
  name: string,
  own: ServerResponse,
  actor: string,
): Promise<Restored> => {
  try {
    const { backup, path } = parts.backups.find(name);
    return await restore(parts, { backup, own, actor }, path);
  } finally {
    dropCandidate(parts.deskFile);
  }
};

interface Request {
  readonly backup: Backup;
  readonly own: ServerResponse;
  readonly actor: string;
}

const restore = async (parts: RestoreParts, request: Request, path: string): Promise<Restored> => {
  const { deskFile, front, life, log } = parts;
  const { backup, own } = request;
  await refuseUnderWay(life());
  await prepareCandidate(deskFile, path, async (store) => {
    await parts.checkKey(store, backup.name);
    await refuseLosingHeld(life(), store, backup.name);
  });
  const held = front.holding(own, patienceMs, async () => {
    // Nothing can begin from now on.
    await refuseUnderWay(life());
    await withCandidate(deskFile, (store) => refuseLosingHeld(life(), store, backup.name));
    return exchange(parts, request);
  });
  parts.cutStreams();
  const exchanged = await held;
  if (exchanged === undefined) {
    throw new CatalogueError('backup.underWay', { what: 'a long request is running' });
  }
  const { keptAs, before } = exchanged;
  const kept = await life().keptCredentials();
  const credentials = { kept, shredded: before - kept };
  log.info({ backup: backup.name, keptAs, ...credentials }, 'desk: a backup was restored');
  const hasTokenRows = ((await life().store.read(countTables)).token_rows ?? 0) > 0;
  const text = formatRestored(backup, keptAs, credentials, hasTokenRows);
  return { restored: backup, keptAs, credentials, text };
};

const refuseUnderWay = async (life: DeskLife): Promise<void> => {
  const what = await life.underWay();
  if (what.length > 0) throw new CatalogueError('backup.underWay', { what: what.join(' and ') });
};

/** A backup from before takes entries away, which a legal hold forbids. @throws CatalogueError `backup.hold` */
const refuseLosingHeld = async (life: DeskLife, candidate: DeskStore, name: string): Promise<void> => {
  const held = await life.heldCases();
  if (held.length === 0) return;
  const kept = new Set((await candidate.read(readHeads)).map(({ digest }) => digest));
  const lost = held.filter(({ digest }) => !kept.has(digest)).map((one) => `"${one.name}"`);
  if (lost.length > 0) throw new CatalogueError('backup.hold', { name, cases: formatList(lost) });
};

/** The backup becomes `desk.db`. */
const exchange = async (
  parts: RestoreParts,
  { backup, own, actor }: Request,
): Promise<{ keptAs: string; before: number }> => {
  const { deskFile, backups, life, log } = parts;
  let keptAt: string | undefined;
  let isReplaced = false;
  try {
    await life().rest();
    const before = await life().keptCredentials();
    keptAt = await backups.make('restore', backup.name);
    const restoring = { ...(await life().store.read(carriedOver)), backup: backup.name, actor };
    await withCandidate(deskFile, (store) => parts.continueJournal(store, restoring));
    await life().close();
    putCandidate(deskFile);
    isReplaced = true;
    await parts.begin();
    return { keptAs: basename(keptAt), before };
  } catch (error) {
    log.error({ err: error, backup: backup.name }, 'desk: a backup could not be restored');
    const problem = errorText(error);
    await goBack(parts, isReplaced ? keptAt : undefined, actor).catch((later: unknown) => {
      finished(own, () => parts.end(later));
      throw new CatalogueError('backup.hostEnds', { name: backup.name, problem }, [], { cause: later });
    });
    throw new CatalogueError('backup.notRestored', { name: backup.name, problem });
  }
};

/** Brings back what there was. Without it nothing can be answered, but the next start opens whichever file is there. */
const goBack = async (parts: RestoreParts, keptAt: string | undefined, actor: string): Promise<void> => {
  const { deskFile } = parts;
  await parts
    .life()
    .close()
    .catch(() => undefined);
  if (keptAt !== undefined) {
    const restoring = { ...(await carriedOverOf(deskFile)), backup: basename(keptAt), actor };
    await copyBeside(deskFile, keptAt);
    await withCandidate(deskFile, (store) => parts.continueJournal(store, restoring));
    putCandidate(deskFile);
  }
  await parts.begin();
};

type CarriedOver = Required<Pick<Restoring, 'journal' | 'streams'>>;

/** What does not go back with a backup. */
const carriedOver = async (reader: Reader): Promise<CarriedOver> => ({
  journal: await readJournal(reader),
  streams: await readAuditStreams(reader),
});

/** The same of a database that nobody has open. */
const carriedOverOf = async (deskFile: string): Promise<CarriedOver> => {
  const { reader, close } = openSnapshot(deskFile);
  try {
    return await carriedOver(reader);
  } finally {
    close();
  }
};

const formatRestored = (
  { at }: Backup,
  keptAs: string,
  { kept, shredded }: NonNullable<Restored['credentials']>,
  hasTokenRows: boolean,
): string => {
  const sentences = [
    `Cases and targets are restored to ${at}. The previous state is kept as ${keptAs} for ten days and can be restored like any backup.`,
  ];
  if (shredded > 0) {
    const rows = formatCount(shredded, 'row');
    sentences.push(
      `Credentials are never backed up: those of ${rows} that the restored cases do not need were shredded.`,
    );
  }
  if (kept > 0) sentences.push(`Credentials of ${formatCount(kept, 'row')} are kept.`);
  if (hasTokenRows) {
    sentences.push(
      'Rows migrated since then are shown as before, without credentials: import them again before the next run.',
    );
  }
  return sentences.join(' ');
};
