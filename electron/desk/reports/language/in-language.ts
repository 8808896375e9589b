import type { ReportBlock, ReportColumn, ReportDocument, ReportFact, ReportTable } from '#contract/report.ts';
import { factWith, rowsWith, type ValueChange } from '#desk/reports/values-in.ts';
import type { Say, Translator } from './translate.ts';

/**
 * A document in another language: what Carryover calls things, and its sentences. What people wrote and what is on record, such
 * as the rows of tables, stays.
 */
export const inLanguage = (document: ReportDocument, { say }: Translator): ReportDocument => ({
  ...document,
  title: say(document.title),
  summary: { ...document.summary, text: say(document.summary.text) },
  sections: document.sections.map((section) => ({
    ...section,
    title: say(section.title),
    blocks: section.blocks.map((block) => blockIn(block, say)),
  })),
});

const blockIn = (block: ReportBlock, say: Say): ReportBlock => {
  switch (block.block) {
    case 'text':
    case 'note':
      return { ...block, text: say(block.text) };
    case 'quote':
      return { ...block, by: say(block.by) };
    case 'list':
      return { ...block, items: block.items.map(say) };
    case 'facts':
      return { ...block, facts: block.facts.map((fact) => factIn(fact, say)) };
    case 'figures':
      return { ...block, figures: block.figures.map((one) => ({ ...one, name: say(one.name) })) };
    case 'table':
      return tableIn(block, say);
    case 'chart':
      return {
        ...block,
        caption: say(block.caption),
        unit: say(block.unit),
        series: block.series.map((one) => ({ ...one, name: say(one.name) })),
        bars: block.bars.map((bar) => ({ ...bar, name: say(bar.name) })),
      };
    case 'timeline':
      return { ...block, facts: block.facts.map((fact) => ({ ...fact, label: say(fact.label) })) };
  }
};

const factIn = (fact: ReportFact, say: Say): ReportFact => ({
  ...factWith(fact, ourValues(say)),
  name: say(fact.name),
  ...wordsIn(fact, say),
});

const ourValues = (say: Say): ValueChange => ({
  isMeant: ({ ours }) => ours === true,
  change: (value) => (typeof value === 'string' && value !== '' ? say(value) : value),
});

const tableIn = (table: ReportTable, say: Say): ReportTable => ({
  ...table,
  caption: say(table.caption),
  none: say(table.none),
  rows: rowsWith(table, ourValues(say)),
  columns: table.columns.map((column) =>
    column.dataOnly ? column : { ...column, title: say(column.title), ...wordsIn(column, say) },
  ),
});

const wordsIn = ({ words }: Pick<ReportColumn, 'words'>, say: Say): Pick<ReportColumn, 'words'> =>
  words === undefined
    ? {}
    : { words: Object.fromEntries(Object.entries(words).map(([value, called]) => [value, say(called)])) };
