import { eachInTurns } from '#base/take-turns.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { RowProblem } from '#contract/token-rows.ts';
import type { RowWithProgress, TokenRowRecord } from '#desk/store/token-rows.ts';
import type { RowFacts } from './checked-row.ts';
import type { Duplicate, DuplicateSearch } from './duplicates.ts';
import { type EarlierRows, isPlanned, isProtected, olderRows, rowKey } from './earlier-rows.ts';
import type { KeptFacts } from './kept-facts.ts';
import type { FileFacts } from './task.ts';

/** The plan of each row of an import. */
export interface ImportPlan {
  /** By place; the problems of duplicates included, each on both rows. */
  readonly rows: Iterable<PlannedRow>;
  readonly counts: ImportCounts;
  /** What becomes of each row, by place. */
  readonly fates: readonly Fate[];
  /** The earlier rows that are replaced, with the place of what replaces them. */
  readonly replaced: readonly { readonly place: number; readonly row: TokenRowRecord }[];
  /** Rows that say what was known before. */
  readonly same: number;
  /** Earlier invalid rows that are no longer needed. */
  readonly superseded: readonly number[];
  /** Of the unchanged ones, those of a run that has not ended. */
  readonly inRun: number;
  /** Earlier valid rows; of these, those that the import does not name. */
  readonly before: number;
  readonly gone: number;
}

/** As the result of an import and the entry of the chain have them. */
export interface ImportCounts {
  readonly rows: number;
  readonly ready: number;
  readonly invalid: number;
  readonly replaced: number;
  readonly unchanged: number;
  /** Rows that are in order. */
  readonly byPlatform: Readonly<Record<string, number>>;
}

/** `mends`: it replaces an invalid one. */
type Fate = 'new' | 'replaces' | 'mends' | 'unchanged' | 'invalid';

/** An import that is read, and not saved yet. */
export interface PlannedImport {
  /** Its name. */
  readonly name: string;
  readonly file: FileFacts;
  readonly plan: ImportPlan;
  /** Where progress counts that rows may have made already. */
  readonly scope: string;
  /** Keyed, hex: of the file. */
  readonly fingerprint: string;
  /** Keyed, hex: of where it is; undefined for what was pasted. */
  readonly place: string | undefined;
  readonly remarks: readonly string[];
}
export interface PlannedRow {
  readonly facts: RowFacts;
  readonly problems: readonly RowProblem[];
  /** Problems that another row reports already. */
  readonly echoes: ReadonlySet<RowProblem>;
  readonly fate: Fate;
  /** The earlier row that it replaces, with its id and progress. */
  readonly replaced: TokenRowRecord | undefined;
}
export interface Origin {
  /** Name of the import. */
  readonly source: string;
  /** Earlier imports of the same content or file. */
  readonly repeated: ReadonlySet<string>;
  readonly catalogue: readonly CatalogueIntegration[];
}

/** The latest statement about a row counts: an invalid one replaces a valid one, unless that is running. */
export const planImport = async (
  facts: KeptFacts,
  search: DuplicateSearch,
  earlier: EarlierRows,
  origin: Origin,
): Promise<ImportPlan> => {
  const { valid } = earlier;
  // Of a first import nothing has to be compared with.
  const isFirst = valid.size === 0 && earlier.invalid.length === 0;
  const all = isFirst ? [] : [...facts];
  const duplicates = await search.find(facts, olderRows(earlier, all, origin.catalogue));
  const planning: Planning = {
    earlier,
    invalid: invalidByKey(earlier.invalid),
    taken: new Set(),
    inRun: 0,
  };
  const found = await planRows(planning, facts, duplicates);
  const { taken, inRun } = planning;
  const isGone = givesWay(all, origin);
  // What was done for a row is known by its id alone.
  const superseded = earlier.invalid.filter(
    ({ row, progress }) => progress === undefined && !taken.has(row.id) && isGone(row),
  );
  const named = new Set(all.map(({ ref, platformKey }) => rowKey(ref, platformKey)));
  const gone = [...valid.keys()].filter((key) => !named.has(key)).length;
  return { ...found, superseded: superseded.map(({ row }) => row.id), inRun, before: valid.size, gone };
};

/** What becomes of each row; the rest of it is put together again from its facts. */
const planRows = async (
  planning: Planning,
  facts: KeptFacts,
  duplicates: ReadonlyMap<number, readonly Duplicate[]>,
): Promise<Pick<ImportPlan, 'rows' | 'counts' | 'fates' | 'replaced' | 'same'>> => {
  const fates: Fate[] = [];
  const replaced = new Map<number, TokenRowRecord>();
  const tally = createTally();
  await eachInTurns(facts, (one) => {
    const place = fates.length;
    const planned = planRow(planning, one, duplicates.get(place) ?? []);
    fates.push(planned.fate);
    if (planned.replaced !== undefined) replaced.set(place, planned.replaced);
    tally.add(planned);
  });
  const rows = {
    *[Symbol.iterator]() {
      let place = 0;
      for (const one of facts) {
        const own = duplicates.get(place) ?? [];
        yield {
          facts: one,
          ...problemsOf(one, own),
          fate: fates[place] as Fate,
          replaced: replaced.get(place),
        };
        place += 1;
      }
    },
  };
  return {
    rows,
    fates,
    replaced: [...replaced].map(([place, row]) => ({ place, row })),
    ...tally.told(),
  };
};

