import type { Collector, EligibilityRow, EligibilityView } from '#contract/eligibility.ts';

/** Labels of eligibility values that several screens show. */

export const collectorLabels: Readonly<Record<Collector, string>> = {
  configuration: 'Configuration',
  source: 'Source code',
  traffic: 'Traffic log',
  live: 'Observation',
  exec: 'Test run',
};

export const setupOf = (rows: EligibilityView['rows'], row: EligibilityRow): string =>
  rows.find((one) => one.row === row)?.setup ?? row;
