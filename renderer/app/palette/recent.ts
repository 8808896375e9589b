import { useStore } from 'zustand';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { Entry } from './arrange.ts';

interface Used {
  readonly id: string;
  /** Of topics of Help alone: names of cases and endpoints are read anew, as they may be erased. */
  readonly label?: string;
}

/** Entries that were chosen, the last one first, kept with the app or the browser. */
interface Recent {
  readonly used: readonly Used[];
}

const mostKept = 30;

const recent = createStore<Recent>()(
  persist((): Recent => ({ used: [] }), { name: 'carryover-palette', version: 1 }),
);

export const noteUse = ({ id, group, label }: Entry): void => {
  if (!isKept(id)) return;
  const one: Used = group === 'help' ? { id, label } : { id };
  recent.setState(({ used }) => ({
    used: [one, ...used.filter((other) => other.id !== id)].slice(0, mostKept),
  }));
};

/** What was typed, a customer's reference and the names on buttons are not kept outside of the case. */
const isKept = (id: string): boolean => !/^(search|row|screen-action):/.test(id);

export const useRecent = (): readonly Used[] => useStore(recent, ({ used }) => used);
