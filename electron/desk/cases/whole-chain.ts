import { CatalogueError } from '#contract/errors.ts';
import type { CoreContext } from '#desk/core/context.ts';
import type { EntryRow, HeadRow } from '#desk/store/case-chain.ts';
import { actionOf, chainStart, isContentSound, type Link, linkAfter, sealHead, signedOf } from './chain.ts';
import { erasuresIn } from './erasures.ts';
import { fold } from './fold.ts';
import type { CaseState } from './state.ts';

/**
 * Folds a chain that was read from the table, once it holds: every entry fits its code or its commitment, and it ends as
 * its head says. The seal of the head stands for the signatures, which only `verify`, an import and an export check.
 * A case that was tampered with must not be shown, continued or exported as if it were whole.
 * @param upTo the entry after which the case is wanted; the whole chain must hold all the same
 * @throws CatalogueError `case.damaged`
 */
export const foldWhole = (
  { authenticate }: Pick<CoreContext, 'authenticate'>,
  head: HeadRow,
  rows: readonly EntryRow[],
  upTo: number = head.seq,
): CaseState => {
  const caseId = head.case_id;
  const damaged = (problem: string): CatalogueError =>
    new CatalogueError('case.damaged', { caseId, problem });
  if (sealHead(caseId, head, authenticate) !== head.seal) throw damaged('its head was changed.');
  let state: CaseState | undefined;
  let wanted: CaseState | undefined;
  let link: Link = chainStart;
  let isSigned = false;
  const erasures = erasuresIn(rows);
  for (const row of rows) {
    link = linkAfter(link, caseId, row, authenticate, erasures);
    if (link.code !== row.code) throw damaged(`entry ${row.seq} does not fit its code.`);
    if (!isContentSound(row, erasures)) throw damaged(`entry ${row.seq} does not fit its commitment.`);
    if (isSigned && signedOf(row) === undefined) throw damaged(`entry ${row.seq} is not signed.`);
    isSigned = signedOf(row) !== undefined;
    state = folded(caseId, state, row, link, damaged);
    if (row.seq === upTo) wanted = state;
  }
  const isEnd = link.code === head.code && link.digest === head.digest;
  if (state === undefined || wanted === undefined || state.revision !== head.seq || !isEnd) {
    throw damaged('its end does not match its head.');
  }
  return wanted;
};

/** An entry may fit its code and still be of no kind that is known here. */
const folded = (
  caseId: string,
  state: CaseState | undefined,
  row: EntryRow,
  { digest }: Link,
  damaged: (problem: string) => CatalogueError,
): CaseState => {
  try {
    const action = actionOf(row);
    return fold(caseId, state, { ...row, action, digest });
  } catch {
    throw damaged(`entry ${row.seq} (${row.kind}) can't be read.`);
  }
};
