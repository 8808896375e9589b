import { expect } from 'vitest';
import type { Grant, IssuedToken, Person, TokenRequest } from '#contract/people.ts';
import type { HostOptions } from '#host/index.ts';
import { testHost } from './test-host.ts';

/** A whole host whose desk has people: an admin, and whom a test adds. */
export const teamHost = async (options: Partial<HostOptions> = {}) => {
  const host = await testHost(options);
  const made = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, body: answer } = await host.desk(method, path, body);
    expect([path, status, answer?.error]).toEqual([path, 200, undefined]);
    return answer as T;
  };
  const person = (name: string, ...grants: readonly [Grant['role'], string][]): Promise<Person> => {
    const login = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
    const all = grants.map(([role, scope]) => ({ role, scope }));
    return made('POST', '/api/people', { login, name, grants: all });
  };
  const tokenOf = async ({ id }: Pick<Person, 'id'>, request: Partial<TokenRequest> = {}): Promise<string> =>
    (await made<IssuedToken>('POST', `/api/people/${id}/tokens`, { name: 'test', ...request })).token;
  return { ...host, made, person, tokenOf, admin: await person('Ada Admin', ['admin', 'desk']) };
};
