import type {
  Account,
  Grant,
  IssuedToken,
  Person,
  PersonList,
  PersonNames,
  PersonRequest,
  TokenRequest,
} from '#contract/people.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** Own roles and tokens are part of these. */
const rereads = [keys.people, keys.account, keys.session];

/** What the event stream does not tell: sessions, uses and expiries of tokens, and what the provider says of accounts. */
const unannounced = { staleTime: 0, refetchInterval: 60_000 } as const;

/** For admins of the desk, and for whoever has its machine. */
export const usePeople = () => useApiQuery<PersonList>([...keys.people, 'list'], '/api/people', unannounced);

/** For everybody who is signed in. */
export const usePersonNames = () => useApiQuery<PersonNames>([...keys.people, 'names'], '/api/people/names');

export const useAccount = () => useApiQuery<Account>(keys.account, '/api/account', unannounced);

export const useAddPerson = () =>
  useApiMutation((request: PersonRequest) => api.post<Person>('/api/people', request), { rereads });

export const useRename = (id: string) =>
  useApiMutation((name: string) => api.patch<Person>(`/api/people/${id}`, { name }), { rereads });

export const useGrants = (id: string) =>
  useApiMutation((grants: readonly Grant[]) => api.put<Person>(`/api/people/${id}/grants`, { grants }), {
    rereads,
  });

export const useLeave = (id: string) =>
  useApiMutation(() => api.post<Person>(`/api/people/${id}/leave`), { rereads });

export const useRejoin = (id: string) =>
  useApiMutation(() => api.post<Person>(`/api/people/${id}/rejoin`), { rereads });

/** From the account at the identity provider. */
export const useUnlink = (id: string) =>
  useApiMutation(() => api.delete<Person>(`/api/people/${id}/provider`), { rereads });

/** Of whom tokens are: a person, or whoever is signed in. */
export type TokensOf = string | 'own';

const tokensPath = (of: TokensOf): string =>
  of === 'own' ? '/api/account/tokens' : `/api/people/${of}/tokens`;

/** The response holds the token: it is not cached. */
export const useIssueToken = (of: TokensOf) =>
  useApiMutation((request: TokenRequest) => api.post<IssuedToken>(tokensPath(of), request), {
    rereads,
    isSecret: true,
  });

export const useRevokeToken = (of: TokensOf) =>
  useApiMutation((tokenId: string) => api.delete<Person>(`${tokensPath(of)}/${tokenId}`), { rereads });
