import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { systemTime } from '#base/clock.ts';
import { searchedText } from '#contract/search-text.ts';
import { sliceLength, sliceOf } from './slices.ts';

/**
 * The full-text index of messages, `search.db`: made from `service.db` beside it, at any time again. Each slice of
 * messages has a table of its own without their text. When messages of a slice were removed, it is dropped whole, its
 * pages overwritten, and made anew of what is left: to take words of single messages out costs the removal of a message
 * 2 ms and more. Source: `docs/decisions/2026-11-24-text-index.md`.
 */
export interface IndexFile {
  /** Does a bounded part of what there is to do. Answers whether there is more for now. */
  step(): boolean;
  /** The newest messages `from <= seq < before` that match, from the newest one on. */
  find(match: string, from: number, before: number, limit: number): FoundSeqs;
  /** How many messages are not indexed yet. */
  behind(): number;
  /** How many messages there are. Takes longer. */
  stored(): number;
  close(): void;
}

export interface FoundSeqs {
  readonly seqs: number[];
  /** Everything from here on was searched; 0 at the end. */
  readonly reached: number;
}

interface Asked {
  readonly match: string;
  readonly from: number;
  readonly before: number;
  readonly limit: number;
}

interface Slice {
  readonly slice: number;
  /** Of `text_slices` when it was begun. */
  readonly version: number;
  /** Indexed up to and with this message; its id tells whether it still is that one. */
  readonly last_seq: number;
  readonly last_id: string;
}

/** Time that a step may take, ms: whoever searches waits meanwhile. */
const stepMs = 25;
const batch = 50;
/** Characters of messages in one batch. */
const batchChars = 262_144;
/** A slice is made anew once nothing was removed from it for so long, ms: a removal goes on for a while. */
const quietMs = 2000;
/** A search answers with what it has after so long, ms. */
const searchMs = 120;

/** @param servicePath is only read */
export const openIndexFile = (path: string, servicePath: string): IndexFile => {
  const index = openIndex(path);
  const service = new Database(servicePath, { readonly: true, fileMustExist: true });
  const source = sourceOf(service);
  const stored = index.prepare<[], Slice>('select * from slices order by slice desc');
  const note = index.prepare(
    'insert or replace into slices (slice, version, last_seq, last_id) values (?, ?, ?, ?)',
  );
  const forget = index.prepare('delete from slices where slice = ?');
  const changedAt = new Map<number, { version: number; at: number }>();
  const slices = new Map(stored.all().map((one) => [one.slice, one]));

  const table = (slice: number): string => `words_${slice}`;
  const drop = (slice: number): void => {
    index.transaction(() => {
      index.exec(`drop table if exists ${table(slice)}`);
      forget.run(slice);
    })();
    slices.delete(slice);
    // What was overwritten must not stand in the log either.
    index.pragma('incremental_vacuum');
    index.pragma('wal_checkpoint(TRUNCATE)');
  };

  /** What it holds is of the messages that there are, removed ones aside. */
  const isTrue = (one: Slice): boolean => one.last_id === '' || source.idOf(one.last_seq) === one.last_id;

  /** Whether it has to be made anew, and may be by now. */
  const isStale = (one: Slice, version: number): boolean => {
    if (one.version === version) return false;
    const seen = changedAt.get(one.slice);
    const now = systemTime.monotonic();
    if (seen?.version !== version) changedAt.set(one.slice, { version, at: now });
    return seen?.version === version && now - seen.at >= quietMs;
  };

  const dropOne = (): boolean => {
    for (const one of slices.values()) {
      if (isTrue(one) && !isStale(one, source.versionOf(one.slice))) continue;
      changedAt.delete(one.slice);
      drop(one.slice);
      return true;
    }
    return false;
  };

  const begin = (slice: number): Slice => {
    const one = { slice, version: source.versionOf(slice), last_seq: slice * sliceLength - 1, last_id: '' };
    index.transaction(() => {
      index.exec(`create virtual table ${table(slice)} using fts5(
        text, content='', tokenize="unicode61 remove_diacritics 0")`);
      index.exec(`insert into ${table(slice)} (${table(slice)}, rank) values ('secure-delete', 1)`);
      note.run(slice, one.version, one.last_seq, one.last_id);
    })();
    return one;
  };

  /** Answers false if all of the slice is indexed. */
  const indexMore = (slice: number): boolean => {
    const one = slices.get(slice) ?? begin(slice);
    slices.set(slice, one);
    const until = systemTime.monotonic() + stepMs;
    const insert = index.prepare(`insert into ${table(slice)} (rowid, text) values (cast(? as integer), ?)`);
    let last: Slice = one;
    let isMore = true;
    index.transaction(() => {
      while (isMore && systemTime.monotonic() < until) {
        const rows = source.next(last.last_seq, (slice + 1) * sliceLength, batch);
        let chars = 0;
        for (const { seq, id, body } of rows) {
          if (chars > batchChars) break;
          chars += body.length;
          insert.run(seq, searchedText(body));
          last = { ...last, last_seq: seq, last_id: id };
        }
        isMore = rows.length > 0;
      }
      note.run(slice, last.version, last.last_seq, last.last_id);
    })();
    slices.set(slice, last);
    return isMore;
  };

  /** The newest slice that lacks messages; the one of the newest message is looked at first. */
  const incomplete = (): number | undefined => {
    const newest = source.newest();
    for (let slice = sliceOf(newest); slice >= 0; slice--) {
      const one = slices.get(slice);
      if (source.next(one?.last_seq ?? slice * sliceLength - 1, (slice + 1) * sliceLength, 1).length > 0)
        return slice;
    }
    return undefined;
  };

  /** Newest first. */
  const slicesWithin = (from: number, before: number): number[] =>
    [...slices.values()]
      .filter(
        (one) => one.slice * sliceLength < before && (one.slice + 1) * sliceLength > from && isTrue(one),
      )
      .map(({ slice }) => slice)
      .sort((a, b) => b - a);

  const findIn = (slice: number, { match, from, before, limit }: Asked): number[] =>
    // A number that is not cast is a fraction to SQLite, which FTS5 does not take for a bound.
    index
      .prepare<[string, number, number, number]>(
        `select rowid from ${table(slice)} where ${table(slice)} match ?
          and rowid >= cast(? as integer) and rowid < cast(? as integer) order by rowid desc limit ?`,
      )
      .pluck()
      .all(match, from, before, limit) as number[];

  // Nobody notes it when another database takes the place of one.
  for (const one of [...slices.values()]) if (!isTrue(one)) drop(one.slice);

  return {
    step() {
      if (dropOne()) return true;
      const slice = incomplete();
      if (slice === undefined) return false;
      indexMore(slice);
      return true;
    },
    find(match, from, before, limit) {
      const until = systemTime.monotonic() + searchMs;
      const seqs: number[] = [];
      for (const slice of slicesWithin(from, before)) {
        const found = findIn(slice, { match, from, before, limit: limit - seqs.length });
        for (const seq of found) seqs.push(seq);
        if (seqs.length >= limit) return { seqs, reached: seqs.at(-1) as number };
        const start = slice * sliceLength;
        if (systemTime.monotonic() > until && start > from) return { seqs, reached: start };
      }
      return { seqs, reached: 0 };
    },
    behind() {
      const newest = source.newest();
      let missing = 0;
      for (let slice = sliceOf(newest); slice >= 0; slice--) {
        const end = Math.min((slice + 1) * sliceLength - 1, newest);
        const one = slices.get(slice);
        const reached = one !== undefined && isTrue(one) ? one.last_seq : slice * sliceLength - 1;
        if (reached < end) missing += source.countAfter(reached, end);
      }
      return missing;
    },
    stored: source.count,
    close() {
      service.close();
      index.close();
    },
  };
};

