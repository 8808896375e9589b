import { CatalogueError, invalid } from '#contract/errors.ts';
import { FieldError } from '#contract/field-error.ts';
import type { ReportBlock, ReportDocument, ReportValue } from '#contract/report.ts';
import { keptSections } from '#contract/report-kinds.ts';
import { checkZone, localIso } from '#contract/zones.ts';
import { formatZoned } from './format.ts';
import { chapters } from './formats/chapters.ts';
import { inLanguage } from './language/in-language.ts';
import { english, type Translator, translatorOf } from './language/translate.ts';
import type { ReportRequest } from './reports.ts';
import { factWith, rowsWith, type ValueChange } from './values-in.ts';

/** A document as it was asked for: without some sections, and with the times of a zone. It says both. */

/**
 * @param without ids of sections; those below one go with it
 * @throws CatalogueError `report.noSuchSection`, `report.sectionKept`, `report.allLeftOut`
 */
export const leaveOut = (document: ReportDocument, without: readonly string[] = []): ReportDocument => {
  if (without.length === 0) return document;
  const all = chapters(document.sections);
  const ids = all.map(([first]) => first?.id ?? '');
  const unknown = without.filter((id) => !ids.includes(id));
  if (unknown.length > 0) {
    throw new CatalogueError('report.noSuchSection', { ids: unknown.join(', '), known: ids.join(', ') });
  }
  const agreed = without.filter((id) => keptSections.has(id));
  if (agreed.length > 0) throw new CatalogueError('report.sectionKept', { ids: agreed.join(', ') });
  const kept = all.filter((_, at) => !without.includes(ids[at] as string));
  if (kept.length === 0) throw new CatalogueError('report.allLeftOut');
  const leftOut = all.flatMap(([first]) =>
    first !== undefined && without.includes(first.id) ? [{ id: first.id, title: first.title }] : [],
  );
  return { ...document, sections: kept.flat(), leftOut };
};

/**
 * The same instants as local times of a zone with their offset, for formats that people read. Times within sentences stay UTC.
 * @param zone as `checkedZone` gives it
 */
export const inZone = (document: ReportDocument, zone: ReportRequest['zone']): ReportDocument =>
  zone === undefined
    ? document
    : {
        ...document,
        zone,
        point: { ...document.point, at: localIso(Date.parse(document.point.at), zone) },
        ...holdIn(document, zone),
        sections: document.sections.map((section) => ({
          ...section,
          blocks: section.blocks.map((block) => blockIn(block, zone)),
        })),
      };

const holdIn = ({ hold }: ReportDocument, zone: string): Pick<ReportDocument, 'hold'> =>
  hold === undefined || hold === 'unknown'
    ? {}
    : { hold: { ...hold, at: localIso(Date.parse(hold.at), zone) } };

/** Undefined is UTC. @throws CatalogueError `request.invalid` */
export const checkedZone = (zone: string | undefined): string | undefined => {
  try {
    const checked = zone === undefined ? 'UTC' : checkZone(zone, 'zone');
    return checked === 'UTC' ? undefined : checked;
  } catch (error) {
    throw error instanceof FieldError ? invalid(error.item) : error;
  }
};

const blockIn = (block: ReportBlock, zone: string): ReportBlock => {
  const local: ValueChange = {
    isMeant: ({ kind }) => kind === 'instant',
    change: (value) => localOf(value, zone),
  };
  if (block.block === 'facts') return { ...block, facts: block.facts.map((fact) => factWith(fact, local)) };
  return block.block === 'table' ? { ...block, rows: rowsWith(block, local) } : block;
};

/** What is no instant stays as it is. */
const localOf = (value: ReportValue, zone: string): ReportValue => {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? value : localIso(ms, zone);
};

interface Arranged {
  readonly document: ReportDocument;
  /** Of the words around it. */
  readonly translator: Translator;
}

export const asItIs = (document: ReportDocument): Arranged => ({ document, translator: english });

/** In the zone and language asked for. @param zone as `checkedZone` gives it */
export const forPeople = (
  document: ReportDocument,
  { zone, language }: Pick<ReportRequest, 'zone' | 'language'>,
): Arranged => {
  const translator = translatorOf(language);
  return { document: inLanguage(inZone(document, zone), translator), translator };
};

/** What a report says of its times. */
export const timesText = ({ zone }: Pick<ReportDocument, 'zone'>): string =>
  zone === undefined
    ? 'All times are UTC.'
    : `Times with an offset are local times of ${zone}; all others are UTC.`;

/** What a report says of sections that it was made without; undefined if it has all. */
export const leftOutText = ({ leftOut = [] }: Pick<ReportDocument, 'leftOut'>): string | undefined =>
  leftOut.length === 0
    ? undefined
    : `Left out of this report: ${leftOut.map(({ title }) => title).join(', ')}. The full report of the same entry has them.`;

/** What a report says of the legal hold of its case; undefined without one. */
export const holdText = ({ hold }: Pick<ReportDocument, 'hold'>): string | undefined => {
  if (hold === undefined) return undefined;
  if (hold === 'unknown')
    return 'Whether this case is under legal hold is unknown: the journal of the desk is not as it was written.';
  return `Under legal hold since ${formatZoned(hold.at)}, placed by ${hold.by}: ${hold.reason}`;
};
