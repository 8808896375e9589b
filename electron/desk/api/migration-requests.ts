import {
  CutoverCheck,
  EligibilityView,
  GrantRequest,
  GrantResult,
  MigrationRequestView,
  PortalHeaderRequest,
  RequestStep,
} from '#contract/eligibility.ts';
import type { ApiApp } from '#control/app.ts';
import type { DeskModules } from './modules.ts';
import { routesOfCase } from './routes-of-case.ts';

type Parts = Pick<DeskModules, 'eligibility' | 'cutover' | 'watch'>;

/** The migration request: drafted, sent, confirmed; and the cutover that it asks for. */
export const migrationRequestRoutes = (app: ApiApp, { eligibility, cutover, watch }: Parts): void => {
  const { requests, portalHeaders } = eligibility;
  const { grants } = cutover;
  const { answering, markdown } = routesOfCase(app, 'migration requests');
  const { get, post, act } = answering(MigrationRequestView);

  act('/request', 'Draft the migration request of an eligible case', requests.draft);
  post('/request/sent', 'Record that it was sent', RequestStep, requests.sent);
  post('/request/confirmed', 'Record that it was confirmed', RequestStep, requests.confirmed);
  get('/request', 'Show the migration request', requests.show);
  markdown(
    '/request.md',
    'Show the migration request as Markdown',
    async (id) => (await requests.show(id)).markdown,
  );

  const portalHeader = 'Set the auth header of the portal, or declare it equal to that of the profile';
  answering(EligibilityView).put(
    '/portal-header',
    portalHeader,
    PortalHeaderRequest,
    async (id, body, actor) => {
      // First, so that a statement is about the value that there is now.
      await watch.noteProfile(id);
      await portalHeaders.supply(id, body, actor);
      return eligibility.view(id);
    },
  );

  answering(GrantResult).post(
    '/cutover',
    'Grant the migration on the local service',
    GrantRequest,
    grants.grant,
  );
  const check = 'Check endpoints and headers after the cutover';
  answering(CutoverCheck).act('/cutover/check', check, async (id, actor) => {
    await watch.check(id);
    return grants.check(id, actor);
  });
};
