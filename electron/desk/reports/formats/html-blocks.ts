import { chartTable } from '#contract/chart-table.ts';
import { formatNumber } from '#contract/format.ts';
import type { ReportBlock, ReportChart, ReportColumn, ReportFact, ReportTable } from '#contract/report.ts';
import type { Charts } from '#desk/reports/charts/index.ts';
import { formatValue } from '#desk/reports/format.ts';
import type { Say } from '#desk/reports/language/translate.ts';
import {
  isNumber,
  type Row,
  type ShownColumn,
  type ShownValue,
  shownColumns,
  shownValues,
  toneOf,
} from './cells.ts';
import { escaped } from './html-escape.ts';
import { timelineSvg } from './timeline-svg.ts';

/** Blocks of a report as HTML; attributes are only ever ours. */

export const blockHtml = (block: ReportBlock, charts: Charts, say: Say): string => {
  switch (block.block) {
    case 'text':
      return `<p>${escaped(block.text)}</p>`;
    case 'note':
      return `<p class="note ${block.tone}">${escaped(block.text)}</p>`;
    case 'quote':
      return `<blockquote><p>${escaped(block.text)}</p><footer>${escaped(block.by)}</footer></blockquote>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;
    case 'facts':
      return `<dl class="facts">${block.facts.map(fact).join('')}</dl>`;
    case 'figures':
      return `<dl class="figures">${block.figures
        .map(
          ({ name, value, tone }) =>
            `<div${tone === undefined ? '' : ` class="${tone}"`}><dt>${escaped(name)}</dt><dd>${formatNumber(value)}</dd></div>`,
        )
        .join('')}</dl>`;
    case 'table':
      return tableHtml(block);
    case 'chart':
      return chartHtml(block, charts.get(block.id), say);
    case 'timeline':
      return timelineSvg(block, say);
  }
};

/** With its values, for who does not see it. */
const chartHtml = (block: ReportChart, svg: string | undefined, say: Say): string => {
  const values = tableHtml(chartTable(block));
  if (svg === undefined) return values;
  const named = svg.replace('<svg ', () => `<svg aria-label="${escaped(block.caption)}" `);
  return `<figure class="chart"><figcaption>${escaped(block.caption)}</figcaption>\n${named}\n<details><summary>${escaped(say('Values'))}</summary>\n${values}\n</details></figure>`;
};

const fact = (one: ReportFact): string => {
  const shown = {
    column: { key: '', title: '', ...one },
    value: one.value,
    words: formatValue(one, one.value),
  };
  return `<div><dt>${escaped(one.name)}</dt><dd>${valueHtml(shown)}</dd></div>`;
};

const tableHtml = (block: ReportTable): string => {
  if (block.rows.length === 0) return `<p class="none">${escaped(block.none)}</p>`;
  const columns = shownColumns(block);
  return [
    '<table>',
    `<caption>${escaped(block.caption)}</caption>`,
    `<thead><tr>${columns.map(headingHtml).join('')}</tr></thead>`,
    '<tbody>',
    ...block.rows.map((row) => rowHtml(columns, row)),
    '</tbody>',
    '</table>',
  ].join('\n');
};

const headingHtml = ({ column, under }: ShownColumn): string => {
  const more = under.map(({ title }) => `<small>${escaped(title)}</small>`).join('');
  return `<th scope="col"${classOf(column)}>${escaped(column.title)}${more}</th>`;
};

const rowHtml = (columns: readonly ShownColumn[], row: Row): string =>
  `<tr>${columns.map((column, at) => cellHtml(column, row, at === 0)).join('')}</tr>`;

/** The first cell says what the row is about. */
const cellHtml = (column: ShownColumn, row: Row, first: boolean): string => {
  const [tag, scope] = first ? ['th', ' scope="row"'] : ['td', ''];
  const values = shownValues(column, row).map((shown) =>
    shown.column === column.column ? valueHtml(shown) : `<small>${valueHtml(shown)}</small>`,
  );
  return `<${tag}${scope}${classOf(column.column)}>${values.join('')}</${tag}>`;
};

const classOf = (column: ReportColumn): string => {
  if (isNumber(column)) return ' class="number"';
  return column.kind === 'text' ? '' : ` class="${column.kind}"`;
};

const valueHtml = ({ column, value, words }: ShownValue): string => {
  if (column.kind === 'id') return `<code>${escaped(words)}</code>`;
  if (column.kind === 'instant') return `<time datetime="${escaped(String(value))}">${escaped(words)}</time>`;
  const tone = toneOf(column, value);
  return tone === undefined ? escaped(words) : `<span class="tag ${tone}">${escaped(words)}</span>`;
};
