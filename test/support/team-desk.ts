import { expect } from 'vitest';
import type { Grant, IssuedToken, Person, TokenRequest } from '#contract/people.ts';
import type { Permission } from '#desk/api/permissions.ts';
import { startDesk } from './start-desk.ts';

interface Caller {
  readonly headers: Record<string, string>;
  /** What the table of permissions allows, worked out by the plain rules of the reference. */
  readonly may: (permission: Permission) => boolean;
}

interface Roles {
  readonly desk?: readonly string[];
  readonly target?: readonly string[];
  readonly ofCase?: readonly string[];
}

/** A person with roles on the desk, on the target of the case, on the case. */
const mayAs =
  ({ desk = [], target = [], ofCase = [] }: Roles, reads = false): Caller['may'] =>
  ({ role, on, operator }) => {
    if (operator === 'alone') return false;
    if (role === 'person') return true;
    const there: Record<Permission['on'], readonly string[]> = {
      desk,
      local: desk,
      any: [...desk, ...target, ...ofCase],
      target: [...desk, ...target],
      case: [...desk, ...target, ...ofCase],
      asked: [...desk, ...target, ...ofCase],
    };
    return role === 'viewer' ? there[on].length > 0 : !reads && there[on].includes(role);
  };

/** A desk with people of each kind, a case on a remote target, and who may do what. */
export const peopled = async (options: Parameters<typeof startDesk>[0] = {}) => {
  const desk = await startDesk(options);
  const { call, deskUrl, authorization } = desk;
  const made = async <T = { id: string }>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, body: answer } = await call(method, path, body);
    expect([path, status, answer?.error]).toEqual([path, 200, undefined]);
    return answer as T;
  };
  const target = {
    name: 'production',
    baseUrl: 'https://api.example.com',
    apiKey: 'PlantedApiKey-31415926535',
  };
  const { id: targetId } = await made('POST', '/api/targets', target);
  const { id: caseId } = await made('POST', '/api/cases', { name: 'acme', integrator: 'Acme', targetId });
  const { id: otherCase } = await made('POST', '/api/cases', { name: 'other', integrator: 'Other' });

  let _people = 0;
  const person = async (name: string, ...grants: readonly [string, string][]): Promise<Person> => {
    _people += 1;
    const login = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
    const all = grants.map(([role, scope]) => ({ role, scope }) as Grant);
    return made<Person>('POST', '/api/people', { login, name, grants: all });
  };
  const tokenOf = async ({ id }: { id: string }, request: Partial<TokenRequest> = {}): Promise<IssuedToken> =>
    made<IssuedToken>('POST', `/api/people/${id}/tokens`, { name: 'test', ...request });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const headersOf = async (who: Person, request: Partial<TokenRequest> = {}) =>
    bearer((await tokenOf(who, request)).token);

  const admin = await person('Ada Admin', ['admin', 'desk']);
  const engineer = await person('Eve Engineer', ['engineer', 'desk']);
  const approver = await person('Ann Approver', ['approver', 'desk']);
  const viewer = await person('Vic Viewer', ['viewer', 'desk']);
  const onTarget = await person('Tom Target', ['engineer', `target:${targetId}`]);
  const onCase = await person('Cas Case', ['engineer', `case:${caseId}`]);
  const caseAdmin = await person('Cam Caseadmin', ['admin', `case:${caseId}`]);
  const elsewhere = await person('Els Where', ['engineer', `case:${otherCase}`]);
  const nobody = await person('No Roles');
  const left = await person('Leo Left', ['engineer', 'desk'], ['admin', 'desk']);
  const leftHeaders = await headersOf(left);
  await made('POST', `/api/people/${left.id}/leave`);
  const revoked = await tokenOf(admin);
  await made('DELETE', `/api/people/${admin.id}/tokens/${revoked.id}`);

  const callers: Record<string, Caller> = {
    operator: { headers: { authorization }, may: ({ operator }) => operator !== undefined },
    admin: { headers: await headersOf(admin), may: mayAs({ desk: ['admin'] }) },
    engineer: { headers: await headersOf(engineer), may: mayAs({ desk: ['engineer'] }) },
    approver: { headers: await headersOf(approver), may: mayAs({ desk: ['approver'] }) },
    viewer: { headers: await headersOf(viewer), may: mayAs({ desk: ['viewer'] }) },
    'engineer of the target': { headers: await headersOf(onTarget), may: mayAs({ target: ['engineer'] }) },
    'engineer of the case': { headers: await headersOf(onCase), may: mayAs({ ofCase: ['engineer'] }) },
    'admin of the case': { headers: await headersOf(caseAdmin), may: mayAs({ ofCase: ['admin'] }) },
    'engineer of another case': {
      headers: await headersOf(elsewhere),
      // Elsewhere is somewhere.
      may: ({ role, on, ...rest }) =>
        (role === 'person' || on === 'any') && mayAs({ ofCase: ['engineer'] })({ role, on, ...rest }),
    },
    'somebody without a role': { headers: await headersOf(nobody), may: mayAs({}) },
    'reading token of an engineer': {
      headers: await headersOf(engineer, { access: 'read' }),
      may: mayAs({ desk: ['engineer'] }, true),
    },
    'token of an engineer for the case': {
      headers: await headersOf(engineer, { scope: `case:${caseId}` }),
      may: mayAs({ ofCase: ['engineer'] }),
    },
    'one who left': { headers: leftHeaders, may: () => false },
    'a revoked token': { headers: bearer(revoked.token), may: () => false },
    'an invented token': { headers: bearer(`carryover_pat_${'x'.repeat(43)}`), may: () => false },
    'nobody at all': { headers: {}, may: () => false },
  };
  return {
    ...desk,
    made,
    caseId,
    otherCase,
    targetId,
    callers,
    people: { admin, engineer, approver, viewer, onTarget, onCase, elsewhere, nobody, left },
    headersOf,
    /** All of the documentation, which takes a third of the time of the rest. */
    async routes() {
      const document = (await (await fetch(`${deskUrl}/api/openapi.json`)).json()) as {
        paths: Record<string, Record<string, unknown>>;
      };
      return Object.entries(document.paths).flatMap(([path, operations]) => {
        const url = path.replace(/\{(\w+)\}/g, ':$1');
        const methods = Object.keys(operations).map((method) => method.toUpperCase());
        return methods.map((method) => ({ method, path, url }));
      });
    },
  };
};