const createTally = () => {
  const counts = { rows: 0, ready: 0, invalid: 0, replaced: 0, unchanged: 0 };
  const byPlatform: Record<string, number> = {};
  let same = 0;
  return {
    add({ fate, facts, replaced }: PlannedRow): void {
      counts.rows += 1;
      if (fate === 'invalid' || fate === 'unchanged') counts[fate] += 1;
      else counts.ready += 1;
      if (fate === 'replaces') counts.replaced += 1;
      if (fate === 'replaces' && replaced?.mark === facts.mark && replaced?.fields === facts.fields)
        same += 1;
      const { platformKey } = facts;
      if (fate !== 'invalid' && platformKey !== undefined) {
        byPlatform[platformKey] = (byPlatform[platformKey] ?? 0) + 1;
      }
    },
    told: () => ({ counts: { ...counts, byPlatform }, same }),
  };
};

interface Planning {
  readonly earlier: EarlierRows;
  readonly invalid: ReadonlyMap<string, RowWithProgress>;
  /** Earlier rows that another one replaces. */
  readonly taken: Set<number>;
  inRun: number;
}

const planRow = (planning: Planning, facts: RowFacts, duplicates: readonly Duplicate[]): PlannedRow => {
  const { earlier, invalid, taken } = planning;
  const { valid, unfinished } = earlier;
  const { problems, echoes } = problemsOf(facts, duplicates);
  const isInvalid = problems.length > 0;
  const key = rowKey(facts.ref, facts.platformKey) ?? '';
  const older = valid.get(key);
  const stays = older !== undefined && isProtected(older, unfinished);
  if (stays && !isInvalid) {
    if (isPlanned(older, unfinished)) planning.inRun += 1;
    return { facts, problems, echoes, fate: 'unchanged', replaced: undefined };
  }
  const found = ((stays ? undefined : older) ?? invalid.get(key))?.row;
  const replaced = found === undefined || taken.has(found.id) ? undefined : found;
  if (replaced !== undefined) taken.add(replaced.id);
  return { facts, problems, echoes, fate: isInvalid ? 'invalid' : fateOf(replaced), replaced };
};

const noEchoes: ReadonlySet<RowProblem> = new Set();

const problemsOf = (
  { problems }: RowFacts,
  duplicates: readonly Duplicate[],
): Pick<PlannedRow, 'problems' | 'echoes'> => {
  if (duplicates.length === 0) return { problems, echoes: noEchoes };
  return {
    problems: [...problems, ...duplicates.map(({ problem }) => problem)],
    echoes: new Set(duplicates.flatMap(({ problem, isEcho }) => (isEcho ? [problem] : []))),
  };
};

const fateOf = (replaced: TokenRowRecord | undefined): PlannedRow['fate'] => {
  if (replaced === undefined) return 'new';
  return replaced.problems === null ? 'replaces' : 'mends';
};

/** Earlier valid rows that are invalid now: their credentials must not be sent. */
export const spoiledRows = ({ fates, replaced }: Pick<ImportPlan, 'fates' | 'replaced'>): number[] =>
  replaced.flatMap(({ place, row }) => (fates[place] === 'invalid' && row.problems === null ? [row.id] : []));

/** The one of each key for which something was done already, if there is one. */
const invalidByKey = (invalid: EarlierRows['invalid']): ReadonlyMap<string, RowWithProgress> => {
  const found = new Map<string, RowWithProgress>();
  for (const one of invalid) {
    const key = rowKey(one.row.ref, one.row.platform_key);
    if (key !== undefined && (!found.has(key) || one.progress !== undefined)) found.set(key, one);
  }
  return found;
};

/**
 * Whether an earlier invalid row is stated again: by ref and platform, by the same content or file, or, where it lacks
 * one of them, by its ref or name in an import that is called the same. Two pastes have nothing else in common.
 */
const givesWay = (
  facts: readonly RowFacts[],
  { source, repeated }: Origin,
): ((row: TokenRowRecord) => boolean) => {
  const keys = new Set(facts.map(({ ref, platformKey }) => rowKey(ref, platformKey)));
  const refs = new Set(facts.map(({ ref }) => ref));
  const names = new Set(facts.map(({ name }) => name));
  return (row) => {
    const { ref, name } = row;
    const key = rowKey(ref, row.platform_key);
    if (repeated.has(row.import_id) || (key !== undefined && keys.has(key))) return true;
    if (key !== undefined || row.source !== source) return false;
    return ref === null ? name !== null && names.has(name) : refs.has(ref);
  };
};
