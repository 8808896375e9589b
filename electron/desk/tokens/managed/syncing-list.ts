import { parse } from 'csv-parse/sync';
import { mask } from '#base/sealing.ts';
import { invalid } from '#contract/errors.ts';
import type { SyncingResult } from '#contract/runbook.ts';
import type { RunbookRow } from './rows.ts';

/** A list of companies for which syncing is disabled: refs or names, one a line; or CSV with a column `ref` or `name`. */

type Unknown = SyncingResult['unknown'][number];
export interface ReadList {
  /** Each once. */
  readonly refs: readonly string[];
  readonly unknown: readonly Unknown[];
}
interface Entry {
  readonly line: number;
  readonly text: string;
  readonly confirmed: boolean;
}

type Company = Pick<RunbookRow, 'ref' | 'name'>;

/** @throws CatalogueError `request.invalid`: several columns, and none is named; too many entries */
export const readSyncingList = (content: string, companies: readonly Company[]): ReadList =>
  findCompanies(boundedEntries(content.replace(/^\ufeff/, '')), companies);

/** As many as a case can have companies. */
const mostEntries = 200_000;

const boundedEntries = (content: string): Entry[] => {
  const entries = entriesOf(content);
  if (entries.length <= mostEntries) return entries;
  throw invalid({
    itemId: 'list.content',
    message: `The list has ${entries.length} entries; the limit is ${mostEntries}. Split it.`,
    validatorName: 'list',
  });
};

/** Refs given manually. */
export const findRefs = (refs: readonly string[], rows: readonly Company[]): ReadList =>
  findCompanies(
    refs.map((text, at) => ({ line: at + 1, text, confirmed: true })),
    rows,
  );

const findCompanies = (entries: readonly Entry[], rows: readonly Company[]): ReadList => {
  const known = new Set(rows.map(({ ref }) => ref));
  const byName = Map.groupBy(rows, ({ name }) => name.trim().toLowerCase());
  const refs = new Set<string>();
  const unknown: Unknown[] = [];
  for (const { line, text, confirmed } of entries) {
    const named = new Set((byName.get(text.toLowerCase()) ?? []).map(({ ref }) => ref));
    const found = known.has(text) ? [text] : [...named];
    const problem = problemOf(found, confirmed);
    if (problem === undefined) refs.add(found[0] as string);
    else unknown.push({ line, text: harmlessText(text), why: problem });
  }
  return { refs: [...refs], unknown };
};

const problemOf = (found: readonly string[], confirmed: boolean): string | undefined => {
  if (found.length === 0) return 'No company of this case has this ref or name.';
  if (found.length > 1) return `${found.length} companies have this name. Give the ref.`;
  return confirmed ? undefined : 'Not marked as disabled in the list.';
};

/** A part of a text that is longer may be of a token that was put in the wrong place. */
const longestPart = 15;
const longestText = 100;
const harmlessText = (text: string): string =>
  text.length > longestText || text.split(/[\s\-_.:/]+/).some((part) => part.length > longestPart)
    ? mask(text)
    : text;

const headers = {
  ref: ['ref', 'migrationref', 'reference'],
  name: ['name', 'company', 'companyname'],
} as const;
/** What a column says that syncing is off by. */
const answers = ['disabled', 'confirmed', 'syncingdisabled'];
const yes = /^(y|yes|true|1|x|done|disabled|confirmed)$/i;

const entriesOf = (content: string): Entry[] => {
  const delimiter = [';', '\t', ','].find((sign) => (content.split(/\r?\n/, 1)[0] ?? '').includes(sign));
  const table = delimiter === undefined ? undefined : readTable(content, delimiter);
  const header = table?.[0]?.cells.map((cell) => cell.toLowerCase().replace(/[\s_-]/g, ''));
  const columnOf = (names: readonly string[]) => header?.findIndex((cell) => names.includes(cell)) ?? -1;
  const [refAt, nameAt, answerAt] = [columnOf(headers.ref), columnOf(headers.name), columnOf(answers)];
  const at = refAt >= 0 ? refAt : nameAt;
  if (table !== undefined && at >= 0) {
    return table.slice(1).flatMap(({ line, cells }) => {
      const text = cells[at]?.trim() ?? '';
      const confirmed = answerAt < 0 || yes.test(cells[answerAt]?.trim() ?? '');
      return text === '' ? [] : [{ line, text, confirmed }];
    });
  }
  // Names may hold a comma; a list with more in its lines must say what is what.
  if (
    table?.every(({ cells }) => cells.length > 1 && cells.length === table[0]?.cells.length) &&
    table.length > 1
  ) {
    throw invalid({
      itemId: 'list.content',
      message:
        'The list has several columns, but none is named ref or name in its first line. Name one, or write one company per line.',
      validatorName: 'list',
    });
  }
  const lines = content
    .split(/\r\n|[\r\n]/)
    .map((text, index) => ({ line: index + 1, text: unquoted(text), confirmed: true }));
  const first = lines[0]?.text.toLowerCase().replace(/[\s_-]/g, '') ?? '';
  const isHeader = [...headers.ref, ...headers.name].some((word) => word === first);
  return lines.slice(isHeader ? 1 : 0).filter(({ text }) => text !== '');
};

const unquoted = (line: string): string => {
  const text = line.trim();
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  return isQuoted ? text.slice(1, -1).replaceAll('""', '"').trim() : text;
};

const readTable = (content: string, delimiter: string): { line: number; cells: string[] }[] | undefined => {
  try {
    const records = parse(content, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return records.map(({ info, record }) => ({ line: info.lines, cells: record }));
  } catch {
    return undefined;
  }
};
