import { expect, test } from 'vitest';
import type { CaseList } from '#contract/case-list.ts';
import type { NotificationList } from '#contract/notification.ts';
import { peopled } from '#test/support/team-desk.ts';

/** Owners of cases who are people: known by the sign-in name, whatever they are called. */
const team = async () => {
  const desk = await peopled();
  const as = async <T>(who: string, method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(desk.deskUrl + path, {
      method,
      headers: {
        ...desk.callers[who]?.headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as T;
  };
  const own = async (id: string, owner: string | null): Promise<string | undefined> => {
    const { revision } = await as<{ revision: number }>('engineer', 'GET', `/api/cases/${id}`);
    const changes = { owner };
    return (await as<{ owner?: string }>('engineer', 'PATCH', `/api/cases/${id}`, { revision, changes }))
      .owner;
  };
  const names = async (who: string, query: string): Promise<string[]> =>
    (await as<CaseList>(who, 'GET', `/api/cases?sort=name&${query}`)).results.map(({ name }) => name);
  return { ...desk, as, own, names };
};

test('an owner is kept as entries name people, and found by the sign-in name, also after a change of the name', async () => {
  const { as, own, names, made, people, caseId, otherCase } = await team();
  const { login } = people.engineer;
  expect(await own(caseId, login.toUpperCase())).toBe(`Eve Engineer <${login}>`);
  expect(await own(otherCase, 'Somebody Else')).toBe('Somebody Else');
  expect(await names('engineer', 'ownedBy=me')).toEqual(['acme']);
  await made('PATCH', `/api/people/${people.engineer.id}`, { name: 'Eve Evans' });
  expect(await names('engineer', 'ownedBy=me')).toEqual(['acme']);
  const owner = (text: string): string => `owner=${encodeURIComponent(text)}`;
  expect(await names('viewer', owner(`Eve Evans <${login}>`))).toEqual(['acme']);
  expect(await names('viewer', owner(`Eve Engineer <${login}>`))).toEqual(['acme']);
  // A text of earlier versions is one, whoever has that name.
  expect(await names('viewer', owner('somebody else'))).toEqual(['other']);
  expect(await names('viewer', owner('Eve Engineer'))).toEqual([]);
  expect(await names('viewer', 'ownedBy=me')).toEqual([]);
  expect(await own(caseId, null)).toBeUndefined();
  expect(await names('viewer', 'ownedBy=nobody')).toEqual(['acme']);

  const action = { kind: 'assign', owner: login };
  const { id } = await as<{ id: string }>('admin of the case', 'GET', `/api/cases/${caseId}`);
  expect(id).toBe(caseId);
  await as('engineer of the target', 'POST', '/api/cases/bulk', { selection: { ids: [caseId] }, action });
  await expect.poll(() => names('engineer', 'ownedBy=me')).toEqual(['acme']);
});

test('a person is told once of becoming the owner, not at each later change', async () => {
  const { as, own, caseId, people } = await team();
  const told = async (): Promise<number> =>
    (await as<NotificationList>('viewer', 'GET', '/api/notifications')).results.length;
  await own(caseId, people.viewer.login);
  await own(caseId, people.viewer.login);
  expect(await told()).toBe(1);
  await own(caseId, 'Somebody');
  await own(caseId, people.viewer.login);
  expect(await told()).toBe(2);
});
