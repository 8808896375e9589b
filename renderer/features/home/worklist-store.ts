import { useStore } from 'zustand';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { withoutView, withView } from '#renderer/lib/saved-views.ts';
import type { View } from './views.ts';

/** Choices of this person for the list of cases, kept with the app or the browser. */
interface Worklist {
  readonly views: readonly View[];
  /** Ids of the columns that are shown; undefined: those that everybody begins with. */
  readonly columns?: readonly string[] | undefined;
}

const store = createStore<Worklist>()(
  persist((): Worklist => ({ views: [] }), { name: 'carryover-worklist', version: 1 }),
);

export const useSavedViews = (): readonly View[] => useStore(store, ({ views }) => views);
export const useChosenColumns = (): readonly string[] | undefined =>
  useStore(store, ({ columns }) => columns);

export const saveView = (view: View): void => {
  store.setState(({ views }) => ({ views: withView(views, view) }));
};

export const removeView = (id: string): void => {
  store.setState(({ views }) => ({ views: withoutView(views, id) }));
};

export const chooseColumns = (columns: readonly string[] | undefined): void => {
  store.setState({ columns });
};
