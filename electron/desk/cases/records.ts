import { canonical } from '#base/canonical.ts';
import { systemTime, toIso } from '#base/clock.ts';
import type { CaseAction } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CaseHeadNote, JournalAction } from '#contract/journal.ts';
import { createJournal } from '#desk/journal/journal.ts';
import { type HeadRow, insertEntry, readEntries, readHead, writeHead } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader, Tx } from '#desk/store/store.ts';
import { type ChainEntry, chainStart, linkAfter, sealHead } from './chain.ts';
import { checkedAction } from './checked-action.ts';
import { fold } from './fold.ts';
import type { CaseState } from './state.ts';
import { summaryOf } from './views.ts';
import { foldWhole } from './whole-chain.ts';

/** Chains in the database: reading a case out of its chain, and appending to it. */
export interface CaseRecords {
  /** @throws CatalogueError `case.notFound`, `case.damaged` */
  read(reader: Reader, caseId: string): Promise<CaseState>;
  /** As it was after the entry `seq`. @throws CatalogueError the same, `case.noSuchEntry` */
  readAt(reader: Reader, caseId: string, seq?: number): Promise<CaseState>;
  /** Appends the actions, in their order. Answers the case after them. */
  append(tx: Tx, caseId: string, actor: string, actions: readonly CaseAction[]): Promise<CaseState>;
  /** Appends entries that were made elsewhere, and notes where they came from. */
  adopt(
    tx: Tx,
    caseId: string,
    actor: string,
    entries: readonly ChainEntry[],
    imported: string,
  ): Promise<CaseState>;
}

/** Folded cases kept in memory; the chain stays the truth. */
const keptCases = 200;

export const createCaseRecords = (context: DeskContext): CaseRecords => {
  const kept = new Map<string, CaseState>();
  const journal = createJournal(context);

  const keep = (state: CaseState): CaseState => {
    kept.delete(state.id);
    kept.set(state.id, state);
    for (const oldest of kept.keys()) {
      if (kept.size <= keptCases) break;
      kept.delete(oldest);
    }
    return state;
  };

  const stateAt = async (reader: Reader, head: HeadRow): Promise<CaseState> => {
    const known = kept.get(head.case_id);
    if (known?.revision === head.seq && known.digest === head.digest) return known;
    return foldWhole(context, head, await readEntries(reader, head.case_id, 0));
  };

  const extend = async (
    tx: Tx,
    caseId: string,
    actor: string,
    entriesAfter: (seq: number) => readonly ChainEntry[],
    imported?: string,
  ): Promise<CaseState> => {
    const head = await readHead(tx, caseId);
    let state = head && (await stateAt(tx, head));
    let link = head ?? chainStart;
    for (const entry of entriesAfter(head?.seq ?? 0)) {
      link = linkAfter(link, caseId, entry, context.authenticate);
      const { seq, at, actor, kind, content } = entry;
      await insertEntry(tx, { case_id: caseId, seq, at, actor, kind, content, code: link.code });
      state = fold(caseId, state, { ...entry, action: actionOf(entry), digest: link.digest });
    }
    if (state === undefined) throw new Error('A chain begins with an entry.');
    const { code, digest } = link;
    const next = { seq: state.revision, code, digest, imported: imported ?? head?.imported ?? null };
    await writeHead(tx, {
      case_id: caseId,
      ...next,
      seal: sealHead(caseId, next, context.authenticate),
      summary: JSON.stringify(summaryOf(state)),
    });
    const note = { caseId, seq: state.revision, digest };
    await journal.append(tx, actor, noteOf(note, head?.seq ?? 0, imported !== undefined));
    const after = state;
    tx.afterCommit(() => {
      keep(after);
      const change = head === undefined ? 'opened' : 'changed';
      context.announce({ type: 'case', caseId, revision: after.revision, change });
    });
    return after;
  };

  const headOf = async (reader: Reader, caseId: string): Promise<HeadRow> => {
    const head = await readHead(reader, caseId);
    if (head === undefined) throw new CatalogueError('case.notFound', { reference: caseId });
    return head;
  };

  return {
    read: async (reader, caseId) => keep(await stateAt(reader, await headOf(reader, caseId))),
    async readAt(reader, caseId, seq) {
      const head = await headOf(reader, caseId);
      if (seq === undefined || seq === head.seq) return keep(await stateAt(reader, head));
      if (seq < 1 || seq > head.seq) throw new CatalogueError('case.noSuchEntry', { seq, last: head.seq });
      return foldWhole(context, head, await readEntries(reader, caseId, 0), seq);
    },
    append(tx, caseId, actor, actions) {
      const at = toIso(systemTime.now());
      return extend(tx, caseId, actor, (seq) =>
        actions.map((action, index) => ({
          seq: seq + index + 1,
          at,
          actor,
          kind: action.kind,
          content: canonical(checkedAction(action).content),
        })),
      );
    },
    adopt: (tx, caseId, actor, entries, imported) => extend(tx, caseId, actor, () => entries, imported),
  };
};

/** What the journal is told of an extended chain. */
const noteOf = (note: CaseHeadNote, seqBefore: number, isImported: boolean): JournalAction => {
  if (isImported) return { kind: 'case.imported', content: { ...note, from: seqBefore + 1 } };
  return { kind: seqBefore === 0 ? 'case.created' : 'case.extended', content: note };
};

const actionOf = ({ kind, content }: Pick<ChainEntry, 'kind' | 'content'>): CaseAction =>
  ({ kind, content: JSON.parse(content) }) as CaseAction;
