import { assert, double, property } from 'fast-check';
import { expect, test } from 'vitest';
import { exponentOf, lineChart } from './charts.ts';

const rows = [10_000, 100_000, 1_000_000];

test('the exponent of a power is found, whatever its factor', () => {
  void assert(
    property(
      double({ min: -2, max: 3, noNaN: true }),
      double({ min: 1e-3, max: 1e3, noNaN: true }),
      (exponent, factor) => {
        const points = rows.map((n) => [n, factor * n ** exponent] as const);
        expect(exponentOf(points)).toBeCloseTo(exponent, 6);
      },
    ),
  );
});

test('n log n grows by less than 1.15 over these rows, and n squared by more', () => {
  expect(exponentOf(rows.map((n) => [n, n * Math.log(n)]))).toBeLessThan(1.15);
  expect(exponentOf(rows.map((n) => [n, n * n]))).toBeGreaterThan(1.15);
});

test('a chart is the same SVG each time, with its lines named', () => {
  const draw = () =>
    lineChart('Growth', { name: 'rows', log: true }, { name: 'times', log: true }, [
      { name: 'a page', points: rows.map((n) => [n, 1]) },
      { name: 'n log n', points: rows.map((n) => [n, Math.log(n)]), dashed: true },
    ]);
  expect(draw()).toBe(draw());
  expect(draw()).toMatch(/^<svg[\s\S]*a page[\s\S]*n log n[\s\S]*<\/svg>\n$/);
});
