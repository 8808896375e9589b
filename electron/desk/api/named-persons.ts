import type { FastifyRequest } from 'fastify';
import { CatalogueError } from '#contract/errors.ts';
import { actorText } from '#desk/people/index.ts';
import { callerOf } from './caller.ts';

/**
 * Whom `by` in the body of a request names: who decides, which is the person who is signed in; or who is reported to have
 * said so, such as the integrator. Source: `docs/reference/rules/people.md`.
 */
export const namedPersons: Readonly<Record<string, 'own' | 'reported'>> = {
  'PUT /api/cases/:id/rows/:row/overrule': 'own',
  'POST /api/cases/:id/request/sent': 'own',
  'POST /api/cases/:id/cutover': 'own',
  'POST /api/cases/:id/cutover/plan': 'own',
  'PUT /api/cases/:id/cutover/conflicts': 'own',
  'POST /api/cases/:id/cutover/apply': 'own',
  'POST /api/cases/:id/cutover/soak': 'own',
  'POST /api/cases/:id/cutover/complete': 'own',
  'POST /api/cases/:id/cutover/rollback': 'own',
  'POST /api/cases/:id/mails/sent/:mailId': 'own',
  'PUT /api/cases/:id/runbook/steps/:step/overrule': 'own',
  'PUT /api/cases/:id/rows/:row/answer': 'reported',
  'PUT /api/cases/:id/evidence/:evidenceId/coverage': 'reported',
  'POST /api/cases/:id/request/confirmed': 'reported',
  'PUT /api/cases/:id/portal-header': 'reported',
  'POST /api/cases/:id/tokens/exclusions': 'reported',
  'POST /api/cases/:id/runbook/syncing': 'reported',
  'POST /api/cases/:id/runbook/failures/acceptances': 'reported',
  'POST /api/cases/:id/runbook/exclusions': 'reported',
};

/**
 * Before the body is checked: who is signed in decides in the own name, whether the body says so or not.
 * @throws CatalogueError `people.byAnother`
 */
export const nameWhoDecides = async (request: FastifyRequest): Promise<void> => {
  const caller = callerOf(request);
  const body = request.body;
  if (caller === undefined || typeof body !== 'object' || body === null) return;
  if (namedPersons[`${request.method} ${request.routeOptions.url}`] !== 'own') return;
  const named = body as { by?: unknown };
  const own = [caller.name, caller.login, actorText(caller)];
  if (named.by !== undefined && !own.includes(String(named.by).trim()))
    throw new CatalogueError('people.byAnother', { name: caller.name });
  named.by = caller.name;
};
