import { formatNumber } from '#contract/format.ts';
import type { ReportBlock, ReportChart, ReportFact, ReportTable } from '#contract/report.ts';
import type { Charts } from '#desk/reports/charts/index.ts';
import { formatValue } from '#desk/reports/format.ts';
import { isNumber, type ShownValue, shownColumns, shownValues, toneOf } from '#desk/reports/formats/cells.ts';
import type { Say } from '#desk/reports/language/translate.ts';
import type { SetBlock, SetValue } from './set-document.ts';
import { timelinePicture } from './timeline.ts';
import { setTitle, setWords } from './words.ts';

/** More rows than these nobody reads on paper: only the first of them are set, and the files that are attached have all. */
const mostRows = 300;
const firstRows = 50;

export interface SetContext {
  /** The main table. */
  readonly csv: string | undefined;
  readonly json: string;
  /** The id of the main table. */
  readonly table: string;
  readonly charts: Charts;
  readonly say: Say;
}

export const setBlock = (block: ReportBlock, context: SetContext): SetBlock[] => {
  switch (block.block) {
    case 'text':
      return [{ block: 'text', text: setWords(block.text) }];
    case 'note':
      return [{ block: 'note', tone: block.tone, text: setWords(block.text) }];
    case 'quote':
      return [{ block: 'quote', text: setWords(block.text), by: setWords(block.by) }];
    case 'list':
      return [{ block: 'list', items: block.items.map(setWords) }];
    case 'facts':
      return [{ block: 'facts', facts: block.facts.map(setFact) }];
    case 'figures':
      return [
        {
          block: 'figures',
          figures: block.figures.map(({ name, value, ...tone }) => ({
            name: setWords(name),
            value: formatNumber(value),
            ...tone,
          })),
        },
      ];
    case 'table':
      return [setTable(block, context)];
    case 'chart':
      return [chartPicture(block, context.charts.get(block.id))];
    case 'timeline':
      return timelinePicture(block, context.say);
  }
};

export const setFact = (fact: ReportFact): SetValue & { readonly name: string } => ({
  name: setWords(fact.name),
  ...setValue({
    column: { key: '', title: '', ...fact },
    value: fact.value,
    words: formatValue(fact, fact.value),
  }),
});

/** Its values are what is said of it to who does not see it. */
const chartPicture = (block: ReportChart, svg: string | undefined): SetBlock => {
  const values = block.bars.map(({ name, values: some }) =>
    [name, ...block.series.map((one, at) => `${formatNumber(some[at] ?? 0)} ${one.name}`)].join(', '),
  );
  const alt = setTitle(`${block.caption}, ${block.unit}. ${values.join('; ')}.`);
  return svg === undefined
    ? { block: 'text', text: alt }
    : { block: 'picture', caption: setWords(block.caption), alt, svg };
};

const setTable = (block: ReportTable, context: SetContext): SetBlock => {
  const columns = shownColumns(block);
  const rows = block.rows.length > mostRows ? block.rows.slice(0, firstRows) : block.rows;
  return {
    block: 'table',
    caption: setWords(block.caption),
    none: setWords(block.none),
    columns: columns.map(({ column, under }) => ({
      title: setWords(column.title),
      under: under.map(({ title }) => setWords(title)),
      number: isNumber(column),
    })),
    rows: rows.map((row) =>
      columns.map((column) =>
        shownValues(column, row).map((shown) => ({
          ...setValue(shown),
          under: shown.column !== column.column,
        })),
      ),
    ),
    ...(rows.length === block.rows.length ? {} : { rest: restOf(block, context) }),
  };
};

const restOf = ({ id, rows }: ReportTable, { csv, json, table, say }: SetContext): string =>
  say(
    `First ${formatNumber(firstRows)} of ${formatNumber(rows.length)} rows. All rows: ${(id === table ? csv : undefined) ?? json}, attached to this PDF.`,
  );

const setValue = ({ column, value, words }: ShownValue): SetValue => {
  const tone = toneOf(column, value);
  return {
    text: setWords(words),
    kind: column.kind === 'id' ? 'id' : 'text',
    ...(tone === undefined ? {} : { tone }),
  };
};
