import { expect, test } from 'vitest';
import { permissionOf } from '#desk/api/permissions.ts';
import { scriptedServer } from '#test/support/scripted-server.ts';
import { peopled } from '#test/support/team-desk.ts';

/**
 * The table of roles × actions: each route of a team's desk is called by each kind of caller, and lets through whom the
 * table allows and nobody else.
 */

/** By the catalogue: 401 and 403 of people, of many wrong tokens 429, and what is not there for who may not see it. */
const refusals = new Set([40103, 41100, 45001, 45002, 45010, 45011, 45012, 45013, 45014, 45023]);
const unseen = new Set([40414, 40419]);

type Desk = Awaited<ReturnType<typeof peopled>>;
type Route = Awaited<ReturnType<Desk['routes']>>[number];

/** The request comes through a proxy: programs of the same machine may watch without signing in. */
const elsewhere = { 'x-forwarded-for': '192.0.2.1' };

const open = (path: string): boolean => /^\/api\/session(\/ways)?$/.test(path);

/** Bodies that pass the schemas of routes which look at what they name. */
const bodies = ({ caseId }: Pick<Desk, 'caseId'>): Record<string, object> => ({
  'POST /api/checks': { caseId },
  'POST /api/doctor/plan': { caseId },
  'POST /api/doctor': { caseId },
  'POST /api/allow-list': { caseId, text: '10.0.0.0/8' },
});

const filled = (path: string, { caseId, targetId }: Pick<Desk, 'caseId' | 'targetId'>): string =>
  path
    .replace(/^(\/api\/cases\/)\{id\}/, `$1${caseId}`)
    .replace(/^(\/api\/targets\/)\{id\}/, `$1${targetId}`)
    .replace(/\{(\w+)\}/g, '00000000-0000-4000-8000-000000000000');

const isRefused = async (response: Response): Promise<boolean> => {
  if (![401, 403, 404, 429].includes(response.status)) return false;
  const { detailedErrorCode: code } = JSON.parse(await response.text());
  return refusals.has(code) || unseen.has(code);
};

/** What would not end, or end what the others are let in by. */
const notLetThrough = /^\/api\/(stream|uploads.*|backups\/\{name\}\/restore|people\/\{id\}\/leave)$/;

const send = (desk: Desk, { method, path }: Route, headers: Record<string, string>): Promise<Response> => {
  const body = bodies(desk)[`${method} ${path}`];
  return fetch(desk.deskUrl + filled(path, desk), {
    method,
    headers: { ...headers, ...elsewhere, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
};

/** Those that a route is to let through, or to refuse. */
const callersOf = (desk: Desk, { method, path, url }: Route, isAllowed: boolean) => {
  const permission = permissionOf(method, url);
  if (permission === undefined || open(path) || (isAllowed && notLetThrough.test(path))) return [];
  const callers = Object.entries(desk.callers).filter(([, { may }]) => may(permission) === isAllowed);
  // Two are enough to see that a route lets somebody through: it does its work then.
  return isAllowed ? [...callers.slice(0, 1), ...callers.slice(-1)] : callers;
};

/** Calls that went another way than the table says. */
const callEach = async (
  desk: Desk,
  routes: readonly Route[],
  isAllowed: boolean,
): Promise<{ wrong: string[]; calls: number }> => {
  const wrong: string[] = [];
  let calls = 0;
  for (const route of routes) {
    for (const [who, { headers }] of callersOf(desk, route, isAllowed)) {
      calls += 1;
      const response = await send(desk, route, headers);
      if ((await isRefused(response)) === isAllowed)
        wrong.push(`${who}: ${route.method} ${route.path} ${response.status}`);
      if (!response.bodyUsed) await response.body?.cancel();
    }
  }
  return { wrong, calls };
};

test('every route lets through whom the table of roles allows, and nobody else', {
  timeout: 120_000,
}, async () => {
  // A service that does not respond is asked again and again.
  const { url: localApiUrl } = await scriptedServer((_, response) => response.writeHead(404).end());
  const desk = await peopled({ localApiUrl });
  const routes = await desk.routes();
  expect(routes.length).toBeGreaterThan(260);
  // First: what is let through may change what is there.
  const refused = await callEach(desk, routes, false);
  expect(refused.wrong).toEqual([]);
  expect(refused.calls).toBeGreaterThan(1500);
  const allowed = await callEach(desk, routes, true);
  expect(allowed.wrong).toEqual([]);
  expect(allowed.calls).toBeGreaterThan(400);
});
