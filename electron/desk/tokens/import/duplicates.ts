import { takeTurns } from '#base/take-turns.ts';
import type { RowProblem } from '#contract/token-rows.ts';
import type { RowFacts } from './checked-row.ts';
import type { KeptFacts } from './kept-facts.ts';
import { createSharedKeys } from './shared-keys.ts';

/**
 * Rows that are the same, or contradict each other: each of them gets a problem that names another one, since which of
 * them is right needs a decision. A pair is reported once, by its later row.
 */

/** A row that the case has already, as it takes part. */
export interface OlderRow {
  readonly facts: SharedFacts;
  /** Such as `row 12 of "customers.csv"`. */
  readonly label: string;
}
type SharedFacts = Pick<
  RowFacts,
  'ref' | 'name' | 'platformKey' | 'companyId' | 'connectionId' | 'mark' | 'organisation'
>;

export interface Duplicate {
  readonly problem: RowProblem;
  /** The other row of the pair reports it. */
  readonly isEcho: boolean;
}

interface Rule {
  readonly field: string;
  /** Rows of the same key are compared; undefined: takes no part. */
  key(row: SharedFacts): string | undefined;
  /** Rows of the same key may have the same value; undefined: takes no part. Without it there may be one row only. */
  value?(row: SharedFacts): string | undefined;
  message(other: string, row: SharedFacts): string;
}

const both = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || b === undefined ? undefined : `${a}\n${b}`;

const rules: readonly Rule[] = [
  {
    field: 'ref',
    key: ({ ref, platformKey }) => both(platformKey, ref),
    message: (other) => `It has the same ref and platform as ${other}. Remove one of them.`,
  },
  {
    field: 'companyId',
    key: ({ companyId, platformKey }) => both(platformKey, companyId),
    message: (other) => `It has the same companyId and platform as ${other}.`,
  },
  {
    field: 'connectionId',
    key: ({ connectionId }) => connectionId,
    message: (other) => `It has the same connectionId as ${other}.`,
  },
  {
    field: 'credentials',
    key: ({ mark }) => mark,
    message: (other) => `It has the same tokens as ${other}: they can belong to one company only.`,
  },
  {
    field: 'organisation',
    key: ({ organisation }) => organisation?.key,
    message: (other, { organisation }) =>
      `It has the same ${organisation?.fields.join(' and ')} as ${other}, under another ref: one organisation can belong to one company only. Remove the wrong row.`,
  },
  {
    field: 'name',
    key: ({ ref }) => ref,
    value: ({ name }) => name,
    message: (other) => `It has the same ref as ${other}, but another name.`,
  },
  {
    field: 'companyId',
    key: ({ ref }) => ref,
    value: ({ companyId }) => companyId,
    message: (other) => `It has the same ref as ${other}, but another companyId.`,
  },
  {
    field: 'companyId',
    key: ({ companyId }) => companyId,
    value: ({ ref }) => ref,
    message: (other) => `It has the same companyId as ${other}, but another ref.`,
  },
];

/** Finds duplicates in a list that is longer than what should be in memory. */
export interface DuplicateSearch {
  /** Rows come in order. */
  add(rows: readonly RowFacts[]): void;
  /** By place. @param older those that the rows do not replace */
  find(facts: Pick<KeptFacts, 'at'>, older: readonly OlderRow[]): Promise<Map<number, Duplicate[]>>;
}

/** Only rows that may have something in common are compared. */
export const createDuplicateSearch = (): DuplicateSearch => {
  const keys = rules.map((rule) => ({ rule, shared: createSharedKeys() }));
  return {
    add(rows) {
      for (const { rule, shared } of keys) {
        for (const row of rows) shared.add(keyOf(rule, row), rule.value?.(row));
      }
    },
    async find(facts, older) {
      const some = new Set<number>();
      for (const { rule, shared } of keys) {
        const others = older.map((one) => [keyOf(rule, one.facts), rule.value?.(one.facts)] as const);
        shared.collect(others, some);
        await takeTurns();
      }
      const places = [...some].sort((a, b) => a - b);
      const found = await findDuplicates(
        places.map((place) => facts.at(place)),
        older,
      );
      return new Map([...found].map(([at, duplicates]) => [places[at] as number, duplicates]));
    },
  };
};

/** By place in `rows`. @param older those that the rows do not replace */
export const findDuplicates = async (
  rows: readonly RowFacts[],
  older: readonly OlderRow[],
): Promise<Map<number, Duplicate[]>> => {
  const found = new Map<number, Duplicate[]>();
  const pairs = new Set<string>();
  for (const rule of rules) {
    apply(rule, rows, older, (at, other, message, isEcho) => {
      // What else is wrong with the same two rows follows from the first.
      const pair = `${at} ${other}`;
      if (pairs.has(pair)) return;
      pairs.add(pair);
      const facts = rows[at] as RowFacts;
      const { row, ref } = facts;
      const field = rule.field === 'organisation' ? facts.organisation?.fields[0] : rule.field;
      const problem = {
        row,
        ...(ref === undefined ? {} : { ref }),
        ...(field === undefined ? {} : { field }),
        message,
      };
      found.set(at, [...(found.get(at) ?? []), { problem, isEcho }]);
    });
    await takeTurns();
  }
  return found;
};

/** `other`: the place of the other row; those of before count down from -1. */
type Tell = (at: number, other: number, message: string, isEcho: boolean) => void;

/** undefined for a row that takes no part. */
const keyOf = ({ key, value }: Rule, facts: SharedFacts): string | undefined =>
  value !== undefined && value(facts) === undefined ? undefined : key(facts);

const apply = (rule: Rule, rows: readonly RowFacts[], older: readonly OlderRow[], tell: Tell): void => {
  const { value, message } = rule;
  /** The place of the first row of each key, as `Tell` counts. */
  const firsts = new Map(older.map(({ facts }, at) => [keyOf(rule, facts), -1 - at]));
  const named = new Set<number>();
  const compare = (at: number, facts: RowFacts, first: number): void => {
    const { facts: other, label } = older[-1 - first] ?? ofImport(rows[first] as RowFacts);
    if (value !== undefined && value(other) === value(facts)) return;
    tell(at, first, message(label, facts), false);
    if (first >= 0 && !named.has(first)) tell(first, at, message(formatRow(facts), facts), true);
    named.add(first);
  };
  for (const [at, facts] of rows.entries()) {
    const shared = keyOf(rule, facts);
    const first = firsts.get(shared);
    if (shared === undefined) continue;
    if (first === undefined) firsts.set(shared, at);
    else compare(at, facts, first);
  }
};

const ofImport = (facts: RowFacts): OlderRow => ({ facts, label: formatRow(facts) });
const formatRow = ({ row }: RowFacts): string => `row ${row}`;
