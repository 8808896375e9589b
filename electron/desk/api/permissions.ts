import type { Role } from '#contract/people.ts';
import { pageRoute } from './static.ts';

/**
 * What each route of a team's desk asks of whoever calls it. A route that is not in the table keeps the desk from starting.
 * The desk of one person asks for nothing but being let in. Source: `docs/reference/rules/people.md`.
 */

/** Where a role is needed. */
export type Ground =
  /** Everywhere: a role that is given for the desk. */
  | 'desk'
  /** The local service, which is the target `local`. */
  | 'local'
  /** What the route names as `:id`. */
  | 'case'
  | 'target'
  /** The case that the request's body or query names, or else the desk. */
  | 'asked'
  /** Any place: the route shows, or changes, what the caller may see, or change, alone. */
  | 'any';

/** Who has the machine of the desk: `also` besides the role, `alone` without anybody else. */
export type OperatorPart = 'also' | 'alone';

export interface Permission {
  /** `person`: anybody who is signed in, whatever the roles. */
  readonly role: Role | 'person';
  readonly on: Ground;
  readonly operator?: OperatorPart;
}

type Line = readonly [route: string, role: Permission['role'], on: Ground, operator?: OperatorPart];

/** `*` stands for the rest of an address, `GET` for `HEAD` too; the first that fits counts. */
const lines: readonly Line[] = [
  // Whoever has the machine.
  ['POST /api/session/tickets', 'admin', 'desk', 'alone'],
  ['POST /api/recovery-code', 'admin', 'desk', 'alone'],
  // People.
  ['POST /api/session/app-codes', 'person', 'any'],
  ['GET /api/people/names', 'person', 'any'],
  ['GET /api/people', 'admin', 'desk', 'also'],
  ['POST /api/people*', 'admin', 'desk', 'also'],
  ['PATCH /api/people/:id', 'admin', 'desk', 'also'],
  ['PUT /api/people/:id/grants', 'admin', 'desk', 'also'],
  ['DELETE /api/people/:id/provider', 'admin', 'desk', 'also'],
  ['DELETE /api/people/:id/tokens/:tokenId', 'admin', 'desk', 'also'],
  ['GET /api/account/keys', 'person', 'any'],
  ['POST /api/account/keys', 'person', 'any'],
  ['DELETE /api/account/keys/:keyId', 'person', 'any'],
  // What needs a second person.
  ['GET /api/policy', 'person', 'any'],
  ['PUT /api/policy', 'admin', 'desk'],
  ['GET /api/approvals', 'person', 'any'],
  ['POST /api/cases/:id/approvals/:approvalId/give', 'approver', 'case'],
  ['POST /api/cases/:id/approvals/:approvalId/refuse', 'approver', 'case'],
  ['POST /api/cases/:id/approvals/:approvalId/withdraw', 'viewer', 'case'],
  ['GET /api/notifications', 'person', 'any'],
  ['POST /api/notifications/read', 'person', 'any'],
  ['GET /api/account', 'person', 'any'],
  ['POST /api/account/tokens', 'person', 'any'],
  ['DELETE /api/account/tokens/:tokenId', 'person', 'any'],
  // The machine and its data.
  ['GET /api/about', 'person', 'any', 'also'],
  ['GET /api/health', 'person', 'any', 'also'],
  ['GET /api/licences', 'person', 'any', 'also'],
  ['GET /api/storage', 'admin', 'desk', 'also'],
  ['GET /api/diagnostics', 'admin', 'desk', 'also'],
  ['GET /health', 'viewer', 'desk', 'also'],
  ['GET /ready', 'viewer', 'desk', 'also'],
  ['GET /metrics', 'viewer', 'desk', 'also'],
  ['* /api/backups*', 'admin', 'desk', 'also'],
  ['POST /api/local-service/empty', 'admin', 'desk', 'also'],
  ['GET /api/verification', 'person', 'any', 'also'],
  ['POST /api/verification', 'admin', 'desk', 'also'],
  ['POST /api/verification/accept', 'admin', 'desk', 'also'],
  ['GET /api/stream', 'person', 'any', 'also'],
  ['GET /api/jobs*', 'viewer', 'any', 'also'],
  ['POST /api/jobs/:id/cancel', 'viewer', 'any'],
  ['GET /api/running', 'viewer', 'any'],
  // What leaves the desk as its audit stream.
  ['* /api/audit*', 'admin', 'desk', 'also'],
  // How long cases are kept.
  ['GET /api/retention', 'viewer', 'any'],
  ['PUT /api/retention', 'admin', 'desk', 'also'],
  // The keys of the desk.
  ['GET /api/identity', 'person', 'any', 'also'],
  ['POST /api/identity/read', 'viewer', 'any'],
  ['POST /api/identity/verify', 'viewer', 'any'],
  ['POST /api/identity/sign', 'engineer', 'desk'],
  ['POST /api/identity/*', 'admin', 'desk', 'also'],
  // Cases. What can't be brought back, and what is kept for others to check, is not for one engineer to take away.
  ['GET /api/cases', 'viewer', 'any'],
  ['POST /api/cases/counts', 'viewer', 'any'],
  ['POST /api/cases/by-id', 'viewer', 'any'],
  ['GET /api/cases/owners', 'viewer', 'any'],
  ['GET /api/cases/find', 'viewer', 'any'],
  ['POST /api/cases/export', 'viewer', 'any'],
  ['POST /api/cases/bulk', 'engineer', 'any'],
  ['POST /api/cases/import', 'engineer', 'desk'],
  ['POST /api/cases', 'engineer', 'any'],
  ['PUT /api/cases/:id/retention', 'admin', 'case'],
  ['POST /api/cases/:id/hold*', 'admin', 'case'],
  ['DELETE /api/cases/:id', 'admin', 'case'],
  ['POST /api/cases/:id/erasures', 'admin', 'case'],
  ['POST /api/cases/:id/verify', 'viewer', 'case'],
  ['POST /api/cases/:id/export', 'viewer', 'case'],
  ['POST /api/cases/:id/mentions/bulk/count', 'viewer', 'case'],
  ['POST /api/cases/:id/findings/bulk/count', 'viewer', 'case'],
  ['PUT /api/cases/:id/presence', 'viewer', 'case'],
  ['DELETE /api/cases/:id/presence', 'viewer', 'case'],
  ['GET /api/cases/:id*', 'viewer', 'case'],
  ['* /api/cases/:id*', 'engineer', 'case'],
  // What names a case, or none.
  ['POST /api/checks', 'engineer', 'asked'],
  ['POST /api/allow-list', 'engineer', 'asked'],
  ['POST /api/doctor/plan', 'engineer', 'asked'],
  ['POST /api/doctor', 'engineer', 'asked'],
  ['GET /api/tokens/rows', 'viewer', 'any'],
  ['GET /api/tokens/templates/:platformKey', 'viewer', 'any'],
  ['POST /api/uploads', 'engineer', 'any'],
  ['DELETE /api/uploads/:id', 'engineer', 'any'],
  ['POST /api/sample', 'engineer', 'desk'],
  ['GET /api/sample/files/:name', 'viewer', 'any'],
  // Targets.
  ['GET /api/targets', 'viewer', 'any'],
  ['POST /api/targets', 'admin', 'desk'],
  ['GET /api/targets/:id', 'viewer', 'target'],
  ['POST /api/targets/:id/test', 'engineer', 'target'],
  ['POST /api/targets/:id/record', 'engineer', 'target'],
  ['PATCH /api/targets/:id', 'admin', 'target'],
  ['DELETE /api/targets/:id', 'admin', 'target'],
  // Facts about platforms, the same for everybody.
  ['GET /api/integrations', 'person', 'any'],
  ['GET /api/platforms/:platformKey/migration', 'viewer', 'any'],
  ['GET /api/platforms/:platformKey/migration.md', 'viewer', 'any'],
  ['GET /api/code-samples/:topic', 'viewer', 'any'],
  ['GET /api/public-openapi', 'person', 'any'],
  ['GET /api/scenarios', 'viewer', 'any'],
  ['GET /api/settings', 'viewer', 'any'],
  ['GET /api/sandboxes', 'viewer', 'any'],
  // The local service. What ends the work of others on it is for admins.
  ['PUT /api/settings', 'admin', 'local'],
  ['POST /api/sandboxes/open', 'admin', 'local'],
  ['DELETE /api/sandboxes/:clock', 'admin', 'local'],
  ['POST /api/states/:name/restore', 'admin', 'local'],
  ['POST /api/states/:name/fork', 'admin', 'local', 'also'],
  ['DELETE /api/states/:name', 'admin', 'local'],
  ['POST /api/reset', 'admin', 'local'],
  ['POST /api/compaction', 'admin', 'local'],
  ['DELETE /api/recording', 'admin', 'local'],
  ['GET /api/keys*', 'engineer', 'local'],
  ['* /api/keys*', 'admin', 'local'],
  ['GET /api/endpoints/:id/secret', 'engineer', 'local'],
  ['GET /api/states/:name/file', 'engineer', 'local'],
  ['POST /api/requests/check', 'viewer', 'local'],
  ['POST /api/messages/har', 'viewer', 'local'],
  ['POST /api/resends/count', 'viewer', 'local'],
  ...[
    'clock',
    'companies',
    'compaction',
    'cutover',
    'endpoints',
    'events',
    'faults',
    'messages',
    'receiver',
    'recording',
    'requests',
    'resends',
    'scenarios',
    'seed',
    'simulator',
    'states',
  ].flatMap((name): Line[] => [
    [`GET /api/${name}*`, 'viewer', 'local'],
    [`* /api/${name}*`, 'engineer', 'local'],
  ]),
];

