import { type Language, languages } from '#contract/languages.ts';
import {
  isForPeople,
  keptSections,
  type Paper,
  papers,
  type ReportFormat,
  reportFormats,
} from '#contract/report-kinds.ts';
import { checkZone } from '#contract/zones.ts';

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

const zoneFrom = (zone: string | undefined): string | undefined => {
  try {
    return zone === undefined || zone === 'UTC' ? undefined : checkZone(zone, 'zone');
  } catch {
    return undefined;
  }
};

/** Names of today where browsers list an older one. */
const renamed = ['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv'];

/** Every zone that the API takes; UTC and the reader's own first. */
export const zones = (): string[] => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const all = [...Intl.supportedValuesOf('timeZone'), ...renamed].sort();
  return [...new Set(['UTC', own, ...all])].filter((zone) => zone === 'UTC' || zoneFrom(zone) !== undefined);
};
