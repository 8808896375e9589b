import { useLocation } from 'react-router';
import { useUrlState } from '#renderer/lib/use-url-state.ts';

export const parts = [
  { part: 'checks', label: 'Checks' },
  { part: 'review', label: 'To review' },
  { part: 'evidence', label: 'Evidence' },
  { part: 'windows', label: 'Observation' },
  { part: 'recipes', label: 'Email recipes' },
  { part: 'history', label: 'History' },
] as const;

export interface WantedCheck {
  readonly wanted?: string;
}

/** The address holds the part, the shown check and the open finding. */
export const usePlace = () => {
  const [place, change] = useUrlState(['part', 'row', 'finding', 'group']);
  const { state } = useLocation();
  const set = (changes: typeof place | Record<string, undefined>, wanted?: string): void =>
    change(changes, { replace: true, preventScrollReset: true, state: { wanted } });
  return {
    part: parts.find(({ part }) => part === place.part)?.part ?? 'checks',
    check: place.row,
    finding: place.finding,
    /** Of mentions: the key of a group, or a subject. */
    group: place.group,
    /** The check to scroll into view; a new object for each request. */
    wanted: state as WantedCheck | null,
    showPart: (part: string): void => set({ part: part === 'checks' ? undefined : part, group: undefined }),
    showGroup: (group: string): void => set({ part: 'review', group }),
    /** Shows a check in the panel. */
    showCheck: (row: string): void => set({ row }),
    /** Shows a check chosen elsewhere, and scrolls it into view. */
    goToCheck: (row: string): void => set({ row, part: undefined }, row),
    showFinding: (finding: string | undefined): void => set({ finding }),
  };
};
