import { expect, test } from 'vitest';
import { permissionOf } from '#desk/api/permissions.ts';
import { callAs } from '#test/support/call-as.ts';
import { peopled } from '#test/support/team-desk.ts';

/** What somebody with little access learns and does, beyond the table of routes. */

test('who may look sees no secret in full', async () => {
  const { deskUrl, callers } = await peopled();
  const id = '00000000-0000-4000-8000-000000000000';
  const curl = `/api/messages/${id}/attempts/1/curl`;
  const revealing = [
    `/api/endpoints/${id}/headers?reveal=true`,
    `${curl}?reveal=true`,
    `${curl}?signAnew=true`,
  ];
  const codes = async (who: string, path: string) =>
    (await callAs(deskUrl)(callers[who]?.headers ?? {}, 'GET', path)).body?.detailedErrorCode;
  for (const path of revealing) {
    expect([path, await codes('viewer', path)]).toEqual([path, 45010]);
    expect([path, await codes('reading token of an engineer', path)]).toEqual([path, 45011]);
    expect([path, await codes('engineer', path)]).not.toEqual([path, 45010]);
  }
  expect(await codes('viewer', `${curl}?reveal=false`)).not.toBe(45010);
});

test('a narrowed token ends no other token, and one for reading removes no key', async () => {
  const { deskUrl, made, callers, caseId, people } = await peopled();
  const call = callAs(deskUrl);
  const token = (request: object) =>
    made<{ id: string; token: string }>('POST', `/api/people/${people.engineer.id}/tokens`, {
      name: 'test',
      ...request,
    });
  const other = await token({});
  for (const [request, code] of [
    [{ access: 'read' }, 45011],
    [{ scope: `case:${caseId}` }, 45013],
  ] as const) {
    const narrow = await token(request);
    const bearer = { authorization: `Bearer ${narrow.token}` };
    const refused = await call(bearer, 'DELETE', `/api/account/tokens/${other.id}`);
    expect(refused.body.detailedErrorCode).toBe(code);
    expect((await call(bearer, 'DELETE', `/api/account/tokens/${narrow.id}`)).status).toBe(200);
    expect((await call(bearer, 'GET', '/api/account')).status).toBe(401);
  }
  const reading = callers['reading token of an engineer']?.headers ?? {};
  const key = await call(reading, 'DELETE', `/api/account/keys/${other.id}`);
  expect(key.body.detailedErrorCode).toBe(45011);
});

/** What every person is told: names of people, and what the desk is. */
const withoutId = (path: string): boolean =>
  !path.includes('{') && !/^\/api\/(stream|docs|licences|diagnostics)/.test(path);

const listsFor = async (
  { routes, callers }: Awaited<ReturnType<typeof peopled>>,
  who: string,
): Promise<string[]> =>
  (await routes()).flatMap(({ method, path, url }) => {
    const permission = method === 'GET' && withoutId(path) ? permissionOf(method, url) : undefined;
    return permission !== undefined && callers[who]?.may(permission) ? [path] : [];
  });

test('no list names a case or a target to somebody who may not see it', async () => {
  const desk = await peopled();
  const call = callAs(desk.deskUrl);
  const admin = desk.callers.admin?.headers ?? {};
  const policy = { scope: `target:${desk.targetId}`, writes: true, overrides: true };
  expect((await call(admin, 'PUT', '/api/policy', policy)).status).toBe(200);
  await desk.made('POST', '/api/verification');
  const engineer = desk.callers.engineer?.headers ?? {};
  await call(engineer, 'POST', `/api/cases/${desk.caseId}/notes`, { text: 'Ask @els.where@example.com' });
  const told: string[] = [];
  let calls = 0;
  for (const who of ['engineer of another case', 'somebody without a role']) {
    for (const path of await listsFor(desk, who)) {
      calls += 1;
      const text = await (
        await fetch(desk.deskUrl + path, { headers: desk.callers[who]?.headers ?? {} })
      ).text();
      const secrets = [desk.caseId, desk.targetId, 'acme', 'production'].filter((one) => text.includes(one));
      if (secrets.length > 0) told.push(`${who}: ${path} has ${secrets.join(', ')}`);
    }
  }
  expect([told, calls > 20]).toEqual([[], true]);
});

test('a target that somebody may not see is told like one that is not there', async () => {
  const { deskUrl, callers, otherCase, targetId } = await peopled();
  const call = callAs(deskUrl);
  const headers = callers['engineer of another case']?.headers ?? {};
  const told = async (method: string, path: string, named: string, body?: (named: string) => object) => {
    const { status, body: answer } = await call(headers, method, path + (body ? '' : named), body?.(named));
    return [status, JSON.stringify(answer.error).replaceAll(named, 'NAMED')];
  };
  const { revision } = (await call(headers, 'GET', `/api/cases/${otherCase}`)).body;
  const ways = [
    ['GET', '/api/targets/'],
    ['POST', '/api/cases', (id: string) => ({ name: 'mine', targetId: id })],
    ['PATCH', `/api/cases/${otherCase}`, (id: string) => ({ revision, changes: { targetId: id } })],
  ] as const;
  const missing = '00000000-0000-4000-8000-000000000000';
  for (const [method, path, body] of ways)
    expect(await told(method, path, targetId, body)).toEqual(await told(method, path, missing, body));
  expect(await told('GET', '/api/targets/', 'production')).toEqual(
    await told('GET', '/api/targets/', 'another'),
  );
});
