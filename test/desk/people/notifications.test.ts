import { expect, test } from 'vitest';
import { loginIn, nameIn, personMentions } from '#contract/mentions-of-people.ts';
import type { Notification, NotificationList } from '#contract/notification.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { peopled } from '#test/support/team-desk.ts';

test('a mention is a sign-in name after an @, without the punctuation that follows', () => {
  const logins = (text: string): string[] => personMentions(text).map(({ login }) => login);
  expect(logins('@jo, @Ann.B@example.com. (@cy) and jo@example.com, @@no')).toEqual([
    'jo',
    'ann.b@example.com',
    'cy',
  ]);
  expect(logins('é@jo @-x @')).toEqual([]);
  expect(personMentions('to @jo!')).toEqual([{ login: 'jo', at: 3, length: 3 }]);
  expect([loginIn('Jo Baker <jo@example.com>'), loginIn('Jo Baker')]).toEqual(['jo@example.com', undefined]);
  expect([nameIn('Jo Baker <jo@example.com>'), nameIn('Jo')]).toEqual(['Jo Baker', 'Jo']);
});

const team = async () => {
  const desk = await peopled();
  const { deskUrl, callers, caseId } = desk;
  const as = (who: string) => async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${deskUrl}${path}`, {
      method,
      headers: {
        ...callers[who]?.headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect([path, response.status]).toEqual([path, 200]);
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
    return (await response.json()) as any;
  };
  const listOf = async (who: string): Promise<NotificationList> => as(who)('GET', '/api/notifications');
  const engineer = as('engineer');
  const view = async () => engineer('GET', `/api/cases/${caseId}`);
  const note = async (text: string): Promise<string> =>
    (await engineer('POST', `/api/cases/${caseId}/notes`, { text })).notes.at(-1).id;
  return { ...desk, as, listOf, engineer, view, note };
};

test('mentions and assignments by others are told, as the audit chains have them', async () => {
  const { as, listOf, engineer, view, note, caseId, people } = await team();
  expect(await listOf('viewer')).toEqual({ results: [], unread: 0 });
  const text = 'Call Sam before Monday, @vic.viewer@example.com. @eve.engineer@example.com knows the number.';
  const noteId = await note(text);
  const [told] = (await listOf('viewer')).results as [Notification];
  expect(told).toMatchObject({
    kind: 'mention',
    by: 'Eve Engineer <eve.engineer@example.com>',
    case: { id: caseId, name: 'acme' },
    note: noteId,
    text,
    read: false,
  });
  // Nobody is told of their own words.
  expect((await listOf('engineer')).results).toEqual([]);

  // An edit mentions nobody again, and whom it adds.
  const { revision } = await view();
  const edited = `${text} Also @tom.target@example.com.`;
  await engineer('PUT', `/api/cases/${caseId}/notes/${noteId}`, { revision, text: edited });
  expect((await listOf('viewer')).results).toEqual([told]);
  expect((await listOf('engineer of the target')).unread).toBe(1);

  const assign = async (owner: string | null) =>
    engineer('PATCH', `/api/cases/${caseId}`, { revision: (await view()).revision, changes: { owner } });
  await assign(`Vic Viewer <${people.viewer.login}>`);
  const step = { revision: (await view()).revision, note: 'With @vic.viewer@example.com' };
  await engineer('PATCH', `/api/cases/${caseId}/steps/check-eligibility`, step);
  const { results, unread } = await listOf('viewer');
  expect(results.map(({ kind, step }) => [kind, step])).toEqual([
    ['mention', 'check-eligibility'],
    ['assignment', undefined],
    ['mention', undefined],
  ]);
  expect(unread).toBe(3);

  // What was read stays so, for this person alone.
  const viewer = as('viewer');
  expect((await viewer('POST', '/api/notifications/read', { ids: [told.id] })).unread).toBe(2);
  expect((await viewer('POST', '/api/notifications/read', {})).unread).toBe(0);
  expect((await listOf('viewer')).results.every(({ read }) => read)).toBe(true);
  expect((await listOf('engineer of the target')).unread).toBe(1);
});

test('nobody is told of what they may not see any more, or of a case that is gone', async () => {
  const { listOf, note, made, people, call, caseId } = await team();
  await note('@els.where@example.com @cas.case@example.com and @nobody.here@example.com');
  expect((await listOf('engineer of another case')).results).toEqual([]);
  expect((await listOf('engineer of the case')).unread).toBe(1);
  await made('PUT', `/api/people/${people.elsewhere.id}/grants`, {
    grants: [{ role: 'viewer', scope: `case:${caseId}` }],
  });
  await made('PUT', `/api/people/${people.onCase.id}/grants`, { grants: [] });
  expect((await listOf('engineer of another case')).unread).toBe(1);
  expect((await listOf('engineer of the case')).results).toEqual([]);
  expect((await call('GET', '/api/notifications')).status).toBe(403);
});

test('the desk of one person has none', async () => {
  const { call } = await startDesk();
  const { body } = await call('POST', '/api/cases', { name: 'acme' });
  await call('POST', `/api/cases/${body.id}/notes`, { text: '@jo' });
  const none = { results: [], unread: 0 };
  expect((await call('GET', '/api/notifications')).body).toEqual(none);
  expect((await call('POST', '/api/notifications/read', {})).body).toEqual(none);
});
