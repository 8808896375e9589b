import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { silentLog } from '#base/log.ts';
import { createGuardedApp } from '#desk/api/guarded-app.ts';
import { createSessions } from '#desk/api/sessions.ts';
import { openPeople } from '#desk/people/index.ts';
import { callAs } from '#test/support/call-as.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { peopled } from '#test/support/team-desk.ts';

/** What began before a person left, or lost a role, and is not over by then. */

type Headers = Record<string, string>;

/** A request whose head the desk has, and whose body is still to come. */
const begun = async (url: string, headers: Headers, beginning: string) => {
  const outgoing = request(url, { method: 'POST', headers: { ...headers, expect: '100-continue' } });
  const answered = new Promise<{ status: number; text: string }>((resolve) => {
    outgoing.on('error', () => resolve({ status: 0, text: '' }));
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      const end = () => resolve({ status: response.statusCode ?? 0, text });
      response.on('end', end).on('error', end);
    });
  });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  outgoing.write(beginning);
  return { outgoing, answered };
};

const asJson = (headers: Headers = {}): Headers => ({ ...headers, 'content-type': 'application/json' });

test('a body that is whole after its person left, or lost the role, changes nothing', async () => {
  const { deskUrl, made, callers, caseId, people } = await peopled();
  const call = callAs(deskUrl);
  const path = `/api/cases/${caseId}/notes`;
  const open = (who: string) => begun(deskUrl + path, asJson(callers[who]?.headers), '{"text":"too ');
  const [leaver, demoted] = [await open('engineer'), await open('engineer of the target')];
  // A round trip: by then both were let in.
  await call(callers.viewer?.headers ?? {}, 'GET', `/api/cases/${caseId}`);
  await made('POST', `/api/people/${people.engineer.id}/leave`);
  await made('PUT', `/api/people/${people.onTarget.id}/grants`, {
    grants: [{ role: 'viewer', scope: `case:${caseId}` }],
  });
  for (const { outgoing } of [leaver, demoted]) outgoing.end('late"}');
  const codes = [await leaver.answered, await demoted.answered].map(({ status, text }) => [
    status,
    JSON.parse(text).detailedErrorCode,
  ]);
  expect(codes).toEqual([
    [401, 45002],
    [403, 45010],
  ]);
  const { body } = await call(callers.viewer?.headers ?? {}, 'GET', `/api/cases/${caseId}`);
  expect(body.notes).toEqual([]);
});

test('an upload of a person who leaves is cut off', async () => {
  const { deskUrl, made, callers, people } = await peopled();
  const headers = { ...callers.engineer?.headers, 'content-type': 'application/octet-stream' };
  const { answered } = await begun(`${deskUrl}/api/uploads?name=log.txt`, headers, 'a line\n');
  await callAs(deskUrl)(callers.viewer?.headers ?? {}, 'GET', '/api/cases');
  await made('POST', `/api/people/${people.engineer.id}/leave`);
  // Neither answered nor waited for.
  expect((await answered).status).toBe(0);
});

test('a download of a person who leaves is cut off', async () => {
  const people = await openPeople(await testDeskContext());
  const add = (login: string) =>
    people.add({ login, name: login, grants: [{ role: 'admin', scope: 'desk' }] }, 'root');
  const [, bo] = [await add('ada'), await add('bo')];
  const { token } = await people.issueToken(bo.id, { name: 'test' }, 'root');
  const { app } = await createGuardedApp({
    ...{ token: 'desk', sessions: createSessions(systemTime), isProven: () => false, people },
    ...{ bind: '127.0.0.1', allowHosts: [], log: silentLog() },
  });
  async function* endless() {
    for (;;) yield Buffer.alloc(65_536, 'a');
  }
  const content = Readable.from(endless());
  app.get('/api/endless', async (_request, reply) => reply.type('text/plain').send(content as never));
  onTestFinished(() => app.close());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(`${url}/api/endless`, { headers: { authorization: `Bearer ${token}` } });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  expect((await reader.read()).done).toBe(false);
  await people.leave(bo.id, 'ada <ada>');
  const reading = async (): Promise<void> => {
    while (!(await reader.read()).done);
  };
  await expect(reading()).rejects.toThrow();
  expect(content.destroyed).toBe(true);
  people.stop();
});
