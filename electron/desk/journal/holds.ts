import { CatalogueError } from '#contract/errors.ts';
import type { LegalHold } from '#contract/retention.ts';
import type { CoreContext } from '#desk/core/context.ts';
import { hasJournalKind } from '#desk/store/journal.ts';
import type { Reader } from '#desk/store/store.ts';
import { type DatedAction, readOwnEntries } from './own-entries.ts';

/** By case. */
export type Holds = ReadonlyMap<string, LegalHold>;

/** Whoever breaks the journal releases nothing. */
export const isRefusal = (kind: string): boolean => kind === 'case.held';

/** The holds after an entry; the same where it tells of something else. */
export const holdsAfter = (holds: Holds, { action, at, actor }: DatedAction): Holds => {
  if (action.kind === 'case.held') {
    const { caseId, reason } = action.content;
    return new Map(holds).set(caseId, { reason, at, by: actor });
  }
  if (action.kind !== 'case.released') return holds;
  return new Map([...holds].filter(([caseId]) => caseId !== action.content.caseId));
};

/**
 * Cases under legal hold. The journal says so, and not the chains of the cases: it does not go back with a backup, and a
 * case whose chain is damaged can be held, too.
 */
export const readHolds = async (context: Pick<CoreContext, 'identity'>, reader: Reader): Promise<Holds> => {
  // Most desks have none: the journal is then not read.
  if (!(await hasJournalKind(reader, 'case.held'))) return new Map();
  return (await readOwnEntries(context, reader, /^case\.(held|released)$/, isRefusal)).reduce(
    holdsAfter,
    new Map() as Holds,
  );
};

/** @throws CatalogueError `case.isHeld` */
export const refuseHeld = async (
  context: Pick<CoreContext, 'identity'>,
  reader: Reader,
  caseId: string,
): Promise<void> => {
  const hold = (await readHolds(context, reader)).get(caseId);
  if (hold !== undefined) throw new CatalogueError('case.isHeld', { by: hold.by, at: hold.at });
};
