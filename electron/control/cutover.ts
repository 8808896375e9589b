import { Type } from 'typebox';
import { Closed } from '#contract/common.ts';
import { CutoverRequest, CutoverResult, CutoverState } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { Webhook } from '#contract/webhook.ts';
import { type ApiApp, answers, optionsFor } from './app.ts';

const options = optionsFor('cutover');

/** What the provider does when a migration request is granted. Source: `docs/reference/rules/cutover.md`. */
export const cutoverRoutes = (app: ApiApp, { sandbox }: ServiceControl): void => {
  app.get('/cutover', options('Show the state of the cutover', answers(CutoverState)), () =>
    sandbox.cutoverState(),
  );
  app.post(
    '/cutover',
    options('Cut over: turn legacy rules into endpoints', answers(CutoverResult), {
      body: Type.Union([CutoverRequest, Type.Null()]),
    }),
    (request) => sandbox.cutover(request.body ?? {}),
  );
};

/** Its undoing, for a test: the desk answers without the endpoints, which its case knows. */
export const cutoverUndoRoute = (app: ApiApp, { sandbox }: ServiceControl): void => {
  app.post(
    '/cutover/undo',
    options(
      'Roll a cutover back: its endpoints are disabled, the rules fire again',
      answers(Closed({ endpoints: Type.Array(Webhook) })),
    ),
    async () => ({ endpoints: [...(await sandbox.undoCutover()).endpoints] }),
  );
};
