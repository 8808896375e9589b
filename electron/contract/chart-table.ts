import type { ReportChart, ReportTable } from './report.ts';

/** The values of a chart, for who does not see it. */
export const chartTable = ({ id, caption, series, bars }: ReportChart): ReportTable => ({
  block: 'table',
  id: `${id}-values`,
  caption,
  none: 'No values.',
  columns: [
    { key: 'name', title: '', kind: 'text' },
    ...series.map(({ name }, at) => ({ key: `value-${at}`, title: name, kind: 'integer' as const })),
  ],
  rows: bars.map(({ name, values }) => ({
    name,
    ...Object.fromEntries(values.map((value, at) => [`value-${at}`, value])),
  })),
});
