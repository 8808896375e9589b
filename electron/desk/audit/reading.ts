import { packageVersion } from '#base/package-root.ts';
import type { AuditDetail, AuditEvent } from '#contract/audit.ts';
import type { CaseHeadNote, JournalAction } from '#contract/journal.ts';
import { summaryIn } from '#desk/cases/case-names.ts';
import { journalStart } from '#desk/core/journal-head.ts';
import { entryDigest, isEntrySigned } from '#desk/core/signed-entry.ts';
import { journalChain } from '#desk/journal/journal.ts';
import { actionOf } from '#desk/journal/verified-rows.ts';
import { readHead } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type JournalRow, readJournalEntry } from '#desk/store/journal.ts';
import { type About, caseEvent, journalEvent } from './event.ts';
import { type Heads, headsIn, headsOver } from './heads.ts';
import { journalRows } from './journal-rows.ts';
import { type Told, toldBy } from './told.ts';
import { entriesAfter, type Reached, reach } from './told-entries.ts';

/**
 * What the desk has recorded, in the order of its commits: the journal is that order, and each of its entries that tells
 * of a case comes after the entries of the case that it tells of. Source: `docs/reference/rules/audit.md#order`.
 */

/** How far a reader is: an entry of the journal, and up to which entry of a case what the next one tells of is read. */
export interface AuditPoint {
  readonly seq: number;
  readonly digest: string;
  readonly part?: { readonly caseId: string; readonly seq: number };
}

/** A point, with the heads of the cases at it. */
export interface AuditPosition {
  readonly point: AuditPoint;
  readonly heads: Map<string, CaseHeadNote>;
  /** What is known of the case that `point.part` names: it need not be read from its beginning again. */
  readonly reached?: Reached;
}

export interface AuditStep {
  readonly event: AuditEvent;
  /** After it. */
  readonly point: AuditPoint;
  readonly reached?: Reached;
  readonly action?: JournalAction | undefined;
}

export interface ReadOptions {
  readonly detail: AuditDetail;
  /** The last entry of the journal that is read. */
  readonly upTo: number;
}

export interface AuditReader {
  readonly desk: () => Promise<AuditEvent['desk']>;
  /** From the beginning where the journal does not contain the point: another database was put in place by hand. */
  open(point: AuditPoint): Promise<AuditPosition>;
  /** What comes after the position, which stays as it is. @throws what the store throws */
  steps(position: AuditPosition, options: ReadOptions): AsyncGenerator<AuditStep>;
}

type Store = Pick<DeskContext['store'], 'read'>;

