import { CatalogueError } from '#contract/errors.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { ChainEntry } from './chain.ts';
import { erasuresIn } from './erasures.ts';
import { readWhole } from './exported-part.ts';

/** An entry as the chain has it, with the chain's digest at it. */
export type DigestedEntry = ChainEntry & { readonly digest: string };

/**
 * The entries of a case up to one of them, checked whole, for others to check.
 * @throws CatalogueError `case.notFound`, `case.damaged`, `case.noSuchEntry`; `case.erasedSince`, as contents that were
 *   erased are proved by the entry that says so
 */
export const readChainPart = async (
  context: DeskContext,
  caseId: string,
  upTo: number,
): Promise<DigestedEntry[]> => {
  const { rows, digests } = await context.store.read((reader) => readWhole(context, reader, caseId));
  if (rows[upTo - 1] === undefined) {
    throw new CatalogueError('case.noSuchEntry', { seq: upTo, last: rows.length });
  }
  for (const [seq, { stub }] of erasuresIn(rows)) {
    if (seq <= upTo && stub > upTo) throw new CatalogueError('case.erasedSince', { seq, stub, upTo });
  }
  return rows.slice(0, upTo).map((row, index) => ({
    seq: row.seq,
    at: row.at,
    actor: row.actor,
    kind: row.kind,
    content: row.content,
    digest: digests[index] as string,
    salt: row.salt,
    commitment: row.commitment,
    signer: row.signer,
    signature: row.signature,
  }));
};
