import type {
  ReportBlock,
  ReportColumn,
  ReportFact,
  ReportFigure,
  ReportSection,
  ReportTable,
  ReportValue,
  Tone,
  ValueKind,
} from '#contract/report.ts';

/** Sections, blocks and columns of a document. */

export const text = (words: string): ReportBlock => ({ block: 'text', text: words });
export const note = (tone: Tone, words: string): ReportBlock => ({ block: 'note', tone, text: words });
export const quote = (words: string, by: string): ReportBlock => ({ block: 'quote', text: words, by });
/** Nothing, where there is nothing to list. */
export const list = (items: readonly string[]): ReportBlock[] =>
  items.length === 0 ? [] : [{ block: 'list', items: [...items] }];

export const section = (id: string, title: string, ...blocks: readonly ReportBlock[]): ReportSection => ({
  id,
  level: 2,
  title,
  blocks: [...blocks],
});
export const subsection = (id: string, title: string, ...blocks: readonly ReportBlock[]): ReportSection => ({
  ...section(id, title, ...blocks),
  level: 3,
});

type FactKind = ValueKind | Omit<ReportFact, 'name' | 'value'>;

/** Facts as `[name, value, kind]`; one without a value is left out. */
export const facts = (
  ...given: readonly (readonly [name: string, value: ReportValue | undefined, kind?: FactKind])[]
): ReportBlock => ({
  block: 'facts',
  facts: given.flatMap(([name, value, kind = 'text']) =>
    value === undefined ? [] : [{ name, value, ...(typeof kind === 'string' ? { kind } : kind) }],
  ),
});

export const figures = (
  ...given: readonly (readonly [name: string, value: number, tone?: Tone | undefined])[]
): ReportBlock => ({
  block: 'figures',
  figures: given.map(
    ([name, value, tone]): ReportFigure => ({ name, value, ...(tone === undefined ? {} : { tone }) }),
  ),
});

type Row = Readonly<Record<string, ReportValue | undefined>>;
interface TableParts {
  readonly caption: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly Row[];
  readonly none: string;
  readonly wide?: true;
}

export const table = (id: string, { columns, rows, ...parts }: TableParts): ReportTable => ({
  block: 'table',
  id,
  ...parts,
  columns: [...columns],
  rows: rows.map((row) => known(row, columns)),
});

/** What has a column and is known. */
const known = (row: Row, columns: readonly ReportColumn[]): Record<string, ReportValue> => {
  const values: Record<string, ReportValue> = {};
  for (const { key } of columns) {
    const value = row[key];
    if (value !== undefined) values[key] = value;
  }
  return values;
};

export const column = (
  key: string,
  title: string,
  kind: ValueKind = 'text',
  more: Partial<ReportColumn> = {},
): ReportColumn => ({ key, title, kind, ...more });

/** Under the value of another column. */
export const below = (
  key: string,
  under: string,
  title: string,
  kind: ValueKind = 'text',
  more: Partial<ReportColumn> = {},
): ReportColumn => ({ key, title, kind, below: under, ...more });

/** For programs alone. */
export const dataColumn = (key: string, title: string, kind: ValueKind = 'text'): ReportColumn => ({
  key,
  title,
  kind,
  dataOnly: true,
});

/** Values that are Carryover's own sentences. */
export const ours: Partial<ReportColumn> = { ours: true };

/** When something was recorded, and by whom. */
export const when: readonly ReportColumn[] = [column('at', 'When', 'instant'), below('actor', 'at', 'By')];
