import { runTask } from '#base/worker/run-task.ts';
import type { ReportChart, ReportDocument, ReportFormat } from '#contract/report.ts';

/** SVG by the id of the chart. */
export type Charts = ReadonlyMap<string, string>;

const drawn: ReadonlySet<ReportFormat> = new Set(['html', 'pdf']);

/** The charts of a document, for a format that has pictures. In a thread: loading what draws them takes as long as a report. */
export const chartsOf = async (document: ReportDocument, format: ReportFormat): Promise<Charts> => {
  const charts = document.sections.flatMap(({ blocks }) =>
    blocks.filter((block): block is ReportChart => block.block === 'chart'),
  );
  if (charts.length === 0 || !drawn.has(format)) return new Map();
  const svgs = await runTask<string[]>('charts', charts, { what: 'The chart', timeMs: 30_000, heapMb: 256 });
  return new Map(charts.map(({ id }, at) => [id, svgs[at] ?? '']));
};
