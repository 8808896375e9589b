import { LRUCache } from 'lru-cache';
import { canonical } from '#base/canonical.ts';
import { systemTime, toIso } from '#base/clock.ts';
import type { CaseAction } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CaseHeadNote, JournalAction } from '#contract/journal.ts';
import { type EntryContent, signEntry } from '#desk/core/signed-entry.ts';
import { createJournal } from '#desk/journal/journal.ts';
import {
  type HeadRow,
  insertEntry,
  readEntries,
  readHead,
  replaceCodes,
  writeHead,
} from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader, Tx } from '#desk/store/store.ts';
import {
  actionOf,
  type ChainEntry,
  type ChainHead,
  chainStart,
  codesOf,
  linkAfter,
  placeIn,
  sealHead,
} from './chain.ts';
import { checkedAction } from './checked-action.ts';
import { type Erasures, noErasures } from './erasures.ts';
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
    erasures: Erasures,
  ): Promise<CaseState>;
  /** Reads the case again from its chain after contents were erased, and updates the list. */
  refold(tx: Tx, caseId: string): Promise<CaseState>;
}

/** Folded cases kept in memory; the chain stays the truth. */
const keptCases = 200;

export const createCaseRecords = (context: DeskContext): CaseRecords => {
  const kept = new LRUCache<string, CaseState>({ max: keptCases });
  const journal = createJournal(context);

  const keep = (state: CaseState): CaseState => {
    kept.set(state.id, state);
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
    entriesAfter: (seq: number) => readonly (EntryContent | ChainEntry)[],
    elsewhere?: { readonly imported: string; readonly erasures: Erasures },
  ): Promise<CaseState> => {
    const head = await readHead(tx, caseId);
    let state = head && (await stateAt(tx, head));
    let link = head ?? chainStart;
    for (const one of entriesAfter(head?.seq ?? 0)) {
      const entry = 'signature' in one ? one : signEntry(context.identity, placeIn(caseId, link.digest), one);
      link = linkAfter(link, caseId, entry, context.authenticate, elsewhere?.erasures ?? noErasures);
      await insertEntry(tx, { ...columnsOf(entry), case_id: caseId, code: link.code });
      state = fold(caseId, state, { ...entry, action: actionOf(entry), digest: link.digest });
    }
    if (state === undefined) throw new Error('A chain begins with an entry.');
    const { code, digest } = link;
    const imported = elsewhere?.imported ?? head?.imported ?? null;
    await putHead(context, tx, state, { seq: state.revision, code, digest, imported });
    const note = { caseId, seq: state.revision, digest };
    await journal.append(tx, actor, noteOf(note, head?.seq ?? 0, elsewhere !== undefined));
    const after = state;
    tx.afterCommit(() => {
      keep(after);
      const change = head === undefined ? 'opened' : 'changed';
      context.announce({ type: 'case', caseId, revision: after.revision, change });
    });
    return after;
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
        actions.map((action, index) => contentOf(action, { seq: seq + index + 1, at, actor })),
      );
    },
    adopt: (tx, caseId, actor, entries, imported, erasures) =>
      extend(tx, caseId, actor, () => entries, { imported, erasures }),
    async refold(tx, caseId) {
      const state = await recode(context, tx, await headOf(tx, caseId));
      kept.delete(caseId);
      tx.afterCommit(() => void keep(state));
      return state;
    },
  };
};

const headOf = async (reader: Reader, caseId: string): Promise<HeadRow> => {
  const head = await readHead(reader, caseId);
  if (head === undefined) throw new CatalogueError('case.notFound', { reference: caseId });
  return head;
};

const putHead = ({ authenticate }: DeskContext, tx: Tx, state: CaseState, head: ChainHead): Promise<void> =>
  writeHead(tx, {
    ...head,
    case_id: state.id,
    seal: sealHead(state.id, head, authenticate),
    summary: JSON.stringify(summaryOf(state)),
  });

const contentOf = (action: CaseAction, place: Pick<EntryContent, 'seq' | 'at' | 'actor'>): EntryContent => ({
  ...place,
  kind: action.kind,
  content: canonical(checkedAction(action).content),
});

/** Rewrites codes, head and summary of a chain after contents were erased. Returns the case. */
const recode = async (context: DeskContext, tx: Tx, head: HeadRow): Promise<CaseState> => {
  const { case_id: caseId, seq, digest, imported } = head;
  const codes = codesOf(caseId, await readEntries(tx, caseId, 0), context.authenticate);
  const code = codes.at(-1)?.code ?? '';
  const recoded = { ...head, code, seal: sealHead(caseId, { ...head, code }, context.authenticate) };
  await replaceCodes(tx, recoded, codes);
  const state = foldWhole(context, recoded, await readEntries(tx, caseId, 0));
  await putHead(context, tx, state, { seq, code, digest, imported });
  return state;
};

/** The journal's entry on an extended chain. */
const noteOf = (note: CaseHeadNote, seqBefore: number, isImported: boolean): JournalAction => {
  if (isImported) return { kind: 'case.imported', content: { ...note, from: seqBefore + 1 } };
  return { kind: seqBefore === 0 ? 'case.created' : 'case.extended', content: note };
};

const columnsOf = ({ seq, at, actor, kind, content, salt, commitment, signer, signature }: ChainEntry) => ({
  seq,
  at,
  actor,
  kind,
  content,
  salt,
  commitment,
  signer,
  signature,
});
