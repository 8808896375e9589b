import { expect, test } from 'vitest';
import type { Person } from '#contract/people.ts';
import { peopled } from '#test/support/team-desk.ts';

test('a person of one target is told of it and its cases, and of no audit stream or other case', async () => {
  const { deskUrl, made, headersOf, callers, caseId, otherCase } = await peopled();
  const post = async (who: string, path: string, body: object): Promise<void> => {
    const headers = { ...callers[who]?.headers, 'content-type': 'application/json' };
    const response = await fetch(deskUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([path, response.status]).toEqual([path, 200]);
  };
  const local = await made<Person>('POST', '/api/people', {
    login: 'lou@example.com',
    name: 'Lou Local',
    grants: [{ role: 'engineer', scope: 'target:local' }],
  });
  const { body } = await fetch(`${deskUrl}/api/stream`, { headers: await headersOf(local) });
  const lines = (body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    [Symbol.asyncIterator]();
  await post('admin', '/api/audit/streams', { name: 'siem', url: 'http://127.0.0.1:9/', format: 'ndjson' });
  await post('engineer', `/api/cases/${caseId}/notes`, { text: 'on the remote target' });
  await post('engineer', `/api/cases/${otherCase}/notes`, { text: 'on the local service' });
  let told = '';
  while (!told.includes(otherCase)) told += (await lines.next()).value;
  expect([told.includes('"audit"'), told.includes(caseId)]).toEqual([false, false]);
  await lines.return?.();
});
