import { Type } from 'typebox';
import { goesAt } from '#base/store/sqlite/backups/kept.ts';
import {
  CaseEntries,
  CasePatch,
  CaseRemoval,
  CaseRequest,
  CaseSummary,
  CaseView,
  ChainCheck,
  EntryQuery,
  ReasonRequest,
  RemovalQuery,
  Revision,
  VerifyRequest,
} from '#contract/case.ts';
import { Uuid } from '#contract/common.ts';
import { ErasureRequest, ErasureResult } from '#contract/erasure.ts';
import type { EntrySignature, Stretch } from '#contract/signature-states.ts';
import { localTargetId } from '#contract/target.ts';
import { CaseTimeline } from '#contract/timeline.ts';
import { type ApiApp, answers, nothing, optionsFor } from '#control/app.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { formatEntry } from '#desk/reports/kinds/entry-format.ts';
import { timelineOf } from '#desk/reports/timeline-facts.ts';
import { visible } from '#desk/reports/visible.ts';
import type { Tokens } from '#desk/tokens/tokens.ts';
import { actorOf } from './actor.ts';
import { sightIn } from './caller.ts';
import { createEnding } from './ending-cases.ts';
import type { DeskModules } from './modules.ts';
import { ownerOf } from './owner.ts';
import { requireTarget } from './required-target.ts';

const options = optionsFor('cases');
const response = answers(CaseView);
const params = Type.Object({ id: Uuid });

/** Cases as a whole: open, show, change, close, verify, delete. */
export const caseRoutes = (app: ApiApp, modules: DeskModules): void => {
  const { cases, tokens } = modules;
  app.post('/api/cases', options('Open a case', response, { body: CaseRequest }), async (request) => {
    await requireTarget(request, modules.targets, request.body.targetId ?? localTargetId);
    return cases.create(request.body, actorOf(request));
  });
  app.get(
    '/api/cases/find',
    options('Find a case by name, id or the start of its id', answers(CaseSummary), {
      querystring: Type.Object({ reference: Type.String({ minLength: 1, maxLength: 200 }) }),
    }),
    async (request) => cases.summary(request.query.reference, sightIn(request)),
  );
  app.get('/api/cases/:id', options('Show a case', response, { params }), async (request) => {
    await modules.watch.checkIfLocal(request.params.id);
    return cases.view(request.params.id);
  });
  app.patch(
    '/api/cases/:id',
    options('Change the name, integrator, parts, target, client id or owner of a case', response, {
      params,
      body: CasePatch,
    }),
    async (request) => {
      const { revision } = request.body;
      const { id } = request.params;
      const { owner, ...rest } = request.body.changes;
      const changes = owner === undefined ? rest : { ...rest, owner: ownerOf(modules.people, owner) };
      // Whoever may change it here must be allowed to work there, too.
      if (changes.targetId !== undefined) await requireTarget(request, modules.targets, changes.targetId);
      await cases.act(id, actorOf(request), { kind: 'case.changed', content: { changes } }, { revision });
      return cases.view(id);
    },
  );
  stateRoutes(app, modules);
  chainRoutes(app, modules);
  removalRoutes(app, cases, tokens);
  erasureRoutes(app, modules);
};

const stateRoutes = (app: ApiApp, modules: DeskModules): void => {
  const { cases } = modules;
  const ending = createEnding(modules);
  app.post(
    '/api/cases/:id/close',
    options('Close a case, stop its observations and shred its credentials', response, {
      params,
      body: ReasonRequest,
    }),
    async (request) => {
      const { id } = request.params;
      await ending.close(id, actorOf(request), request.body);
      return cases.view(id);
    },
  );
  app.post(
    '/api/cases/:id/reopen',
    options('Reopen a closed or archived case', response, { params, body: ReasonRequest }),
    async (request) => {
      const { id } = request.params;
      const { revision, ...content } = request.body;
      await cases.act(id, actorOf(request), { kind: 'case.reopened', content }, { revision });
      return cases.view(id);
    },
  );
  app.post(
    '/api/cases/:id/archive',
    options('Archive a case, stop its observations and shred its credentials', response, {
      params,
      body: Revision,
    }),
    async (request) => {
      const { id } = request.params;
      await ending.archive(id, actorOf(request), request.body.revision);
      return cases.view(id);
    },
  );
};

const chainRoutes = (app: ApiApp, { cases, tokens, verification }: DeskModules): void => {
  app.get(
    '/api/cases/:id/entries',
    options('List the entries of the audit chain, oldest first', answers(CaseEntries), {
      params,
      querystring: EntryQuery,
    }),
    async (request) => {
      const { after = 0, limit = 200 } = request.query;
      const entries = await cases.entries(request.params.id, after, limit);
      const stretches = await cases.stretches(request.params.id);
      const results = entries.map((entry) => ({
        ...entry,
        words: visible(formatEntry(entry)),
        signature: signatureIn(stretches, entry.seq),
      }));
      const last = results.at(-1);
      return last !== undefined && results.length === limit ? { results, cursor: last.seq } : { results };
    },
  );
  app.get(
    '/api/cases/:id/timeline',
    options('Show what the picture of the timeline is made of', answers(CaseTimeline), { params }),
    async (request) => timelineOf(await cases.state(request.params.id)),
  );
  app.post(
    '/api/cases/:id/verify',
    options(
      'Verify the audit chain: find changed, removed, reordered or recomputed entries',
      answers(ChainCheck),
      { params, body: Type.Union([VerifyRequest, Type.Null()]) },
    ),
    async (request): Promise<ChainCheck> => {
      const { id } = request.params;
      const check = await cases.verify(id, request.body?.expect);
      const besides = (await verification.besidesChainOf(id)).map((what) => ({ what }));
      const ledgers = check.whole ? await tokens.checkLedgers(id) : [];
      const problems = [...check.problems, ...ledgers, ...besides];
      return { ...check, whole: problems.length === 0, problems };
    },
  );
};

const signatureIn = (stretches: readonly Stretch[], at: number): EntrySignature => {
  const found = stretches.find(({ from, upTo }) => from <= at && at <= upTo);
  if (found === undefined) return { state: 'broken' };
  const { state, signer } = found;
  return { state, ...(signer === undefined ? {} : { signer }) };
};

const erasureRoutes = (app: ApiApp, { cases, backups }: DeskModules): void => {
  app.post(
    '/api/cases/:id/erasures',
    options('Erase personal data; the audit chain keeps a signed stub', answers(ErasureResult), {
      params,
      body: ErasureRequest,
    }),
    async (request): Promise<ErasureResult> => {
      const erasure = await cases.erase(request.params.id, request.body, actorOf(request));
      return { ...erasure, backups: backups.list().map((one) => ({ ...one, goes: goesAt(one) })) };
    },
  );
};

const removalRoutes = (app: ApiApp, cases: Cases, tokens: Tokens): void => {
  app.get(
    '/api/cases/:id/removal',
    options('List what deleting a case removes', answers(CaseRemoval), { params }),
    async (request): Promise<CaseRemoval> => {
      const { id } = request.params;
      return { ...(await cases.removal(id)), keptCredentials: await tokens.keptCount(id) };
    },
  );
  app.delete(
    '/api/cases/:id',
    options('Delete a case, as confirmed by the removal', nothing, { params, querystring: RemovalQuery }),
    async (request, reply) => {
      const { id } = request.params;
      const also = await tokens.refuseUnfinished(id);
      await cases.remove(id, request.query.confirm, actorOf(request), also);
      await tokens.forget(id);
      return reply.code(204).send(null);
    },
  );
};
