import { Type } from 'typebox';
import {
  Approval,
  type ApprovalKey,
  ApprovalKeyList,
  ApprovalKeyRequest,
  ApprovalList,
  ApproveRequest,
  Policy,
  PolicyList,
  RefuseRequest,
  WithdrawRequest,
} from '#contract/approvals.ts';
import { Uuid } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import { seesTarget } from '#desk/core/sight.ts';
import type { Caller, People } from '#desk/people/people.ts';
import { actorOf } from './actor.ts';
import { sightIn, signedIn } from './caller.ts';
import type { DeskModules } from './modules.ts';

const options = optionsFor('approvals');
const ofCase = Type.Object({ id: Uuid });
const ofApproval = Type.Object({ id: Uuid, approvalId: Uuid });
const ofKey = Type.Object({ keyId: Uuid });
const base = '/api/cases/:id/approvals';

/** What needs a second person: policies, requests, and what the second person says. */
export const approvalRoutes = (app: ApiApp, modules: Pick<DeskModules, 'approvals' | 'people'>): void => {
  const { approvals, people } = modules;
  app.get(
    '/api/policy',
    options('List what needs a second person, on the desk and by target', answers(PolicyList)),
    async (request) => {
      const sight = sightIn(request);
      const isSeen = ({ scope }: Policy): boolean =>
        scope === 'desk' || seesTarget(sight, scope.slice('target:'.length));
      return { results: approvals.policies.list().filter(isSeen) };
    },
  );
  app.put(
    '/api/policy',
    options('Change what needs a second person on the desk, or on a target', answers(PolicyList), {
      body: Policy,
    }),
    async (request) => {
      await approvals.policies.change(request.body, actorOf(request));
      return { results: [...approvals.policies.list()] };
    },
  );
  app.get(
    '/api/approvals',
    options('List requested approvals, newest first, without their plans', answers(ApprovalList)),
    async (request) => ({ results: await approvals.list(signedIn(request), sightIn(request)) }),
  );
  app.get(
    base,
    options('List the approvals of a case, newest first', answers(ApprovalList), { params: ofCase }),
    async (request) => ({ results: await approvals.ofCase(signedIn(request), request.params.id) }),
  );
  decisionRoutes(app, modules);
  keyRoutes(app, people);
};

const decisionRoutes = (app: ApiApp, { approvals }: Pick<DeskModules, 'approvals'>): void => {
  const response = answers(Approval);
  app.get(
    `${base}/:approvalId`,
    options('Show an approval with its frozen plan', response, { params: ofApproval }),
    (request) => approvals.show(signedIn(request), request.params.id, request.params.approvalId),
  );
  app.post(
    `${base}/:approvalId/give`,
    options('Approve a plan by a signature over its digest', response, {
      params: ofApproval,
      body: ApproveRequest,
    }),
    (request) => {
      const { id, approvalId } = request.params;
      return approvals.give(signedIn(request), id, approvalId, request.body);
    },
  );
  app.post(
    `${base}/:approvalId/refuse`,
    options('Refuse an approval', response, { params: ofApproval, body: RefuseRequest }),
    (request) => {
      const { id, approvalId } = request.params;
      return approvals.refuse(signedIn(request), id, approvalId, request.body.reason);
    },
  );
  app.post(
    `${base}/:approvalId/withdraw`,
    options('Withdraw an approval, or the request for it', response, {
      params: ofApproval,
      body: Type.Union([WithdrawRequest, Type.Null()]),
    }),
    (request) => {
      const { id, approvalId } = request.params;
      return approvals.withdraw(signedIn(request), id, approvalId, request.body?.reason);
    },
  );
};

/** The keys that people sign approvals with: their private parts never come here. */
const keyRoutes = (app: ApiApp, people: People): void => {
  const listed = (caller: Caller) => ({
    results: people.show(caller.personId).keys.map(({ keyId: id, ...key }): ApprovalKey => ({ id, ...key })),
  });
  const response = answers(ApprovalKeyList);
  app.get(
    '/api/account/keys',
    options('List the keys that you sign approvals with', response),
    async (request) => listed(signedIn(request)),
  );
  app.post(
    '/api/account/keys',
    options('Add a key to sign approvals with', response, { body: ApprovalKeyRequest }),
    async (request) => {
      const caller = signedIn(request);
      refuseReading(caller);
      await people.addKey(caller.personId, request.body);
      return listed(caller);
    },
  );
  app.delete(
    '/api/account/keys/:keyId',
    options('Remove a key: approvals that it signed count no more', response, { params: ofKey }),
    async (request) => {
      const caller = signedIn(request);
      refuseReading(caller);
      await people.removeKey(caller.personId, request.params.keyId, actorOf(request));
      return listed(caller);
    },
  );
};

/** @throws CatalogueError `people.readOnlyToken` */
const refuseReading = ({ rights }: Caller): void => {
  if (rights.readsOnly) throw new CatalogueError('people.readOnlyToken');
};
