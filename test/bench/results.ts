import Table from 'cli-table3';

/** One line of the benchmark's table. `reached` compares the figure with the bar, where there is one. */
export interface Result {
  readonly what: string;
  readonly figure: string;
  readonly bar: string;
  readonly reached: boolean;
  readonly detail: string;
}

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

export const print = (results: readonly Result[]): void => {
  const table = new Table({ head: ['what', 'figure', 'bar', '', 'how'], style: { head: [], border: [] } });
  for (const { what, figure, bar, reached, detail } of results) {
    table.push([what, figure, bar, reached ? 'reached' : 'NOT reached', detail]);
  }
  console.log(table.toString());
  console.log(JSON.stringify(results));
};
