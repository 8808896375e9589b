import { inert, table as markdownTable } from '#base/markdown.ts';
import { chartTable } from '#contract/chart-table.ts';
import { formatNumber } from '#contract/format.ts';
import type {
  ReportBlock,
  ReportDocument,
  ReportFact,
  ReportTable,
  ReportValue,
  ValueKind,
} from '#contract/report.ts';
import { holdText, leftOutText, timesText } from '#desk/reports/arrange.ts';
import { formatValue, formatZoned } from '#desk/reports/format.ts';
import { english, type Say, type Translator } from '#desk/reports/language/translate.ts';
import type { TextWriter } from '#desk/reports/reports.ts';
import { visible } from '#desk/reports/visible.ts';
import { type ShownValue, shownColumns, shownValues } from './cells.ts';

/** GitHub's Markdown. Nothing in the case is read as Markdown, HTML or a link. */
export const markdown: TextWriter = {
  extension: 'md',
  mediaType: 'text/markdown; charset=utf-8',
  write(document, { translator = english } = {}) {
    const { say } = translator;
    return `${[
      `# ${line(document.title)}`,
      head(document, translator),
      `**${line(document.summary.text)}**`,
      ...document.sections.flatMap(({ level, title, blocks }) => [
        `${'#'.repeat(level)} ${line(title)}`,
        ...blocks.map((block) => blockText(block, say)),
      ]),
    ]
      .filter((part) => part !== '')
      .join('\n\n')}\n`;
  },
};

const head = (document: ReportDocument, { say, note }: Translator): string => {
  const { case: of, point, product, kind } = document;
  const notes = [holdText(document), leftOutText(document)];
  const about = note();
  return [
    `- ${say('Case')}: ${line(of.name)} (${span(of.id)})`,
    `- ${say('Integrator')}: ${line(of.integrator)}`,
    `- ${say('Report')}: ${kind}, ${line(product)}`,
    `- ${say('Audit chain')}: ${say(`entry ${formatNumber(point.seq)}`)}, ${formatZoned(point.at)}, ${say('digest')} ${span(point.digest)}`,
    `- ${say('Verify with')}: ${span(`carryover verify ${of.id} --expect ${point.digest}`)}`,
    `- ${say(timesText(document))}`,
    ...(about === undefined ? [] : [`- ${line(about)}`]),
    ...notes.flatMap((words) => (words === undefined ? [] : [`- ${line(say(words))}`])),
  ].join('\n');
};

const blockText = (block: ReportBlock, say: Say): string => {
  switch (block.block) {
    case 'text':
      return lines(block.text, '  \n');
    case 'note':
      return `> **${say(noteLabels[block.tone])}** ${lines(block.text, '  \n> ')}`;
    case 'quote':
      return `> ${lines(block.text, '  \n> ')}  \n> — ${line(block.by)}`;
    case 'list':
      return block.items.map((item) => `- ${lines(item, '<br>')}`).join('\n');
    case 'facts':
      return block.facts.map(fact).join('\n');
    case 'figures':
      return block.figures.map(({ name, value }) => `${line(name)}: **${formatNumber(value)}**`).join(' · ');
    case 'table':
      return tableText(block);
    case 'chart':
      return tableText(chartTable(block));
    // The table beside it says the same.
    case 'timeline':
      return '';
  }
};

const noteLabels = { ok: 'Good:', warn: 'Note:', bad: 'Attention:' } as const;

const fact = (one: ReportFact): string => {
  const words = formatValue(one, one.value);
  return `- ${line(one.name)}: ${valueText(one.kind, one.value, words)}`;
};

const tableText = (block: ReportTable): string => {
  if (block.rows.length === 0) return line(block.none);
  const columns = shownColumns(block);
  const heading = columns.map(({ column, under }) =>
    [column, ...under].map(({ title }) => line(title)).join('<br>'),
  );
  const rows = block.rows.map((row) =>
    columns.map((column) => shownValues(column, row).map(cell).join('<br>')),
  );
  return `*${line(block.caption)}*\n\n${markdownTable(heading, rows)}`;
};

const cell = ({ column, value, words }: ShownValue): string => valueText(column.kind, value, words);

const valueText = (kind: ValueKind, value: ReportValue, words: string): string => {
  if (typeof value === 'number') return words;
  return kind === 'id' ? words.split('\n').map(span).join('<br>') : lines(words, '<br>');
};

/**
 * As a code span. What readers of Markdown take apart in different ways, above all in a table, is no code: a span that
 * a bar has cut in two shows its HTML.
 */
const span = (text: string): string => {
  const shown = visible(text).trim();
  return shown === '' || /[`|\\<>]/.test(shown) ? inert(shown) : `\`${shown.replace(/\s+/g, ' ')}\``;
};

const lines = (text: string, separator: string): string =>
  text.trim() === '' ? nothing : text.trim().split('\n').map(inertLine).join(separator);

/** Emphasis around nothing would be something else. */
const nothing = '–';

/** A word with such a sign becomes an address, a mention or a number of an issue in places, escaped or not. */
const mentioning = /([^\s`|\\<>]*(?:@|#\d)[^\s`|\\<>]*)/;

const line = (text: string): string => lines(text.replace(/\n+/g, ' '), '');

/** One line of text that others wrote. A colon at its start might make a table of it and the line before. */
const inertLine = (text: string): string =>
  visible(text)
    .trim()
    .split(mentioning)
    .map((part, at) => (at % 2 === 1 ? span(part) : inert(part)))
    .join('')
    .replace(/^:/, '\\:');
