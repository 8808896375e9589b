import { expect } from 'vitest';
import type { Grant, IssuedToken, Person } from '#contract/people.ts';
import { sessionHeader } from '#contract/session-header.ts';
import { callAs } from '#test/support/call-as.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { virtualTime } from '#test/support/virtual-time.ts';
import { clientId, type RealProviderOptions, realProvider } from './real-provider.ts';

type Headers = Record<string, string>;

/** A desk whose people sign in at a provider: `ada@desk.example` is its admin, and an account there. */
export const providerDesk = async (options: RealProviderOptions = {}) => {
  const provider = await realProvider(options);
  const time = virtualTime();
  const desk = await startDesk({ oidc: { issuer: provider.issuer, clientId }, time });
  const call = callAs(desk.deskUrl);
  const operator = { authorization: desk.authorization };
  const made = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await call(operator, method, path, body);
    expect([path, answer.status, answer.body?.error]).toEqual([path, 200, undefined]);
    return answer.body as T;
  };
  const addPerson = (login: string, name: string, role: Grant['role'] = 'engineer'): Promise<Person> =>
    made('POST', '/api/people', { login, name, grants: [{ role, scope: 'desk' }] });
  const ada = await addPerson('ada@desk.example', 'Ada Lovelace', 'admin');
  const begin = async (): Promise<{ url: string; flow: string }> =>
    (await call({}, 'POST', '/api/session/provider')).body;
  const complete = (flow: string, callback: string) => call({}, 'POST', '/api/session', { flow, callback });
  /** As a page and a browser do it. */
  const signIn = async (account = 'ada') => {
    const { url, flow } = await begin();
    return complete(flow, await provider.signIn(url, account));
  };
  return {
    ...desk,
    provider,
    time,
    ada,
    call,
    operator,
    made,
    addPerson,
    begin,
    complete,
    signIn,
    sessionOf: async (account = 'ada'): Promise<Headers> => {
      const { status, body } = await signIn(account);
      expect([status, body.error]).toEqual([200, undefined]);
      return { [sessionHeader]: body.session };
    },
    tokenOf: async ({ id }: Person): Promise<Headers> => {
      const { token } = await made<IssuedToken>('POST', `/api/people/${id}/tokens`, { name: 'test' });
      return { authorization: `Bearer ${token}` };
    },
    /** Another account there. */
    account: (id: string, claims: Record<string, unknown>): void =>
      void provider.accounts.set(id, {
        email: `${id}@desk.example`,
        email_verified: true,
        name: id,
        ...claims,
      }),
  };
};
