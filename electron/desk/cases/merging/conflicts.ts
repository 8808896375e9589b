import type { CaseAction } from '#contract/case.ts';
import type { EditConflict } from '#contract/edit-conflict.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import type { EntryRow } from '#desk/store/case-chain.ts';

type Theirs = EditConflict['theirs'];

/** Entries since a revision, as an action of the same kind would be. */
export const theirsOf = (since: readonly EntryRow[]): Theirs =>
  since.map(({ seq, at, actor, kind, content }) => ({ seq, at, actor, kind, content: JSON.parse(content) }));

/** The caller has read another history of this case, such as one that was deleted and imported again. */
export const ofTheFuture = (revision: number, current: number): CatalogueError =>
  invalid({
    itemId: 'revision',
    message: `revision ${revision} was never reached: the case is at ${current}. Look at it again.`,
    validatorName: 'revision',
  });

/** @param read the revision that the edit was made from */
export const conflictOf = (read: number, conflict: EditConflict & Conflicting): CatalogueError => {
  const who = conflict.theirs
    .map(({ actor, at, seq, kind }) => `${actor} at ${at} (entry ${seq}, ${kind})`)
    .join('; ');
  const details = { revision: read, current: conflict.revision ?? read, summary: `changed by ${who}` };
  return new CatalogueError('case.conflict', details, [], { info: { conflict } });
};

export type Conflicting = Required<Pick<EditConflict, 'fields'>> & Pick<EditConflict, 'rest' | 'removed'>;

/** What an action comes to, over what others changed since: an action, none that is left, or a conflict. */
export type Merged = { readonly action: CaseAction | undefined } | { readonly conflict: Conflicting };
