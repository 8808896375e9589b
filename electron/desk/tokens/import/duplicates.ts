import { takeTurns } from '#base/take-turns.ts';
import type { RowProblem } from '#contract/token-rows.ts';
import type { RowFacts } from './checked-row.ts';

/** Rows that are the same, or contradict each other: each of them gets a problem that names another one. */

/** A row that the case has already, as it takes part. */
export interface OlderRow {
  readonly facts: SharedFacts;
  /** Such as `row 12 of "customers.csv"`. */
  readonly words: string;
}
type SharedFacts = Pick<RowFacts, 'ref' | 'name' | 'platformKey' | 'companyId' | 'connectionId' | 'mark'>;

interface Rule {
  readonly field: string;
  /** Rows of the same key are compared; undefined: takes no part. */
  key(row: SharedFacts): string | undefined;
  /** Rows of the same key may have the same value; undefined: takes no part. Without it there may be one row only. */
  value?(row: SharedFacts): string | undefined;
  message(other: string): string;
}

const both = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || b === undefined ? undefined : `${a}\n${b}`;

const rules: readonly Rule[] = [
  {
    field: 'ref',
    key: ({ ref, platformKey }) => both(platformKey, ref),
    message: (other) => `It has the same ref and platform as ${other}. Take one of them away.`,
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
    field: 'name',
    key: ({ ref }) => ref,
    value: ({ name }) => name,
    message: (other) => `It has the same ref as ${other}, and another name.`,
  },
  {
    field: 'companyId',
    key: ({ ref }) => ref,
    value: ({ companyId }) => companyId,
    message: (other) => `It has the same ref as ${other}, and another companyId.`,
  },
  {
    field: 'companyId',
    key: ({ companyId }) => companyId,
    value: ({ ref }) => ref,
    message: (other) => `It has the same companyId as ${other}, and another ref.`,
  },
];

/** By place in `rows`. @param older those that the rows do not replace */
export const findDuplicates = async (
  rows: readonly RowFacts[],
  older: readonly OlderRow[],
): Promise<Map<number, RowProblem[]>> => {
  const found = new Map<number, RowProblem[]>();
  for (const rule of rules) {
    apply(rule, rows, older, (at, message) => {
      // Only the first problem of a field is told: the others follow from it.
      if (found.get(at)?.some(({ field }) => field === rule.field)) return;
      const { row, ref } = rows[at] as RowFacts;
      const problem = { row, ...(ref === undefined ? {} : { ref }), field: rule.field, message };
      found.set(at, [...(found.get(at) ?? []), problem]);
    });
    await takeTurns();
  }
  return found;
};

const apply = (
  { key, value, message }: Rule,
  rows: readonly RowFacts[],
  older: readonly OlderRow[],
  tell: (at: number, message: string) => void,
): void => {
  const takesPart = (facts: SharedFacts): string | undefined =>
    value !== undefined && value(facts) === undefined ? undefined : key(facts);
  /** The place of the first row of each key; those of before count down from -1. */
  const firsts = new Map<string, number>();
  const told = new Set<number>();
  for (const [at, { facts }] of older.entries()) {
    const k = takesPart(facts);
    if (k !== undefined) firsts.set(k, -1 - at);
  }
  for (const [at, facts] of rows.entries()) {
    const k = takesPart(facts);
    if (k === undefined) continue;
    const first = firsts.get(k);
    if (first === undefined) {
      firsts.set(k, at);
      continue;
    }
    const other = first < 0 ? older[-1 - first] : undefined;
    if (value !== undefined && value(other?.facts ?? (rows[first] as RowFacts)) === value(facts)) continue;
    tell(at, message(other?.words ?? `row ${rows[first]?.row}`));
    if (other === undefined && !told.has(first)) tell(first, message(`row ${facts.row}`));
    told.add(first);
  }
};
