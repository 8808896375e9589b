import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { ConflictDecision, CutoverView, PlanRequest, SampleQuery } from '#contract/cutover.ts';
import { type ApiApp, answers, optionsFor, sendMarkdown, textOf } from '#control/app.ts';
import { actorOf } from './actor.ts';
import type { DeskModules } from './modules.ts';
import { routesOfCase } from './routes-of-case.ts';

const options = optionsFor('cutover');
const params = Type.Object({ id: Uuid });

/** The plan of a cutover: made, decided, frozen, and sent. Source: `docs/reference/rules/cutover.md#plan`. */
export const cutoverPlanRoutes = (app: ApiApp, { cutover }: Pick<DeskModules, 'cutover'>): void => {
  const { plans, view } = cutover;
  const { answering, markdown } = routesOfCase(app, 'cutover');
  const { put } = answering(CutoverView);
  app.post(
    '/api/cases/:id/cutover/plan',
    options('Read the target and plan; freeze records the plan', answers(CutoverView), {
      params,
      body: Type.Union([PlanRequest, Type.Null()]),
    }),
    async (request) => {
      const { id } = request.params;
      await plans.plan(id, request.body ?? {}, actorOf(request));
      return view(id);
    },
  );
  const decide = 'Decide which of two values of a header is carried over';
  put('/cutover/conflicts', decide, ConflictDecision, async (id, body, actor) => {
    await plans.decide(id, body, actor);
    return view(id);
  });
  markdown('/cutover/plan.md', 'Show the plan as Markdown', plans.markdown);
  app.get(
    '/api/cases/:id/cutover/tasks.md',
    options('Show the changes for the integrator, with code samples', textOf('text/markdown'), {
      params,
      querystring: SampleQuery,
    }),
    async ({ params: { id }, query }, reply) =>
      sendMarkdown(reply, await plans.tasks.markdown(id, query.language)),
  );
  app.get(
    '/api/cases/:id/cutover/tasks.eml',
    options('Export these changes as a draft of a mail to the integrator', textOf('message/rfc822'), {
      params,
      querystring: SampleQuery,
    }),
    async ({ params: { id }, query }, reply) =>
      reply
        .type('message/rfc822')
        .header('content-disposition', 'attachment; filename="cutover-tasks.eml"')
        .send((await plans.tasks.mail(id, query.language)).toString('utf8')),
  );
};
