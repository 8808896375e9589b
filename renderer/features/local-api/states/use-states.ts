import { type SaveState, type StateList, type StateView, stateNamePattern } from '#contract/states.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** The command line and others save states, too, and nothing announces it: reread whenever it is looked at. */
export const useStates = () =>
  useApiQuery<StateList>(keys.states, '/api/states', { staleTime: 0, refetchOnWindowFocus: true });

/** Its request may hold a passphrase. */
export const useSaveState = () =>
  useApiMutation((request: SaveState) => api.post<StateView>('/api/states', request), {
    rereads: [keys.states],
    isSecret: true,
  });

export const statePath = (name: string): string => `/api/states/${encodeURIComponent(name)}`;

const namePattern = new RegExp(stateNamePattern);

export const isStateName = (name: string): boolean => namePattern.test(name);

/** Names of states differ by more than case: not every file system tells them apart. */
export const isTaken = (name: string, { results, unreadable }: StateList): boolean =>
  [...results, ...unreadable].some((one) => one.name.toLowerCase() === name.toLowerCase());
