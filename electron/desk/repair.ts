import { basename, join } from 'node:path';
import { errorText } from '#base/error-text.ts';
import type { Log } from '#base/log.ts';
import { asideOf } from '#base/store/sqlite/database-file.ts';
import { dropCandidate, exchangeDatabase } from '#base/store/sqlite/exchange-database.ts';
import { checkChain } from './cases/check-chain.ts';
import { isUnderKey } from './cases/under-key.ts';
import { candidateContext } from './context.ts';
import { continueJournal } from './continue-journal.ts';
import { readAuditStreams } from './store/audit-streams.ts';
import { readHeads } from './store/case-chain.ts';
import type { DeskContext } from './store/context.ts';
import { prepareCandidate, withCandidate } from './store/exchange.ts';
import { type JournalRow, readJournal } from './store/journal.ts';
import { openSnapshot } from './store/snapshot.ts';
import type { Reader } from './store/store.ts';

interface Parts {
  readonly dataDir: string;
  readonly dataKey: Buffer;
  readonly log: Log;
}

/** What a backup is good for. */
export interface ExaminedBackup {
  /** It can take the place of `desk.db`: it is whole, of this key, and of a form that is known. */
  readonly usable: boolean;
  /** Of it, or of its cases; empty if all chains and signatures are as they were written. */
  readonly problems: readonly string[];
  readonly cases: number;
}

/** What can be done with `desk.db` while no desk has it open. */
export interface DeskFiles {
  /** Looks through a backup: its pages, and each chain with its signatures. */
  examine(backup: string): Promise<ExaminedBackup>;
  /**
   * Puts a backup in the place of `desk.db`, which is kept aside. The journal goes on as far as it can be read.
   * @returns the name that the damaged file has now
   */
  restore(backup: string, actor: string): Promise<string>;
}

export const deskFiles = (parts: Parts): DeskFiles => {
  const deskFile = join(parts.dataDir, 'desk.db');
  return {
    async examine(backup) {
      try {
        let found: Pick<ExaminedBackup, 'problems' | 'cases'> = { problems: [], cases: 0 };
        await prepareCandidate(deskFile, backup, async (store) => {
          found = await chainProblems(await candidateContext(parts, store));
        });
        return { usable: true, ...found };
      } catch (error) {
        return { usable: false, problems: [errorText(error)], cases: 0 };
      } finally {
        dropCandidate(deskFile);
      }
    },
    async restore(backup, actor) {
      const lost = (await readable(deskFile, readJournal)) ?? [];
      const streams = await readable(deskFile, readAuditStreams);
      await prepareCandidate(deskFile, backup, async () => {});
      await withCandidate(deskFile, async (store) => {
        const own = await store.read((reader) => readJournal(reader));
        const carried = goesOn(own, lost) ? { journal: lost, streams } : { journal: own };
        const restoring = { ...carried, backup: basename(backup), actor };
        await continueJournal(await candidateContext(parts, store), restoring);
      });
      const aside = asideOf('desk.db');
      exchangeDatabase(deskFile, aside);
      return aside;
    },
  };
};

const chainProblems = async (context: DeskContext) => {
  const { store, authenticate } = context;
  if ((await isUnderKey(store, authenticate)) === false)
    throw new Error('It was made with another data key.');
  const heads = await store.read(readHeads);
  const problems: string[] = [];
  for (const { case_id: caseId } of heads) {
    const check = await checkChain(context, caseId);
    problems.push(...check.problems.map(({ what }) => `Case ${caseId.slice(0, 8)}: ${what}`));
  }
  return { problems, cases: heads.length };
};

/** Of a damaged database; undefined where it can't be read. */
const readable = async <T>(
  deskFile: string,
  read: (reader: Reader) => Promise<T>,
): Promise<T | undefined> => {
  try {
    const { reader, close } = openSnapshot(deskFile);
    try {
      return await read(reader);
    } finally {
      close();
    }
  } catch {
    return undefined;
  }
};

/** Whether a journal contains the other one, and nothing is missing in it. */
const goesOn = (own: readonly JournalRow[], later: readonly JournalRow[]): boolean =>
  later.length >= own.length &&
  later.every(({ seq }, index) => seq === index + 1) &&
  own.every(({ digest }, index) => later[index]?.digest === digest);
