import { mask } from '#base/sealing.ts';
import type { ParityDifference, ParityFault, ParityFinding } from '#contract/parity.ts';
import type { ComparedProperty } from './mapped-rules.ts';
import type { CompanyKind } from './plan-index.ts';

/** What is counted, in memory that the number of requests does not matter to. */
export interface Tally {
  count(outcome: Outcome, row: MatrixRow, count?: number): void;
  conditionLost(): void;
  difference(difference: Omit<ParityDifference, 'count'>): void;
  /** One that the mapping explains. @param example called for the first one alone */
  explained(property: ComparedProperty, example: () => ParityDifference['example']): void;
  finding(id: ParityFault, about: FindingAbout, count?: number): void;
  late(ms: number): void;
  /** Nothing that is counted in it counts here. */
  copy(): Tally;
  read(): Counted;
}

export type Outcome = 'both' | 'legacyOnly' | 'newOnly' | 'twice';
export interface MatrixRow {
  readonly ruleType: string;
  readonly company: CompanyKind;
}
export type FindingAbout = Pick<ParityFinding, 'eventType' | 'ruleType' | 'companyId' | 'url'> & {
  /** Of which property or header. */
  readonly property?: string;
};

export type Counts = Record<Outcome, number>;
export interface Counted {
  readonly occurrences: Counts;
  readonly conditionLost: number;
  readonly matrix: readonly (MatrixRow & Counts)[];
  readonly differences: readonly ParityDifference[];
  readonly findings: readonly CountedFinding[];
  /** By how many ms messages were later, sorted. */
  readonly late: readonly number[];
}
export type CountedFinding = FindingAbout & { readonly id: ParityFault; count: number };

const noCounts = (): Counts => ({ both: 0, legacyOnly: 0, newOnly: 0, twice: 0 });
/** Above it companies and URLs are no longer told apart. */
const apartUpTo = 300;
const mostFindings = 500;
const mostDifferences = 500;
const mostRows = 100;

interface Kept {
  readonly occurrences: Counts;
  conditionLost: number;
  readonly matrix: Map<string, MatrixRow & Counts>;
  readonly differences: Map<string, ParityDifference>;
  readonly explained: Map<ComparedProperty, ParityDifference>;
  readonly findings: Map<string, CountedFinding>;
  readonly late: Sample;
}

/** @param rows that are there from the start */
export const createTally = (rows: readonly MatrixRow[] = []): Tally => {
  const kept: Kept = {
    occurrences: noCounts(),
    conditionLost: 0,
    matrix: new Map(),
    differences: new Map(),
    explained: new Map(),
    findings: new Map(),
    late: createSample(),
  };
  for (const row of rows) rowOf(kept, row);
  return tallyOf(kept);
};

const rowOf = ({ matrix }: Kept, { ruleType, company }: MatrixRow): Counts | undefined => {
  const key = `${company} ${ruleType}`;
  const found = matrix.get(key);
  if (found !== undefined || matrix.size >= mostRows) return found;
  const row = { ruleType, company, ...noCounts() };
  matrix.set(key, row);
  return row;
};

const tallyOf = (kept: Kept): Tally => ({
  count(outcome, at, count = 1) {
    kept.occurrences[outcome] += count;
    const row = rowOf(kept, at);
    if (row !== undefined) row[outcome] += count;
  },
  conditionLost: () => {
    kept.conditionLost++;
  },
  difference(difference) {
    const { property, kind, mapping = '' } = difference;
    const key = `${property}\n${kind}\n${mapping}`;
    const found = kept.differences.get(key);
    if (found !== undefined) found.count++;
    else if (kept.differences.size < mostDifferences) kept.differences.set(key, { ...difference, count: 1 });
  },
  explained(property, example) {
    const found = kept.explained.get(property);
    if (found !== undefined) {
      found.count++;
      return;
    }
    const { name, line: mapping } = property;
    kept.explained.set(property, { property: name, kind: 'expected', mapping, count: 1, example: example() });
  },
  finding: (id, about, count = 1) => addFinding(kept.findings, { ...about, id, count }),
  late: kept.late.add,
  copy: () =>
    tallyOf({
      occurrences: { ...kept.occurrences },
      conditionLost: kept.conditionLost,
      matrix: copied(kept.matrix),
      differences: copied(kept.differences),
      explained: copied(kept.explained),
      findings: copied(kept.findings),
      late: kept.late.copy(),
    }),
  read: () => ({
    occurrences: kept.occurrences,
    conditionLost: kept.conditionLost,
    matrix: [...kept.matrix.values()],
    differences: [...merged(kept.explained.values()), ...kept.differences.values()].slice(0, mostDifferences),
    findings: [...kept.findings.values()],
    late: kept.late.sorted(),
  }),
});

/** Of several rule types the same property by the same line is one difference. */
const merged = (all: Iterable<ParityDifference>): ParityDifference[] => {
  const byLine = new Map<string, ParityDifference>();
  for (const one of all) {
    const key = `${one.property}\n${one.mapping}`;
    const found = byLine.get(key);
    if (found === undefined) byLine.set(key, { ...one });
    else found.count += one.count;
  }
  return [...byLine.values()];
};

const copied = <K, T extends object>(map: ReadonlyMap<K, T>): Map<K, T> =>
  new Map([...map].map(([key, value]) => [key, { ...value }]));

/** Very many companies, each with a finding of its own, are one finding. */
const addFinding = (findings: Map<string, CountedFinding>, finding: CountedFinding): void => {
  const { id, property = '', ruleType = '', eventType = '', url = '', companyId = '' } = finding;
  const common = `${id}\n${property}\n${ruleType}\n${eventType}`;
  const own = `${common}\n${url}\n${companyId}`;
  const isApart = findings.has(own) || findings.size < apartUpTo;
  const key = isApart ? own : common;
  const found = findings.get(key);
  if (found !== undefined) found.count += finding.count;
  else if (isApart) findings.set(key, finding);
  else if (findings.size < mostFindings) {
    const { companyId: _company, url: _url, ...rest } = finding;
    findings.set(key, rest);
  }
};

interface Sample {
  add(value: number): void;
  sorted(): readonly number[];
  copy(): Sample;
}

const sampleSize = 100_000;

/** All values up to a number, then a fair choice of them: each has the same chance to be in it. */
const createSample = (values: number[] = [], seen = 0): Sample => {
  let count = seen;
  // A generator of its own, so that the same requests give the same report.
  let state = 0x2545f491 ^ seen;
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  return {
    add(value) {
      count++;
      if (values.length < sampleSize) values.push(value);
      else {
        const at = below(count);
        if (at < sampleSize) values[at] = value;
      }
    },
    sorted: () => Float64Array.from(values).sort() as unknown as readonly number[],
    copy: () => createSample([...values], count),
  };
};

/** An example of a value that nothing is known about: it may be a secret. */
export const maskedExample = (value: unknown): string => mask(typeof value === 'string' ? value : '');
