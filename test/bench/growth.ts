import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exponentOf, lineChart } from './charts.ts';
import { importGrowth, runGrowth } from './growth-desk.ts';
import type { Growth } from './growth-figure.ts';
import { serviceGrowth } from './growth-service.ts';
import { cleanUp } from './processes.ts';
import { type Result, result } from './results.ts';

/** n·log n from 10⁴ to 10⁶ rows has the exponent 1.09; a twentieth more is noise. */
const mostOfAll = 1.15;
/** The same for one of n: log n, which has 0.09, and as much more for noise at a fraction of a millisecond. */
const mostOfOne = 0.25;

const chart = join(import.meta.dirname, '..', '..', 'docs', 'pictures', 'growth.svg');

/**
 * (growth) Figures at 10⁴, 10⁵ and 10⁶ rows (BENCH_ROWS: others, with commas): the exponent of each, and all as a chart
 * in the documentation. Processor time, as that holds also beside other work. Nothing may grow faster than n·log n.
 */
export const growth = async (): Promise<Result[]> => {
  const sizes = (process.env.BENCH_ROWS ?? '10000,100000,1000000').split(',').map(Number);
  const figures: Growth[] = [];
  for (const measure of [serviceGrowth, importGrowth, runGrowth]) {
    figures.push(...(await measure(sizes)));
    cleanUp();
  }
  writeFileSync(chart, draw(figures));
  return figures.map(({ what, how, points, of }) =>
    result(
      `(growth) ${what}: exponent`,
      exponentOf(points),
      '<',
      of === 'one' ? mostOfOne : mostOfAll,
      '',
      `${how}: ${points.map(([rows, ms]) => `${rows.toLocaleString('en')}: ${shown(ms)}`).join('; ')}`,
    ),
  );
};

const shown = (ms: number): string =>
  ms < 1000 ? `${ms.toPrecision(3)} ms` : `${(ms / 1000).toPrecision(3)} s`;

/** Each line is the cost of one row or one unit of work, over that at the smallest size: flat is the best. */
const draw = (figures: readonly Growth[]): string => {
  const perUnit = figures.map(({ what, points, of }) => {
    const costs = points.map(([rows, ms]) => [rows, of === 'one' ? ms : ms / rows] as const);
    const first = costs[0]?.[1] ?? 1;
    return { name: what, points: costs.map(([rows, cost]) => [rows, cost / first] as const) };
  });
  const all = perUnit.flatMap(({ points }) => points.map(([rows]) => rows));
  const sizes = [...new Set(all)].sort((a, b) => a - b);
  const least = Math.log(sizes[0] ?? 2);
  const bar = { name: 'log n', dashed: true, points: sizes.map((n) => [n, Math.log(n) / least] as const) };
  return lineChart(
    'Processor time of one unit of work or one row, over that of the smallest size',
    { name: 'rows', log: true },
    { name: 'times' },
    [...perUnit, bar],
  );
};
