import { formatCount } from '#contract/format.ts';
import type { ReportBlock, ReportDocument, ReportFact, ReportTable, ReportValue } from '#contract/report.ts';
import { formatInstant } from '#desk/reports/format.ts';
import { tableIds } from '#desk/reports/kinds/table-ids.ts';
import { english, type Say } from '#desk/reports/language/translate.ts';
import { cut } from './words.ts';

/** Rows of a table, and letters of a cell, that fit a page beside everything else. */
const mostRows = 7;
const mostLetters = 160;

/** What was moved and what was not, and why: those that a report has, in this order. */
const leadTables = [tableIds.stages, tableIds.endpoints, tableIds.causes, tableIds.exclusions];

export interface Lead {
  /** What the first page says. */
  readonly blocks: readonly ReportBlock[];
  /** Blocks that need not be said again. */
  readonly said: ReadonlySet<ReportBlock>;
}

/**
 * What a reader has to know, on one page: the figures and facts that a report begins with, how every row is accounted for,
 * why some were not moved, and who has signed.
 */
export const leadOf = ({ sections }: ReportDocument, say: Say = english.say): Lead => {
  const [first] = sections;
  const opening = first?.blocks ?? [];
  const firstTable = opening.findIndex(({ block }) => !isShort.has(block));
  const said = opening.slice(0, firstTable === -1 ? opening.length : firstTable);
  const equation = sections
    .find(({ id }) => id === 'reconciliation')
    ?.blocks.find(({ block }) => block === 'note');
  const who = peopleOf(sections, say);
  return {
    said: new Set(said),
    blocks: [
      ...said,
      ...(who.length === 0 ? [] : [{ block: 'facts' as const, facts: who }]),
      ...(equation === undefined ? [] : [equation]),
      ...leadTables.flatMap((id) => beginningOf(tableOf(sections, id), say)),
    ],
  };
};

/** The first rows, with a sentence about those that are left for later pages. */
const beginningOf = (table: ReportTable | undefined, say: Say): ReportBlock[] => {
  if (table === undefined) return [];
  const rows = table.rows.slice(0, mostRows).map(withShortCells);
  const left = table.rows.length - rows.length;
  const rest = say(
    `First ${rows.length} of ${formatCount(table.rows.length, 'row')}. The table is repeated in full on a later page.`,
  );
  return [{ ...table, rows }, ...(left === 0 ? [] : [{ block: 'text' as const, text: rest }])];
};

const withShortCells = (row: ReportTable['rows'][number]): ReportTable['rows'][number] =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === 'string' ? cut(value, mostLetters) : value,
    ]),
  );

/** Who has migrated, and who has signed, each with when. */
const peopleOf = (sections: ReportDocument['sections'], say: Say): ReportFact[] => {
  const runs = (tableOf(sections, tableIds.runs)?.rows ?? []).filter(({ kind }) => kind !== 'rehearsal');
  const last = runs.at(-1);
  return [
    ...(last === undefined ? [] : [personFact(say('Run by'), last.actor, last.started)]),
    ...signaturesOf(sections).map(({ name, at }) => personFact(say('Signed off by'), name, at)),
  ];
};

/** Of both parties; one that has not signed has no row here. */
export const signaturesOf = (sections: ReportDocument['sections']): ReportTable['rows'] =>
  (tableOf(sections, tableIds.signatures)?.rows ?? []).filter(({ name }) => name !== undefined);

const personFact = (name: string, person: ReportValue = '', at: ReportValue = ''): ReportFact => ({
  name,
  value: `${person}, ${formatInstant(String(at))}`,
  kind: 'text',
});

const isShort: ReadonlySet<ReportBlock['block']> = new Set(['figures', 'facts', 'note', 'text', 'list']);

/** One with rows. */
const tableOf = (sections: ReportDocument['sections'], id: string): ReportTable | undefined => {
  for (const { blocks } of sections) {
    for (const block of blocks) {
      if (block.block === 'table' && block.id === id && block.rows.length > 0) return block;
    }
  }
  return undefined;
};
