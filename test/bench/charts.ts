import { LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** A bar or another line to compare with. */
  readonly dashed?: boolean;
}

interface Axis {
  readonly name: string;
  readonly log?: boolean;
}

/** Lines as SVG, readable on a light and on a dark page: the same bytes for the same figures. */
export const lineChart = (title: string, x: Axis, y: Axis, lines: readonly Line[]): string => {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 860, height: 420 });
  const axis = ({ name, log = false }: Axis, gap: number) => ({
    type: log ? ('log' as const) : ('value' as const),
    name,
    nameLocation: 'middle' as const,
    nameGap: gap,
    axisLabel: { formatter: (value: number) => value.toLocaleString('en') },
  });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    title: { text: title, left: 'center', textStyle: { fontSize: 14, fontWeight: 'normal' } },
    legend: { bottom: 0, itemWidth: 16, itemGap: 30, textStyle: { fontSize: 11 } },
    grid: { left: 70, right: 24, top: 36, bottom: 96 },
    xAxis: axis(x, 28),
    yAxis: axis(y, 50),
    series: lines.map(({ name, points, dashed = false }) => ({
      type: 'line' as const,
      name,
      data: points.map((point) => [...point]),
      showSymbol: points.length <= 10,
      lineStyle: { width: dashed ? 1 : 2, type: dashed ? ('dashed' as const) : ('solid' as const) },
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${renumbered(svg)}\n`;
};

/** Its names of styles count on from chart to chart of the process; here they begin at 0. */
const renumbered = (svg: string): string => {
  const names = new Map<string, string>();
  return svg.replaceAll(/\bzr\d+-[a-z]+-?\d+/g, (name) => {
    const known = names.get(name) ?? `s${names.size}`;
    names.set(name, known);
    return known;
  });
};

/** The exponent of n with which y grows, by least squares over the logarithms. */
export const exponentOf = (points: readonly (readonly [x: number, y: number])[]): number => {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (of: (one: readonly [number, number]) => number): number =>
    logs.reduce((sum, one) => sum + of(one), 0) / logs.length;
  const meanX = mean(([x]) => x);
  const meanY = mean(([, y]) => y);
  const covariance = mean(([x, y]) => (x - meanX) * (y - meanY));
  return covariance / mean(([x]) => (x - meanX) ** 2);
};