export const createAuditReader = ({ store }: Pick<DeskContext, 'store'>): AuditReader => {
  let known: AuditEvent['desk'] | undefined;
  const desk = async (): Promise<AuditEvent['desk']> => {
    if (known !== undefined) return known;
    const first = await store.read((reader) => readJournalEntry(reader, 1));
    const found = { id: first?.digest ?? '0'.repeat(64), version: packageVersion() };
    if (first !== undefined) known = found;
    return found;
  };
  const caseNamed = async (id: string): Promise<AuditEvent['case']> => {
    const head = await store.read((reader) => readHead(reader, id));
    return head === undefined ? { id } : { id, name: summaryIn(head).name };
  };

  /** The entries of a case that were told of, from there on. Returns what of them is gone. */
  async function* entriesOf(
    { one, after, reached }: Unread,
    point: AuditPoint,
    about: About,
  ): AsyncGenerator<AuditStep, Missing[]> {
    const start = reached ?? (await reach(store, one, after));
    if (typeof start === 'string') return [{ ...rest(one, after), why: start }];
    const caseOf = await caseNamed(one.caseId);
    let { seq } = start;
    for await (const entry of entriesAfter(store, one, start)) {
      seq = entry.row.seq;
      yield {
        event: caseEvent(entry.row, entry, entry.erasures, { ...about, caseOf }),
        point: { seq: point.seq, digest: point.digest, part: { caseId: one.caseId, seq } },
        reached: { seq, digest: entry.digest },
      };
    }
    // It may be deleted while it is read.
    return seq < one.seq ? [{ ...rest(one, seq), why: 'deleted' }] : [];
  }

  /** The entries of cases that a row tells of, then the row itself. Returns what it says. */
  async function* stepsOf(
    row: JournalRow,
    from: AuditPosition,
    heads: Heads,
    detail: AuditDetail,
  ): AsyncGenerator<AuditStep, JournalAction | undefined> {
    const { point } = from;
    const action = checkedAction(row, point.digest);
    const about = { desk: await desk(), detail, recorded: row.at };
    const told = action === undefined ? [] : await toldBy(store, row.seq, action, heads);
    const missing: Missing[] = [];
    for (const one of unread(told, from)) missing.push(...(yield* entriesOf(one, point, about)));
    const caseId = caseIn(action);
    const caseOf = caseId === undefined ? undefined : await caseNamed(caseId);
    const event = journalEvent(row, { before: point.digest, action, missing }, { ...about, caseOf });
    yield { event, point: { seq: row.seq, digest: row.digest }, action };
    return action;
  }

  return {
    desk,
    async open(point) {
      const row = await store.read((reader) => readJournalEntry(reader, point.seq));
      const isThere = point.seq === 0 || row?.digest === point.digest;
      const from = isThere ? point : journalStart;
      return { point: from, heads: await headsAt(store, from.seq) };
    },
    async *steps(position, { detail, upTo }) {
      const heads = headsOver(position.heads);
      let from = position;
      for await (const row of journalRows(store, position.point.seq, upTo)) {
        const action = yield* stepsOf(row, from, heads, detail);
        if (action !== undefined) heads.apply(action);
        from = { point: { seq: row.seq, digest: row.digest }, heads: position.heads };
      }
    },
  };
};

type Missing = NonNullable<AuditEvent['missing']>[number];

const rest = ({ caseId, seq: to }: Told, after: number) => ({ caseId, from: after + 1, to });

/** The position after steps that came from it, which is changed. */
export const positionAfter = (position: AuditPosition, steps: readonly AuditStep[]): AuditPosition => {
  const heads = headsIn(position.heads);
  for (const { action } of steps) if (action !== undefined) heads.apply(action);
  const last = steps.at(-1);
  if (last === undefined) return position;
  const { point, reached } = last;
  return { point, heads: position.heads, ...(reached === undefined ? {} : { reached }) };
};

interface Unread {
  readonly one: Told;
  /** The last entry that was read. */
  readonly after: number;
  readonly reached: Reached | undefined;
}

/** What of it is still to be read. */
const unread = (told: readonly Told[], { point: { part }, reached }: AuditPosition): Unread[] => {
  const at = told.findIndex(({ caseId }) => caseId === part?.caseId);
  return told.slice(Math.max(at, 0)).map((one, index) => {
    const isBegun = index === 0 && at >= 0 && part !== undefined;
    return isBegun ? { one, after: part.seq, reached } : { one, after: one.from - 1, reached: undefined };
  });
};

/** What a row says, if it follows the one before and was signed so. */
const checkedAction = (row: JournalRow, before: string): JournalAction | undefined => {
  const place = { domain: 'journal entry', chain: journalChain, before } as const;
  const isSound = entryDigest(place, row) === row.digest && isEntrySigned(place, row);
  return isSound ? actionOf({ row }) : undefined;
};

const caseIn = (action: JournalAction | undefined): string | undefined => {
  switch (action?.kind) {
    case 'case.created':
    case 'case.extended':
    case 'case.imported':
    case 'case.deleted':
      return action.content.caseId;
    default:
      return undefined;
  }
};

const headsAt = async (store: Store, seq: number): Promise<Map<string, CaseHeadNote>> => {
  const all = new Map<string, CaseHeadNote>();
  const heads = headsIn(all);
  for await (const row of journalRows(store, 0, seq)) {
    const action = actionOf({ row });
    if (action !== undefined) heads.apply(action);
  }
  return all;
};
