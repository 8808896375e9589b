import { DateTime } from 'luxon';
import { systemTime } from '#base/clock.ts';
import type { CaseSummary } from '#contract/case.ts';
import type {
  CaseCountRequest,
  CaseCounts,
  CaseFilter,
  CaseList,
  CaseOwners,
  CaseQuery,
} from '#contract/case-list.ts';
import { invalid } from '#contract/errors.ts';
import {
  countGroups,
  countSummaries,
  type ListContext,
  plainText,
  readIdsOf,
  readIdsWith,
  readOwners,
  readSummaries,
  readSummariesById,
} from '#desk/store/case-list.ts';
import type { KeptSummaries } from './kept-summaries.ts';

/** Lists of cases, out of their kept summaries. */
export interface CaseListing {
  /** All cases, last changed first. */
  list(): Promise<CaseSummary[]>;
  /** @param me who asks, for `ownedBy` @throws CatalogueError `request.invalid` for a time zone that there is not */
  page(query: CaseQuery, me: string): Promise<CaseList>;
  counts(request: CaseCountRequest, me: string): Promise<CaseCounts>;
  /** In the order of the ids, without those that are gone. */
  byIds(ids: readonly string[]): Promise<CaseSummary[]>;
  /** Ids of the cases that fit. */
  idsOf(filter: CaseFilter, me: string): Promise<string[]>;
  /** Ids of open cases that may be in soak, or have an open observation. */
  idsWith(what: 'soaking' | 'observing'): Promise<string[]>;
  owners(): Promise<CaseOwners>;
}

export const createListing = (kept: KeptSummaries): CaseListing => ({
  async list() {
    const { value } = await kept.read((reader) => readSummaries(reader, {}, contextOf(undefined, '')));
    return value.map(parsed);
  },
  async page({ zone, ...query }, me) {
    const { group, sort: _, offset: _offset, limit, ...filter } = query;
    const context = contextOf(zone, me);
    const { value, outdated } = await kept.read(async (reader) => {
      const results = limit === 0 ? [] : await readSummaries(reader, query, context);
      return {
        results,
        total: limit === undefined ? results.length : await countSummaries(reader, filter, context),
        ...(group === undefined ? {} : { groups: await countGroups(reader, filter, group, context) }),
      };
    });
    return {
      ...value,
      results: value.results.map(parsed),
      ...(outdated === 0 ? {} : { outdated }),
    };
  },
  async counts({ filters, zone }, me) {
    const context = contextOf(zone, me);
    const { value } = await kept.read(async (reader) => {
      const counts: number[] = [];
      for (const filter of filters) counts.push(await countSummaries(reader, filter, context));
      return { counts, total: await countSummaries(reader, {}, context) };
    });
    return value;
  },
  async byIds(ids) {
    const { value } = await kept.read((reader) => readSummariesById(reader, ids));
    const found = new Map(value.map((text) => parsed(text)).map((one) => [one.id, one]));
    return ids.flatMap((id) => found.get(id) ?? []);
  },
  async idsOf(filter, me) {
    const { value } = await kept.read((reader) => readIdsOf(reader, filter, contextOf(undefined, me)));
    return value;
  },
  async idsWith(what) {
    const { value } = await kept.read((reader) => readIdsWith(reader, what));
    return value;
  },
  async owners() {
    const { value } = await kept.read(readOwners);
    return { owners: value };
  },
});

const parsed = (text: string): CaseSummary => JSON.parse(text) as CaseSummary;

const contextOf = (zone = 'UTC', me: string): ListContext => {
  const nowMs = systemTime.now();
  const now = DateTime.fromMillis(nowMs, { zone });
  if (!now.isValid) {
    throw invalid({
      itemId: 'zone',
      message: 'zone must be an IANA time zone, such as Europe/Berlin.',
      validatorName: 'zone',
    });
  }
  const thisWeekEndsMs = now.startOf('week').plus({ weeks: 1 }).toMillis();
  const nextWeekEndsMs = now.startOf('week').plus({ weeks: 2 }).toMillis();
  return { nowMs, thisWeekEndsMs, nextWeekEndsMs, me: plainText(me) };
};
