import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { inDialect } from '#base/store/dialect.ts';
import { prepared } from '#base/store/prepared.ts';
import type { ServiceSchema } from './schema.ts';
import type { Tx } from './store.ts';

/**
 * Headers that attempts have in common, each kept once. A text becomes a row when it is seen for the second time, as most
 * consumers answer with the same headers, but some with others each time. A row is used for so many attempts and no
 * more: those that it was used for are then known by their seqs alone, without a count or an index.
 */
export interface HeaderSets {
  /** The row of each text; null for one that is kept with its attempt: an empty one, a long one, one seen first. */
  take(tx: Tx, texts: readonly string[]): Promise<(number | null)[]>;
  /** For after a commit in which rows were deleted or changed. */
  forget(): void;
}

interface KeptSet {
  readonly seq: number;
  readonly firstAttemptSeq: number;
}

/** Attempts that a row is used for, by their seqs. */
const usedFor = 100_000;
/** Of one batch that was begun before that many, at most. */
const slack = 10_000;
const isUsedAt = ({ firstAttemptSeq }: KeptSet, seq: number): boolean =>
  seq >= firstAttemptSeq && seq < firstAttemptSeq + usedFor;

/** Characters of a text that is shared at most. */
const longestText = 4096;

export const createHeaderSets = (): HeaderSets => {
  const kept = new LRUCache<string, KeptSet | 'seen'>({
    max: 1000,
    maxSize: 1_000_000,
    sizeCalculation: (_value, text) => text.length,
  });

  /** @param made in this unit of work, which may come to nothing */
  const lookUp = (text: string, nextSeq: number, made: Map<string, KeptSet>): number | null | 'new' => {
    if (text === '' || text.length > longestText) return null;
    const known = made.get(text) ?? kept.get(text);
    if (known === undefined) {
      kept.set(text, 'seen');
      return null;
    }
    return known !== 'seen' && isUsedAt(known, nextSeq) ? known.seq : 'new';
  };

  return {
    async take(tx, texts) {
      const nextSeq = await nextAttemptSeq(tx.db);
      const made = new Map<string, KeptSet>();
      const places: (number | null)[] = [];
      for (const text of texts) {
        let place = lookUp(text, nextSeq, made);
        if (place === 'new') {
          const set = await insertSet(tx, text, nextSeq);
          made.set(text, set);
          place = set.seq;
        }
        places.push(place);
      }
      if (made.size > 0) tx.afterCommit(() => made.forEach((set, text) => void kept.set(text, set)));
      return places;
    },
    forget: () => kept.clear(),
  };
};

const nextSeqQuery = prepared<ServiceSchema, object, { next: number }>((db) =>
  db.selectNoFrom(
    inDialect<number>({
      sqlite: sql`(select coalesce(max(seq), 0) + 1 from attempts)`,
      // A server gives no number twice, also once no attempt is left.
      postgres: sql`(select last_value + is_called::int from attempts_seq_seq)`,
    }).as('next'),
  ),
);

const nextAttemptSeq = async (db: Kysely<ServiceSchema>): Promise<number> =>
  ((await nextSeqQuery.first(db, {})) as { next: number }).next;

const insertQuery = prepared<ServiceSchema, { text: string; firstAttemptSeq: number }, { seq: number }>(
  (db, value) =>
    db
      .insertInto('header_sets')
      .values({ headers_json: value('text'), first_attempt_seq: value('firstAttemptSeq') })
      .returning('seq'),
);

const insertSet = async ({ db }: Tx, text: string, firstAttemptSeq: number): Promise<KeptSet> => {
  const inserted = await insertQuery.first(db, { text, firstAttemptSeq });
  return { seq: (inserted as { seq: number }).seq, firstAttemptSeq };
};

/** Rows looked at by one deletion: it is part of a step that must stay short. */
const lookedAt = 200;

/** Deletes rows that no attempt uses any more, oldest first, some of them at a time. */
export const deleteUnusedSets = async ({ db }: Tx): Promise<void> => {
  // While there is no attempt, nothing is known of those that come: they may be numbered from 1 again.
  await sql`delete from header_sets
    where seq in (select seq from header_sets order by seq limit ${lookedAt})
      and first_attempt_seq + ${usedFor + slack} < (select min(seq) from attempts)`.execute(db);
};
