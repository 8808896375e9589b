import { expect, test } from 'vitest';
import { verifySignature } from '#events/verify.ts';
import { peopled } from '#test/support/team-desk.ts';
import { auditReceiver } from './receiver.ts';

test('mentions and assignments leave as signed webhooks, one each, to whom may see the case', async () => {
  const { deskUrl, callers, caseId, people } = await peopled();
  const receiver = await auditReceiver();
  const call = async (who: string, method: string, path: string, body: unknown) => {
    const response = await fetch(deskUrl + path, {
      method,
      headers: { ...callers[who]?.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([path, response.status]).toEqual([path, 200]);
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
    return (await response.json()) as any;
  };
  const { secret, stream } = await call('admin', 'POST', '/api/audit/streams', {
    name: 'Chat',
    url: `${receiver.url}/hook`,
    format: 'notifications',
  });
  const tested = await call('admin', 'POST', `/api/audit/streams/${stream.id}/test`, {});
  expect(tested).toMatchObject({ delivered: true });
  const text = 'Ask @vic.viewer@example.com and @els.where@example.com, says @eve.engineer@example.com';
  const { notes } = await call('engineer', 'POST', `/api/cases/${caseId}/notes`, { text });
  await call('engineer', 'POST', `/api/cases/${caseId}/notes`, { text: 'Nobody is mentioned here.' });
  const { revision } = await call('engineer', 'POST', `/api/cases/${caseId}/notes`, { text: 'Nor here.' });
  const changes = { owner: people.viewer.login };
  await call('engineer', 'PATCH', `/api/cases/${caseId}`, { revision, changes });
  await receiver.until(() => receiver.seen.length === 3);
  const bodies = receiver.seen.map(({ body }) => JSON.parse(body));
  const by = 'Eve Engineer <eve.engineer@example.com>';
  const to = [{ login: people.viewer.login, name: 'Vic Viewer' }];
  const about = { case: { id: caseId, name: 'acme' }, by, to };
  expect(bodies).toMatchObject([
    { type: 'notification.test', data: {} },
    { type: 'notification.mention', data: { ...about, note: notes[0].id, text } },
    { type: 'notification.assignment', data: about },
  ]);
  for (const { headers, body } of receiver.seen) {
    expect(headers['content-type']).toBe('application/json');
    expect(verifySignature({ body, headers, secrets: [secret] })).toEqual({ valid: true });
  }
  expect(new Set(receiver.seen.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
});
