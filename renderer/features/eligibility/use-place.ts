import { useLocation, useSearchParams } from 'react-router';

export const parts = [
  { part: 'rows', label: 'Checks' },
  { part: 'review', label: 'To review' },
  { part: 'evidence', label: 'Evidence' },
  { part: 'windows', label: 'Observation' },
  { part: 'recipes', label: 'Email recipes' },
  { part: 'request', label: 'Request' },
  { part: 'history', label: 'History' },
] as const;

export interface WantedRow {
  readonly wanted?: string;
}

/** What is shown of the screen stands in its address: the part, the row that is unfolded, the finding that is open. */
export const usePlace = () => {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const set = (changes: Readonly<Record<string, string | undefined>>, wanted?: string): void =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true, state: { wanted } },
    );
  const asked = search.get('part');
  return {
    part: parts.find(({ part }) => part === asked)?.part ?? 'rows',
    row: search.get('row') ?? undefined,
    finding: search.get('finding') ?? undefined,
    /** Of mentions to review: the key of a group, or a subject. */
    group: search.get('group') ?? undefined,
    /** The row to bring into sight; another object each time that one is asked for. */
    wanted: state as WantedRow | null,
    showPart: (part: string): void => set({ part: part === 'rows' ? undefined : part, group: undefined }),
    showGroup: (group: string): void => set({ part: 'review', group }),
    /** Folds and unfolds rows. */
    showRow: (row: string | undefined): void => set({ row }),
    /** Unfolds a row that is asked for elsewhere, and brings it into sight. */
    goToRow: (row: string): void => set({ row, part: undefined }, row),
    showFinding: (finding: string | undefined): void => set({ finding }),
  };
};
