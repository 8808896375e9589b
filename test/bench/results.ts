import Table from 'cli-table3';

/** One line of the benchmark's table. `reached` compares the figure with the bar, where there is one. */
export interface Result {
  readonly what: string;
  readonly figure: string;
  readonly bar: string;
  readonly reached: boolean;
  readonly detail: string;
}

/** The bar of a figure that is only shown. */
export const noBar = '-';

/** At least (`>=`) or less than (`<`) a bar. */
export const result = (
  what: string,
  value: number,
  comparison: '>=' | '<',
  bar: number,
  unit: string,
  detail: string,
): Result => {
  const digits = unit === '' ? 2 : 0;
  return {
    what,
    figure: `${value.toFixed(digits)}${unit}`,
    bar: `${comparison} ${bar}${unit}`,
    reached: comparison === '>=' ? value >= bar : value < bar,
    detail,
  };
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
};

export const rate = (perSecond: number): string => `${Math.round(perSecond).toLocaleString('en')}/s`;

/** The widest a line of the table is, in columns: what a terminal beside an editor, a log and a review show whole. */
const lineColumns = 120;
/** Borders and the blanks beside each of the five cells. */
const frameColumns = 16;
const whatColumns = 38;
const shortColumns = 12;
const figureColumns = 20;

/** The results as a table of at most 120 columns; long texts are wrapped. */
export const tableOf = (results: readonly Result[]): string => {
  const rows = results.map(({ what, figure, bar, reached, detail }) => [
    what,
    figure,
    bar,
    judged(bar, reached),
    detail,
  ]);
  const head = ['what', 'figure', 'bar', '', 'how'];
  const widest = (column: number, most: number): number =>
    Math.min(most, Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const columns = [
    widest(0, whatColumns),
    widest(1, figureColumns),
    widest(2, figureColumns),
    widest(3, shortColumns),
  ];
  const left = lineColumns - frameColumns - columns.reduce((sum, width) => sum + width, 0);
  const widths = [...columns, left];
  const table = new Table({
    head,
    style: { head: [], border: [] },
    // With the blanks beside the text.
    colWidths: widths.map((width) => width + 2),
    wordWrap: true,
  });
  for (const row of rows) table.push(row.map((text, n) => breakLongWords(text, widths[n] as number)));
  return table.toString();
};

const judged = (bar: string, reached: boolean): string => {
  if (bar === noBar) return '';
  return reached ? 'reached' : 'NOT reached';
};

/** The table cuts off what is longer than its column and has no blank. */
const breakLongWords = (text: string, width: number): string =>
  text.replaceAll(new RegExp(`\\S{${width}}(?=\\S)`, 'g'), '$& ');

export const print = (results: readonly Result[]): void => {
  console.log(tableOf(results));
  console.log(JSON.stringify(results));
};
