import { createStore } from 'zustand/vanilla';

/** A case file that the system asked the app to open, until the person has taken it in or turned it away. */
export const pendingFile = createStore<{
  readonly file?: { readonly name: string; readonly text: string };
}>()(() => ({}));
