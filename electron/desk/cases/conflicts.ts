import type { CaseAction } from '#contract/case.ts';
import { CatalogueError, type ErrorInfo, invalid } from '#contract/errors.ts';
import { readEntries } from '#desk/store/case-chain.ts';
import type { Reader } from '#desk/store/store.ts';
import type { CaseState } from './state.ts';
import { subjectsOf } from './subjects.ts';

/** The caller has read another history of this case, such as one that was deleted and imported again. */
const ofTheFuture = (revision: number, current: number): CatalogueError =>
  invalid({
    itemId: 'revision',
    message: `revision ${revision} was never reached: the case is at ${current}. Look at it again.`,
    validatorName: 'revision',
  });

type Theirs = NonNullable<ErrorInfo['conflict']>['theirs'];

/**
 * Refuses to overwrite what somebody else changed since `revision`. Edits of different things side by side are none.
 * @throws CatalogueError `case.conflict`, with both versions
 */
export const refuseConflict = async (
  reader: Reader,
  state: CaseState,
  actions: readonly CaseAction[],
  revision: number,
): Promise<void> => {
  if (revision > state.revision) throw ofTheFuture(revision, state.revision);
  const mine = new Set(actions.flatMap(subjectsOf));
  const since = await readEntries(reader, state.id, revision);
  const theirs: Theirs = since
    .map(({ seq, at, actor, kind, content }) => ({ seq, at, actor, kind, content: JSON.parse(content) }))
    .filter((entry) => subjectsOf(entry as unknown as CaseAction).some((subject) => mine.has(subject)));
  if (theirs.length === 0) return;
  const who = theirs
    .map(({ actor, at, seq, kind }) => `${actor} at ${at} (entry ${seq}, ${kind})`)
    .join('; ');
  throw new CatalogueError(
    'case.conflict',
    { revision, current: state.revision, summary: `changed by ${who}` },
    [],
    { info: { conflict: { yours: actions, theirs } } },
  );
};
