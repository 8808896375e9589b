import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Presence, PresentPerson } from '#contract/presence.ts';
import { api } from './api.ts';
import { whileSignedIn } from './api-queries.ts';
import { keys } from './keys.ts';
import { pageId } from './page-id.ts';
import { usePerson } from './who.ts';

/** The desk forgets a page that is silent for 45 s. */
const repeatMs = 20_000;

const pathOf = (caseId: string): string => `/api/cases/${caseId}/presence`;

/** What this page edits, by the names of its drafts, such as `case:<id>:note:<id>`. */
const edited = new Map<string, number>();

const editedOf = (caseId: string): string[] => {
  const beginning = `case:${caseId}:`;
  return [...edited.keys()]
    .filter((draft) => draft.startsWith(beginning))
    .map((draft) => draft.slice(beginning.length));
};

/** Others on a case, told by this page's own presence on it; nobody on the desk of one person. */
export const usePresence = (caseId: string): readonly PresentPerson[] => {
  const person = usePerson();
  const { data } = useQuery<Presence>({
    queryKey: keys.cases.presence(caseId),
    queryFn: () => api.put<Presence>(pathOf(caseId), { page: pageId, editing: editedOf(caseId) }),
    enabled: person !== undefined,
    refetchInterval: whileSignedIn<Presence>(repeatMs),
    refetchIntervalInBackground: true,
    gcTime: 0,
  });
  const isTold = person !== undefined;
  useEffect(() => {
    if (!isTold) return;
    return () => {
      // Where that does not arrive, the silence tells it.
      api.delete(pathOf(caseId), { query: { page: pageId } }).catch(() => undefined);
    };
  }, [caseId, isTold]);
  return data?.results.filter(({ id }) => id !== person?.id) ?? [];
};

/** Says that this page edits something while the component is there. @returns who else does */
export const useEditingTogether = (draft: string): readonly PresentPerson[] => {
  const [, caseId = '', ...name] = draft.split(':');
  const client = useQueryClient();
  const person = usePerson();
  const queryKey = keys.cases.presence(caseId);
  const { data } = useQuery<Presence>({ queryKey, enabled: false });
  useEffect(() => {
    const tell = (change: 1 | -1): void => {
      const count = (edited.get(draft) ?? 0) + change;
      if (count === 0) edited.delete(draft);
      else edited.set(draft, count);
      void client.invalidateQueries({ queryKey: keys.cases.presence(caseId) });
    };
    tell(1);
    return () => tell(-1);
  }, [client, draft, caseId]);
  const others = data?.results.filter(({ id }) => id !== person?.id) ?? [];
  return others.filter(({ editing }) => editing.includes(name.join(':')));
};
