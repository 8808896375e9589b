import type { CaseSummary } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type HeadRow, readEntries, readEntriesOf, readHeadless, readHeads } from '#desk/store/case-chain.ts';
import type { DeskStore, Reader } from '#desk/store/store.ts';
import { damagedSummary, summaryIn } from './case-names.ts';
import type { Cases } from './cases.ts';
import { digestsOf } from './chain.ts';
import { erasureKind, erasuresIn } from './erasures.ts';
import type { CaseState } from './state.ts';
import { summaryOf } from './views.ts';

type ReadCase = (reader: Reader, caseId: string) => Promise<CaseState>;

/** Listing cases and finding one: out of what the heads say, so that a damaged chain is found too. */
export const createFinding = (
  store: DeskStore,
  read: ReadCase,
): Pick<Cases, 'list' | 'summary' | 'idOf' | 'entries'> => {
  const list = (): Promise<CaseSummary[]> =>
    store.read(async (reader) => {
      const heads: CaseSummary[] = [];
      for (const head of await readHeads(reader)) heads.push(await currentSummary(reader, head, read));
      const headless = (await readHeadless(reader)).map((caseId) => damagedSummary(caseId, 0));
      return [...heads, ...headless].sort((a, b) => b.updated.localeCompare(a.updated));
    });

  const summary = async (reference: string): Promise<CaseSummary> => chosen(await list(), reference);

  return {
    list,
    summary,
    idOf: async (reference) => (await summary(reference)).id,
    entries: (caseId, after, limit) =>
      store.read(async (reader) => {
        // The digest runs over the chain from its start.
        const rows = await readEntries(reader, caseId, 0, after + limit);
        if (rows.length === 0) throw new CatalogueError('case.notFound', { reference: caseId });
        // What was erased is named by later entries, which may be beyond the limit.
        const erasures = erasuresIn(await readEntriesOf(reader, caseId, erasureKind));
        const digests = digestsOf(caseId, rows, erasures);
        const all = rows.map(({ seq, at, actor, kind, content, signer }, index) => ({
          seq,
          at,
          actor,
          kind,
          content: parsed(caseId, seq, content),
          digest: digests[index] as string,
          ...(signer === null ? {} : { signer }),
        }));
        return all.slice(after);
      }),
  };
};

/** The summary of the head, with the next steps of today: those recorded may depend on facts that changed since. */
const currentSummary = async (reader: Reader, head: HeadRow, read: ReadCase): Promise<CaseSummary> => {
  const recorded = summaryIn(head);
  if (recorded.damaged || recorded.state !== 'open') return recorded;
  try {
    const { next, nextSteps } = summaryOf(await read(reader, head.case_id));
    const { next: _, ...rest } = recorded;
    return { ...rest, ...(next === undefined ? {} : { next }), nextSteps };
  } catch (error) {
    // One case that is damaged must not keep the others from being seen.
    if (error instanceof CatalogueError && error.code === 'case.damaged') return recorded;
    throw error;
  }
};

/** By id, name or prefix of the id, in this order. @throws CatalogueError `case.notFound`, `case.ambiguous` */
const chosen = (all: readonly CaseSummary[], reference: string): CaseSummary => {
  const wanted = reference.trim().toLowerCase();
  const found = [
    all.filter(({ id }) => id === wanted),
    all.filter(({ name }) => name.toLowerCase() === wanted),
    wanted.length < 4 ? [] : all.filter(({ id }) => id.startsWith(wanted)),
  ].find((some) => some.length > 0);
  const [first, ...others] = found ?? [];
  if (first === undefined) throw new CatalogueError('case.notFound', { reference });
  if (others.length === 0) return first;
  const candidates = [first, ...others].map(({ id, name }) => `${name} (${id})`).join(', ');
  throw new CatalogueError('case.ambiguous', { reference, candidates });
};

const parsed = (caseId: string, seq: number, content: string): unknown => {
  try {
    return JSON.parse(content);
  } catch {
    throw new CatalogueError('case.damaged', { caseId, problem: `entry ${seq} can't be read.` });
  }
};
