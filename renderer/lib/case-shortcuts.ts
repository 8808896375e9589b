import { useStore } from 'zustand';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';

/** Cases that this person pinned or visited, by id, kept with the app or the browser. */
interface CaseShortcuts {
  readonly pinned: readonly string[];
  /** The last one first. */
  readonly visited: readonly string[];
}

const mostVisited = 20;

const shortcuts = createStore<CaseShortcuts>()(
  persist((): CaseShortcuts => ({ pinned: [], visited: [] }), { name: 'carryover-cases', version: 1 }),
);

export const useCaseShortcuts = (): CaseShortcuts => useStore(shortcuts);

export const noteVisit = (caseId: string): void => {
  shortcuts.setState(({ visited }) => ({
    visited: [caseId, ...visited.filter((id) => id !== caseId)].slice(0, mostVisited),
  }));
};

export const togglePin = (caseId: string): void => {
  shortcuts.setState(({ pinned }) => ({
    pinned: pinned.includes(caseId) ? pinned.filter((id) => id !== caseId) : [...pinned, caseId],
  }));
};
