import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  type CaseAction,
  CaseView,
  ContactEdit,
  ContactRequest,
  NoteEdit,
  NoteRequest,
  Revision,
  StepRequest,
} from '#contract/case.ts';
import { Uuid } from '#contract/common.ts';
import { invalid } from '#contract/errors.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { actorOf } from './actor.ts';

const options = optionsFor('cases');
const ofCase = Type.Object({ id: Uuid });
const ofItem = Type.Object({ id: Uuid, itemId: Uuid });
const response = answers(CaseView);

type Act = (request: FastifyRequest, action: CaseAction, revision?: number) => Promise<CaseView>;

/** Contacts, notes and steps of a case. A change or removal names the revision that was read. */
export const caseContentRoutes = (app: ApiApp, cases: Cases, newId: () => string): void => {
  const act: Act = async (request, action, revision) => {
    const { id } = request.params as { id: string };
    await cases.act(id, actorOf(request), action, revision === undefined ? {} : { revision });
    return cases.view(id);
  };
  contactRoutes(app, act, newId);
  noteRoutes(app, act, newId);
  app.patch(
    '/api/cases/:id/steps/:step',
    options('Change the state, responsible party or due date of a step', response, {
      params: Type.Object({ id: Uuid, step: Type.String({ maxLength: 61 }) }),
      body: StepRequest,
    }),
    (request) => {
      const { revision, ...change } = request.body;
      if (Object.keys(change).length === 0) throw nothingToChange;
      const content = { id: request.params.step, ...change };
      return act(request, { kind: 'step.changed', content }, revision);
    },
  );
};

const nothingToChange = invalid({
  itemId: 'body',
  message: 'The body says nothing to change: give state, responsible, due or note.',
  validatorName: 'minProperties',
});

const contactRoutes = (app: ApiApp, act: Act, newId: () => string): void => {
  app.post(
    '/api/cases/:id/contacts',
    options('Add a contact', response, { params: ofCase, body: ContactRequest }),
    (request) =>
      act(request, { kind: 'contact.added', content: { contact: { id: newId(), ...request.body } } }),
  );
  app.put(
    '/api/cases/:id/contacts/:itemId',
    options('Change a contact', response, { params: ofItem, body: ContactEdit }),
    (request) => {
      const { contact, revision } = request.body;
      const content = { contact: { id: request.params.itemId, ...contact } };
      return act(request, { kind: 'contact.changed', content }, revision);
    },
  );
  app.delete(
    '/api/cases/:id/contacts/:itemId',
    options('Remove a contact', response, { params: ofItem, querystring: Revision }),
    (request) => {
      const content = { id: request.params.itemId };
      return act(request, { kind: 'contact.removed', content }, request.query.revision);
    },
  );
};

const noteRoutes = (app: ApiApp, act: Act, newId: () => string): void => {
  app.post(
    '/api/cases/:id/notes',
    options('Add a note', response, { params: ofCase, body: NoteRequest }),
    (request) => act(request, { kind: 'note.added', content: { id: newId(), text: request.body.text } }),
  );
  app.put(
    '/api/cases/:id/notes/:itemId',
    options('Change a note', response, { params: ofItem, body: NoteEdit }),
    (request) => {
      const { text, revision } = request.body;
      const content = { id: request.params.itemId, text };
      return act(request, { kind: 'note.changed', content }, revision);
    },
  );
  app.delete(
    '/api/cases/:id/notes/:itemId',
    options('Remove a note', response, { params: ofItem, querystring: Revision }),
    (request) => {
      const content = { id: request.params.itemId };
      return act(request, { kind: 'note.removed', content }, request.query.revision);
    },
  );
};
