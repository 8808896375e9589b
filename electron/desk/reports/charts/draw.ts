import { BarChart } from 'echarts/charts';
import { GridComponent, LegendComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { formatNumber } from '#contract/format.ts';
import type { ReportChart, Tone } from '#contract/report.ts';
import { plainSvg } from './plain-svg.ts';

use([BarChart, GridComponent, LegendComponent, SVGRenderer]);

/** px, as of the timeline: its letters are then those of a table. */
const width = 688;
const barHeight = 22;
const axisHeight = 24;
const legendHeight = 24;

const colours: Readonly<Record<Tone | 'plain', string>> = {
  ok: '#2b9459',
  warn: '#b8740a',
  bad: '#d6453a',
  plain: '#858ea1',
};

/** Charts as SVG. Letters are measured by a table of their widths, not by a font: the same everywhere. */
export const drawCharts = (charts: readonly ReportChart[]): string[] => charts.map(draw);

const draw = (chart: ReportChart): string => {
  const height = topOf(chart) + chart.bars.length * barHeight + axisHeight;
  const drawn = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    drawn.setOption(optionOf(chart));
    return plainSvg(drawn.renderToSVGString(), chart.id);
  } finally {
    // It would keep the thread alive.
    drawn.dispose();
  }
};

const font = { fontFamily: 'Noto Sans, sans-serif', fontSize: 11, color: '#454a55' };
const line = { lineStyle: { color: '#e3e5ea' } };

const mostNameWidth = 280;
/** More than a letter has at the middle: what ECharts takes for it is too little for this font. */
const letterWidth = 6.6;
const nameWidth = (bars: ReportChart['bars']): number =>
  Math.min(mostNameWidth, Math.max(...bars.map(({ name }) => name.length)) * letterWidth) + 12;

/** Beside a bar of one part there is room for its number: short ones next to a long one can't be told apart. */
const isNumbered = (bars: ReportChart['bars']): boolean =>
  bars.every(({ values }) => values.filter((value) => value > 0).length <= 1);

/** One series needs no legend: the caption names it. */
const topOf = ({ series }: Pick<ReportChart, 'series'>): number => (series.length > 1 ? legendHeight : 4);

const optionOf = ({ series, bars, unit }: ReportChart): EChartsCoreOption => ({
  animation: false,
  textStyle: font,
  legend: {
    show: series.length > 1,
    left: 0,
    top: 0,
    itemWidth: 10,
    itemHeight: 10,
    itemGap: 16,
    selectedMode: false,
    textStyle: font,
  },
  grid: {
    left: nameWidth(bars),
    right: 72,
    top: topOf({ series }),
    bottom: axisHeight,
    outerBoundsMode: 'none',
  },
  xAxis: {
    type: 'value',
    minInterval: 1,
    splitNumber: 4,
    name: unit,
    nameTextStyle: { ...font, color: '#626873' },
    nameGap: 6,
    axisLabel: { ...font, color: '#626873' },
    splitLine: line,
  },
  yAxis: {
    type: 'category',
    inverse: true,
    data: bars.map(({ name }) => name),
    axisLabel: { ...font, width: mostNameWidth, overflow: 'truncate' },
    axisTick: { show: false },
    axisLine: line,
  },
  series: series.map(({ name, tone = 'plain' }, at) => ({
    name,
    type: 'bar',
    stack: 'all',
    silent: true,
    emphasis: { disabled: true },
    barWidth: 12,
    itemStyle: { color: colours[tone as Tone | 'plain'] },
    label: {
      ...font,
      show: isNumbered(bars),
      position: 'right',
      formatter: ({ value }: { readonly value: number }) => (value === 0 ? '' : formatNumber(value)),
    },
    data: bars.map(({ values }) => values[at] ?? 0),
  })),
});