/** Without signing in: the page, which holds no data, the documentation, and signing in itself. */
const open = /^\/api\/(docs(\/.*)?|openapi\.json|session|session\/(ways|provider|app-token))$/;

/** @param url as the router has it, such as `/api/cases/:id` */
export const isOpenRoute = (url: string): boolean => url === pageRoute || open.test(url);

interface Rule {
  readonly method: string;
  readonly fits: (url: string) => boolean;
  readonly permission: Permission;
}

const rules: readonly Rule[] = lines.map(([route, role, on, operator]) => {
  const [method, address] = route.split(' ') as [string, string];
  return {
    method,
    fits: address.endsWith('*') ? startsWith(address.slice(0, -1)) : (url) => url === address,
    permission: { role, on, ...(operator === undefined ? {} : { operator }) },
  };
});

/** `/api/keys*` covers `/api/keys` and what is below it, never `/api/keysmith`. */
function startsWith(beginning: string): (url: string) => boolean {
  return (url) =>
    url.startsWith(beginning) && (beginning.endsWith('/') || /^([/.]|$)/.test(url.slice(beginning.length)));
}

/**
 * What a route asks for; undefined where it is not in the table.
 * @param url as the router has it, such as `/api/cases/:id`
 */
export const permissionOf = (method: string, url: string): Permission | undefined => {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return rules.find((rule) => (rule.method === '*' || rule.method === wanted) && rule.fits(url))?.permission;
};
