import type { ReportBlock, ReportDocument, ReportFact, ReportTable, ReportValue } from '#contract/report.ts';
import { formatInstant } from '#desk/reports/format.ts';

/** Rows of a table that fit a page beside everything else. */
const mostRows = 6;

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
export const leadOf = ({ sections }: ReportDocument): Lead => {
  const [first] = sections;
  const opening = first?.blocks ?? [];
  const firstTable = opening.findIndex(({ block }) => !isShort.has(block));
  const said = opening.slice(0, firstTable === -1 ? opening.length : firstTable);
  const equation = sections
    .find(({ id }) => id === 'reconciliation')
    ?.blocks.find(({ block }) => block === 'note');
  const causes = tableOf(sections, 'causes');
  const who = peopleOf(sections);
  return {
    said: new Set(said),
    blocks: [
      ...said,
      ...(who.length === 0 ? [] : [{ block: 'facts' as const, facts: who }]),
      ...(equation === undefined ? [] : [equation]),
      ...(causes === undefined ? [] : [{ ...causes, rows: causes.rows.slice(0, mostRows) }]),
    ],
  };
};

/** Who has migrated, and who has signed, each with when. */
const peopleOf = (sections: ReportDocument['sections']): ReportFact[] => {
  const runs = (tableOf(sections, 'runs')?.rows ?? []).filter(({ kind }) => kind !== 'rehearsal');
  const last = runs.at(-1);
  return [
    ...(last === undefined ? [] : [personFact('Run by', last.actor, last.started)]),
    ...(tableOf(sections, 'signed-off')?.rows ?? []).map(({ name, at }) =>
      personFact('Signed off by', name, at),
    ),
  ];
};

const personFact = (name: string, person: ReportValue = '', at: ReportValue = ''): ReportFact => ({
  name,
  value: `${person}, ${formatInstant(String(at))}`,
  kind: 'text',
});

const isShort: ReadonlySet<ReportBlock['block']> = new Set(['figures', 'facts', 'note', 'text']);

/** One with rows. */
export const tableOf = (sections: ReportDocument['sections'], id: string): ReportTable | undefined => {
  for (const { blocks } of sections) {
    for (const block of blocks) {
      if (block.block === 'table' && block.id === id && block.rows.length > 0) return block;
    }
  }
  return undefined;
};
