import { expect, test } from 'vitest';
import type { Person } from '#contract/people.ts';
import { peopled } from '#test/support/team-desk.ts';

/** The events of a stream, as one text that grows. */
const followed = async (deskUrl: string, headers: Record<string, string>) => {
  const { body } = await fetch(`${deskUrl}/api/stream`, { headers });
  const lines = (body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    [Symbol.asyncIterator]();
  let told = '';
  return {
    async until(wanted: string): Promise<string> {
      while (!told.includes(wanted)) {
        const { done, value } = await lines.next();
        if (done) throw new Error(`The stream ended with ${told}`);
        told += value;
      }
      return told;
    },
    async ended(): Promise<string> {
      for (let next = await lines.next(); !next.done; next = await lines.next()) told += next.value;
      return told;
    },
    close: () => lines.return?.(),
  };
};

test('everybody is told that people or policies have changed, and nobody of whom', async () => {
  const { deskUrl, made, callers, people } = await peopled();
  const headers = callers['somebody without a role']?.headers ?? {};
  const reader = await followed(deskUrl, headers);
  await made('POST', `/api/people/${people.viewer.id}/tokens`, { name: 'another' });
  await made('PATCH', `/api/people/${people.engineer.id}`, { name: 'Eve E.' });
  await fetch(`${deskUrl}/api/policy`, {
    method: 'PUT',
    headers: { ...callers.admin?.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'desk', writes: true, overrides: false }),
  });
  const told = await reader.until('"policy"');
  await reader.close();
  const data = told.split('\n').filter((line) => line.startsWith('data:'));
  expect(data).toEqual(['data: {"type":"people"}', 'data: {"type":"people"}', 'data: {"type":"policy"}']);
});

test('who gets other roles is told of what these show: the stream ends, and the page opens it again', async () => {
  const { deskUrl, made, callers, people, caseId, otherCase } = await peopled();
  const headers = callers['engineer of another case']?.headers ?? {};
  const others = await followed(deskUrl, callers.viewer?.headers ?? {});
  const first = await followed(deskUrl, headers);
  await made('PUT', `/api/people/${people.elsewhere.id}/grants`, {
    grants: [{ role: 'viewer', scope: `case:${caseId}` }],
  });
  expect(await first.ended()).not.toContain(caseId);
  const second = await followed(deskUrl, headers);
  const note = async (id: string): Promise<void> => {
    const body = JSON.stringify({ text: 'noted' });
    const sent = { ...callers.engineer?.headers, 'content-type': 'application/json' };
    const { status } = await fetch(`${deskUrl}/api/cases/${id}/notes`, {
      method: 'POST',
      headers: sent,
      body,
    });
    expect(status).toBe(200);
  };
  await note(otherCase);
  await note(caseId);
  expect(await second.until(caseId)).not.toContain(otherCase);
  expect(await others.until(caseId)).toContain('"people"');
  await second.close();
  await others.close();
});

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
  const reader = await followed(deskUrl, await headersOf(local));
  await post('admin', '/api/audit/streams', { name: 'siem', url: 'http://127.0.0.1:9/', format: 'ndjson' });
  await post('engineer', `/api/cases/${caseId}/notes`, { text: 'on the remote target' });
  await post('engineer', `/api/cases/${otherCase}/notes`, { text: 'on the local service' });
  const told = await reader.until(otherCase);
  expect([told.includes('"audit"'), told.includes(caseId)]).toEqual([false, false]);
  await reader.close();
});
