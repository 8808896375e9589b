import type { ReportSection } from '#contract/report.ts';

/** A section with those below it, kept together on paper. */
export const chapters = (sections: readonly ReportSection[]): ReportSection[][] => {
  const found: ReportSection[][] = [];
  for (const section of sections) {
    if (section.level === 2 || found.length === 0) found.push([section]);
    else found.at(-1)?.push(section);
  }
  return found;
};

/** Whether it lies across the paper. */
export const isWide = (sections: readonly ReportSection[]): boolean =>
  sections.some(({ blocks }) =>
    blocks.some((block) => block.block === 'table' && block.wide === true && block.rows.length > 0),
  );
