import type { CaseSummary } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import { everything, type Sight, seesCase } from '#desk/core/sight.ts';
import { readEntries, readEntriesOf } from '#desk/store/case-chain.ts';
import type { DeskStore } from '#desk/store/store.ts';
import type { Cases } from './cases.ts';
import { digestsOf } from './chain.ts';
import { erasureKind, erasuresIn } from './erasures.ts';
import type { CaseListing } from './listing.ts';

/** Finding a case, also one whose chain is damaged. */
export const createFinding = (
  store: DeskStore,
  { list, byIds }: Pick<CaseListing, 'list' | 'byIds'>,
): Pick<Cases, 'summary' | 'idOf' | 'entries'> => {
  /** A whole id is found without reading the others: a list of many is long, and may still be made. */
  const summary = async (reference: string, sight: Sight = everything): Promise<CaseSummary> => {
    const id = reference.trim().toLowerCase();
    const [known] = wholeId.test(id) ? await byIds([id], sight) : [];
    return (
      known ??
      chosen(
        (await list()).filter((one) => seesCase(sight, one)),
        reference,
      )
    );
  };

  return {
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

const wholeId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

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
