import { useStore } from 'zustand';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { type NamedView, withoutView, withView } from '#renderer/lib/saved-views.ts';
import type { Filters } from './filters.ts';

/** Filters of messages under a name. */
export interface MessageView extends NamedView {
  readonly filters: Filters;
}

interface MessageViews {
  readonly views: readonly MessageView[];
}

/** Kept with the app or the browser, as the views of cases are. */
const store = createStore<MessageViews>()(
  persist((): MessageViews => ({ views: [] }), { name: 'carryover-message-views', version: 1 }),
);

export const useMessageViews = (): readonly MessageView[] => useStore(store, ({ views }) => views);

export const saveView = (view: MessageView): void => {
  store.setState(({ views }) => ({ views: withView(views, view) }));
};

export const removeView = (id: string): void => {
  store.setState(({ views }) => ({ views: withoutView(views, id) }));
};
