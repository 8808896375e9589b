import { chunksOf } from '#base/lists.ts';
import type { CaseAction } from '#contract/case.ts';
import { countOutcomes } from '#contract/case-bulk.ts';
import type {
  DismissalAction,
  DismissalItem,
  DismissalKind,
  DismissalResult,
  FindingSelection,
  ReviewSelection,
} from '#contract/dismissal.ts';
import { dismissalLimit, type Finding, type GroupOfMentions } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import { isInGroup } from '#contract/mention-labels.ts';
import type { Selection } from '#contract/selection.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { evidenceOf, verdictOf } from './grounds.ts';
import { listedIn } from './mentions-review.ts';
import { dismissedIds } from './open-mentions.ts';
import { withVerdict } from './record.ts';
import { dismissalOf } from './seen-calls.ts';

/** What can be dismissed: findings or mentions. */
interface Dismissible<S> {
  /** What would become of each of a selection. */
  readonly judge: (state: CaseState, selection: S, kind: DismissalKind) => readonly DismissalItem[];
  readonly actionsOf: (
    state: CaseState,
    ids: readonly string[],
    action: DismissalAction,
    selection: S,
  ) => CaseAction[];
}

/**
 * Findings and mentions, dismissed or restored several at once: all that can be is done in one act, and each that
 * cannot says why.
 */
export const createBulkDismissals = (cases: Pick<Cases, 'act' | 'state'>) => {
  const of = <S>({ judge, actionsOf }: Dismissible<S>) => ({
    /** What `act` would do now. */
    count: async (
      caseId: string,
      { selection, kind }: { readonly selection: S; readonly kind: DismissalKind },
    ): Promise<DismissalResult> => resultOf(judge(await cases.state(caseId), selection, kind)),
    act: async (
      caseId: string,
      { selection, action }: { readonly selection: S; readonly action: DismissalAction },
      actor: string,
    ): Promise<DismissalResult> => {
      let items: readonly DismissalItem[] = [];
      await cases.act(caseId, actor, (state) => {
        items = judge(state, selection, action.kind);
        const ids = doneIn(items);
        return ids.length === 0 ? [] : withVerdict(state, actor, actionsOf(state, ids, action, selection));
      });
      return resultOf(items);
    },
  });
  return { findings: of(findings), mentions: of(mentions) };
};

const resultOf = (items: readonly DismissalItem[]): DismissalResult => ({
  ...countOutcomes(items),
  items: [...items],
});

/** @param all what a filter has now */
const chosen = <F>(selection: Selection<F>, all: (filter: F) => readonly string[]): readonly string[] => {
  if ('ids' in selection) return selection.ids;
  const except = new Set(selection.except);
  return all(selection.filter).filter((id) => !except.has(id));
};

/** What becomes of each, from what is known of it. */
const judgeEach = (
  ids: readonly string[],
  kind: DismissalKind,
  known: {
    readonly isDismissed: (id: string) => boolean;
    readonly isListed: (id: string) => boolean;
    readonly unknown: (id: string) => CatalogueError;
  },
): readonly DismissalItem[] =>
  ids.map((id) => {
    const isDismissed = known.isDismissed(id);
    if (!isDismissed && !known.isListed(id)) {
      return { id, outcome: 'refused', why: known.unknown(id).message };
    }
    if (isDismissed === (kind === 'restore')) return { id, outcome: 'done' };
    return { id, outcome: 'unchanged', why: isDismissed ? 'Already dismissed.' : 'Not dismissed.' };
  });

const doneIn = (items: readonly DismissalItem[]): string[] =>
  items.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : []));

const findingsById = (state: CaseState): ReadonlyMap<string, readonly Finding[]> =>
  Map.groupBy(
    evidenceOf(state).flatMap((one) => one.findings),
    ({ id }) => id,
  );

const findings: Dismissible<FindingSelection> = {
  judge: (state, selection, kind) => {
    const known = findingsById(state);
    const counted = new Set(countedIn(state, undefined));
    const all = kind === 'dismiss' ? countedIn : dismissedIn;
    return judgeEach(
      chosen(selection, ({ row }) => all(state, row)),
      kind,
      {
        // One that has more calls since counts again, and can be dismissed again.
        isDismissed: (id) => state.dismissals.has(id) && (kind === 'restore' || !counted.has(id)),
        isListed: (id) => known.has(id),
        unknown: (findingId) => new CatalogueError('finding.notFound', { findingId }),
      },
    );
  },
  actionsOf: (state, ids, action) => {
    if (action.kind === 'restore') {
      return ids.map((findingId) => ({ kind: 'finding.restored', content: { findingId } }));
    }
    const known = findingsById(state);
    return ids.flatMap((findingId): CaseAction[] => {
      const same = known.get(findingId) ?? [];
      const [first] = same;
      if (first === undefined) return [];
      return [dismissalOf(same, { findingId, row: first.row, reason: action.reason })];
    });
  },
};

type Row = Finding['row'] | undefined;

/** Those that the screen lists. */
const countedIn = (state: CaseState, wanted: Row): string[] => [
  ...new Set(
    verdictOf(state).rows.flatMap((one) => (wanted === undefined || one.row === wanted ? one.findings : [])),
  ),
];

const dismissedIn = ({ dismissals }: CaseState, wanted: Row): string[] =>
  [...dismissals].flatMap(([id, { row }]) => (wanted === undefined || row === wanted ? [id] : []));

const mentions: Dismissible<ReviewSelection> = {
  judge: (state, selection, kind) => {
    const listed = listedIn(state);
    const known = new Set(listed.map(({ id }) => id));
    const dismissed = dismissedIds(state);
    const isWanted = (id: string): boolean => dismissed.has(id) === (kind === 'restore');
    return judgeEach(
      chosen(selection, (group) =>
        listed.filter((one) => isInGroup(one, group) && isWanted(one.id)).map(({ id }) => id),
      ),
      kind,
      {
        isDismissed: (id) => dismissed.has(id),
        isListed: (id) => known.has(id),
        unknown: (mentionId) => new CatalogueError('mention.notFound', { mentionId }),
      },
    );
  },
  actionsOf: (_, all, action, selection) =>
    // As many as one entry names.
    chunksOf(all, dismissalLimit).map((ids) =>
      action.kind === 'restore'
        ? { kind: 'mention.restored', content: { ids } }
        : { kind: 'mention.dismissed', content: { ids, reason: action.reason, ...groupOf(selection) } },
    ),
};

/** The group that an entry names: all of it that was to review then. */
const groupOf = (selection: ReviewSelection): { readonly group?: GroupOfMentions } =>
  'ids' in selection || (selection.except ?? []).length > 0 ? {} : { group: selection.filter };
