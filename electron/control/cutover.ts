import { Type } from 'typebox';
import { Closed } from '#contract/common.ts';
import { CutoverRequest, CutoverResult, CutoverState } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { Webhook } from '#contract/webhook.ts';
import { type ApiApp, answers, optionsFor } from './app.ts';

const options = optionsFor('cutover');

/**
 * What the provider does at a cutover, for a test: the desk has a case around it, so these are the control API's alone.
 */
export const cutoverRoutes = (app: ApiApp, { sandbox }: ServiceControl): void => {
  app.get('/cutover', options('Show whether the client is cut over', answers(CutoverState)), () =>
    sandbox.cutoverState(),
  );
  app.post(
    '/cutover',
    options('Make endpoints of the rules, which no longer fire', answers(CutoverResult), {
      body: Type.Union([CutoverRequest, Type.Null()]),
    }),
    (request) => sandbox.cutover(request.body ?? {}),
  );
  app.post(
    '/cutover/undo',
    options(
      'Roll a cutover back: its endpoints are disabled, the rules fire again',
      answers(Closed({ endpoints: Type.Array(Webhook) })),
    ),
    async () => ({ endpoints: [...(await sandbox.undoCutover()).endpoints] }),
  );
};
