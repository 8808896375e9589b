import { DateTime } from 'luxon';
import { systemTime } from '#base/clock.ts';
import type { CaseAction, CaseSummary } from '#contract/case.ts';
import type {
  CaseCountRequest,
  CaseCounts,
  CaseFilter,
  CaseList,
  CaseOwners,
  CaseQuery,
} from '#contract/case-list.ts';
import { invalid } from '#contract/errors.ts';
import { everything, type Sight, seesCase } from '#desk/core/sight.ts';
import {
  type CaseMark,
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
  /** @param me who asks, for `ownedBy` @param sight what may be listed; left out: everything @throws CatalogueError `request.invalid` for a time zone that there is not */
  page(query: CaseQuery, me: string, sight?: Sight): Promise<CaseList>;
  counts(request: CaseCountRequest, me: string, sight?: Sight): Promise<CaseCounts>;
  /** In the order of the ids, without those that are gone. */
  byIds(ids: readonly string[], sight?: Sight): Promise<CaseSummary[]>;
  /** Ids of the cases that fit. */
  idsOf(filter: CaseFilter, me: string): Promise<string[]>;
  /**
   * Ids of open cases that may be in soak, have an open observation, or have something on the target that may change
   * behind them. @param targetId of cases on that one alone
   */
  idsWith(what: CaseMark, targetId?: string): Promise<string[]>;
  owners(sight?: Sight): Promise<CaseOwners>;
  /** Ends what goes on beside the answers. */
  stop(): Promise<void>;
}

/** Entries that each mark comes from: a case without one does not have it. */
const kindsOf: Readonly<Record<CaseMark, readonly CaseAction['kind'][]>> = {
  soaking: ['cutover.soakStarted'],
  observing: ['observation.opened'],
  watched: [
    'cutover.granted',
    'cutover.checked',
    'cutover.rollbackDecided',
    'headers.planned',
    'headers.set',
    'headers.checked',
    'profile.observed',
  ],
};

export const createListing = (kept: KeptSummaries): CaseListing => ({
  async list() {
    const { value } = await kept.read((reader) => readSummaries(reader, {}, contextOf(undefined, '')));
    return value.map(parsed);
  },
  async page({ zone, partly, ...query }, me, sight) {
    const { group, sort: _, offset: _offset, limit, ...filter } = query;
    const context = contextOf(zone, me, sight);
    const { value, outdated, reading } = await readOf(
      kept,
      partly,
    )(async (reader) => {
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
      ...(reading && { reading }),
    };
  },
  async counts({ filters, zone, partly }, me, sight) {
    const context = contextOf(zone, me, sight);
    const { value, reading } = await readOf(
      kept,
      partly,
    )(async (reader) => {
      const counts: number[] = [];
      for (const filter of filters) counts.push(await countSummaries(reader, filter, context));
      return { counts, total: await countSummaries(reader, {}, context) };
    });
    return { ...value, ...(reading && { reading }) };
  },
  async byIds(ids, sight = everything) {
    const texts = await kept.readOf(ids, (reader) => readSummariesById(reader, ids));
    const found = new Map(texts.map((text) => parsed(text)).map((one) => [one.id, one]));
    return ids.flatMap((id) => found.get(id) ?? []).filter((one) => seesCase(sight, one));
  },
  async idsOf(filter, me) {
    const { value } = await kept.read((reader) => readIdsOf(reader, filter, contextOf(undefined, me)));
    return value;
  },
  idsWith: (what, targetId) => kept.readWith(kindsOf[what], (reader) => readIdsWith(reader, what, targetId)),
  async owners(sight = everything) {
    const { value } = await kept.read((reader) => readOwners(reader, sight));
    return { owners: value };
  },
  stop: kept.stop,
});

const readOf = (kept: KeptSummaries, partly = false): KeptSummaries['read'] =>
  partly ? kept.readPartly : kept.read;

const parsed = (text: string): CaseSummary => JSON.parse(text) as CaseSummary;

const contextOf = (zone = 'UTC', me: string, sight: Sight = everything): ListContext => {
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
  return { nowMs, thisWeekEndsMs, nextWeekEndsMs, me: plainText(me), sight };
};
