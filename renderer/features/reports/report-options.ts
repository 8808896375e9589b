import { type Language, languages } from '#contract/languages.ts';
import {
  isForPeople,
  keptSections,
  type Paper,
  papers,
  type ReportFormat,
  reportFormats,
} from '#contract/report-kinds.ts';
import { takenZone } from '#contract/zones.ts';

/** What a report is made with, as the API takes it: only what its format knows. */
export interface ReportOptions {
  readonly format: ReportFormat;
  readonly paper?: Paper | undefined;
  readonly zone?: string | undefined;
  readonly language?: Language | undefined;
  readonly without: readonly string[];
}

export const optionNames = ['format', 'paper', 'zone', 'language', 'without'] as const;
type Given = Partial<Record<(typeof optionNames)[number], string>>;

/** By the address of the screen; what is not valid is as if it were not given. */
export const optionsFrom = ({ format: asked, paper, zone, language, without = '' }: Given): ReportOptions => {
  const format = reportFormats.find((one) => one === asked) ?? 'html';
  return {
    format,
    paper: format === 'pdf' ? (papers.find((one) => one === paper) ?? 'a4') : undefined,
    ...(isForPeople(format) && {
      zone: zoneFrom(zone),
      language: languages.find((one) => one === language),
    }),
    without: without.split(',').filter((id) => /^[a-z0-9-]+$/.test(id) && !keptSections.has(id)),
  };
};

const zoneFrom = (zone = 'UTC'): string | undefined => (zone === 'UTC' ? undefined : takenZone(zone));