const openIndex = (path: string): Database.Database => {
  try {
    return openChecked(path);
  } catch {
    // Everything in it can be made again.
    removeIndexFile(path);
    return openChecked(path);
  }
};

export const removeIndexFile = (path: string): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
};

const schemaVersion = 1;

const openChecked = (path: string): Database.Database => {
  const sqlite = new Database(path);
  try {
    sqlite.pragma('auto_vacuum = INCREMENTAL');
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = NORMAL');
    sqlite.pragma('secure_delete = ON');
    sqlite.pragma('temp_store = MEMORY');
    sqlite.pragma('cache_size = -8000');
    const version = sqlite.pragma('user_version', { simple: true });
    if (version !== 0 && version !== schemaVersion) throw new Error('It is of another version.');
    sqlite.exec(`create table if not exists slices (slice integer primary key, version integer not null,
      last_seq integer not null, last_id text not null) strict`);
    sqlite.pragma(`user_version = ${schemaVersion}`);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
};

interface SourceRow {
  readonly seq: number;
  readonly id: string;
  readonly body: string;
}

/** What is read of `service.db`: short queries, so that nothing waits for a state that is held. */
const sourceOf = (service: Database.Database) => {
  const newest = service.prepare<[], number>('select coalesce(max(seq), 0) from messages').pluck();
  const count = service.prepare<[], number>('select count(*) from messages').pluck();
  const next = service.prepare<[number, number, number], SourceRow>(
    'select seq, id, body from messages where seq > ? and seq < ? order by seq limit ?',
  );
  const id = service.prepare<[number], string>('select id from messages where seq = ?').pluck();
  const version = service
    .prepare<[number], number>('select version from text_slices where slice = ?')
    .pluck();
  const any = service
    .prepare<[number, number], number>('select 1 from messages where seq > ? and seq <= ? limit 1')
    .pluck();
  return {
    newest: () => newest.get() ?? 0,
    next: (after: number, before: number, limit: number) => next.all(after, before, limit),
    idOf: (seq: number) => id.get(seq),
    versionOf: (slice: number) => version.get(slice) ?? 0,
    count: () => count.get() ?? 0,
    countAfter: (after: number, upTo: number) => (any.get(after, upTo) === undefined ? 0 : upTo - after),
  };
};
